// What running needs from the world, named once for the files of this folder.
import type { Question } from '#contract/bank';
import type { Config } from '#contract/config';
import type { CutCorpus } from '../chunks/cut-corpus.ts';
import type { EventHub } from '../event-hub.ts';
import type { IndexService } from '../index-service.ts';
import type { RetrievalParts } from '../legs/retrieval-parts.ts';
import type { ChatModel } from '../model-ports.ts';
import type { Clock, Embedder, Log, RunStore, SummaryCache, TrustStore, WorkspaceStore } from '../ports.ts';
import type { ItemReader } from './ports.ts';
import type { RunReader } from './read/run-reader.ts';

export interface BuildInfo {
  readonly version: string;
  readonly commit: string | null;
  readonly lockfile: string | null;
  readonly node: string;
  readonly os: string;
}

/** A model ready to be asked, with the hash of what decides its replies. */
export interface OpenModel {
  readonly name: string;
  readonly hash: string;
  readonly chat: ChatModel;
}

export interface RunWorld {
  readonly store: WorkspaceStore;
  readonly runs: RunStore;
  readonly items: ItemReader;
  readonly reader: RunReader;
  readonly summaries: SummaryCache;
  readonly trust: TrustStore;
  readonly indexes: IndexService;
  readonly embedder: Embedder;
  readonly parts: RetrievalParts;
  readonly cut: CutCorpus;
  readonly events: EventHub;
  readonly clock: Clock;
  readonly log: Log;
  readonly build: BuildInfo;
  /** Throws unavailable (no key, no file) or egress-denied before anything is asked. */
  readonly openModel: (config: Config, questions: readonly Question[]) => Promise<OpenModel>;
  /** A few random characters, to keep the ids of two runs of one second apart. */
  readonly newSuffix: () => string;
}
