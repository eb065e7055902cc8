// What retrieval needs beside its indexes: models that judge, retrievers of the user's own, files of the workspace.
import type { Model } from '#contract/config/model';
import type { HttpRetriever } from '#contract/config/retriever';
import type { ChatModel, ForeignRetriever } from '../model-ports.ts';
import type { ScorePairs } from './rerank-steps.ts';

export interface RetrievalParts {
  /** Throws unavailable (no key) or egress-denied before anything is asked, invalid-input for a model that cannot judge. */
  openJudgeModel(model: Model): Promise<JudgeModel>;
  openForeign(retriever: HttpRetriever): Promise<ForeignRetriever>;
  /** Throws unavailable for a model that is not there or is damaged, invalid-input for one that scores no pairs. */
  openScorer(model: string, quantized: boolean): Promise<ScorePairs>;
  /** Hash of everything that decides a score; throws as `openScorer` does. */
  identifyScorer(model: string, quantized: boolean): Promise<string>;
  /** A file of the workspace, by its path from the root. */
  loadText(path: string): Promise<string>;
}

export interface JudgeModel {
  readonly model: Model;
  readonly chat: ChatModel;
  /** Of what decides its replies. */
  readonly hash: string;
}
