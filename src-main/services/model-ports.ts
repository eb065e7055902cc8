// What the services need from language models and from retrievers of the user's own.
import type { Model } from '#contract/config/model';
import type { Message, ProviderError, Usage } from '#contract/items';
import type { ForeignHit } from '#domain/retrieval/match-hits';

export interface ModelRequest {
  readonly model: Model;
  readonly questionId: string;
  readonly question: string;
  readonly messages: readonly Message[];
  readonly passages: readonly {
    readonly number: number;
    readonly documentId: string;
    readonly text: string;
  }[];
  /** From 1; a scripted model may answer each attempt differently. */
  readonly attempt: number;
  readonly k: number;
  /** JSON Schema to hold the reply to, where the server can. */
  readonly replySchema?: Readonly<Record<string, unknown>>;
  readonly signal: AbortSignal;
}

export type ModelReply =
  | {
      readonly ok: true;
      readonly reply: string;
      readonly finishReason: string | null;
      readonly usage: Usage;
      readonly refused: boolean;
    }
  | { readonly ok: false; readonly error: ProviderError };

export interface ChatModel {
  /** Never throws on a provider's failure: that is data. Rejects with cancelled when the signal aborts. */
  ask(request: ModelRequest): Promise<ModelReply>;
}

export type ForeignAnswer =
  | { readonly ok: true; readonly hits: readonly ForeignHit[] }
  | { readonly ok: false; readonly error: ProviderError };

/** A retriever of the user's own, reached over HTTP. */
export interface ForeignRetriever {
  /** Best first. Rejects with cancelled or egress-denied alone: what the server does wrong is data. */
  retrieve(query: string, k: number, signal: AbortSignal): Promise<ForeignAnswer>;
}
