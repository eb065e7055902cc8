// What retrieval needs beside its indexes: models that judge, retrievers of the user's own, files of the workspace.
import type { Model } from '#contract/config/model';
import type { HttpRetriever } from '#contract/config/retriever';
import type { ChatModel, ForeignRetriever } from '../model-ports.ts';
import type { ScorePairs } from './rerank-steps.ts';

export interface RetrievalParts {
  /** Throws unavailable (no key) or egress-denied before anything is asked, invalid-input for a model that cannot judge. */
  openJudgeModel(model: Model): Promise<JudgeModel>;
  openForeign(retriever: HttpRetriever): Promise<ForeignRetriever>;
  /** Throws not-found or invalid-input for a model that scores no pairs. */
  openScorer(model: string, quantized: boolean): Promise<ScorePairs>;
  /** A file of the workspace, by its path from the root. */
  loadText(path: string): Promise<string>;
}

export interface JudgeModel {
  readonly model: Model;
  readonly chat: ChatModel;
  /** Of what decides its replies. */
  readonly hash: string;
}
