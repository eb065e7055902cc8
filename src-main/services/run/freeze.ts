// Step 0 of a run: freezes what it is made of, as hashes, so that a resume and a comparison know what changed.
import type { Question } from '#contract/bank';
import type { Config } from '#contract/config';
import type { RunManifest } from '#contract/runs';
import type { RunSummary } from '#contract/scores';
import { metricsVersion } from '#domain/metrics/metrics';
import { tokenEstimator } from '#domain/prompt/estimate-tokens';
import { judgePromptVersion } from '#domain/retrieval/judge/judge-prompt';
import { renderSystem } from '#domain/prompt/specification';
import { hashConfig } from '../config-service.ts';
import { hashValue } from '../hash.ts';
import type { BuildInfo, OpenModel } from './world.ts';

/** The model that answers, the stored vectors with the models that made them, and the models that rerank. */
interface FrozenModels {
  readonly model: OpenModel;
  readonly vectors: NonNullable<RunManifest['vectors']>;
  readonly scorers: readonly Scorer[];
}

/** A cross-encoder of a rerank step, with the hash of what decides its scores. */
export interface Scorer {
  readonly model: string;
  readonly hash: string;
}

/** Ids and texts: what is asked. */
export function hashQuestions(questions: readonly Question[]): string {
  return hashValue(questions.map((question) => [question.id, question.question]));
}

/** Everything that scores depend on beside the items: labels, accepted answers, and the threshold of 'found'. */
export function hashLabels(questions: readonly Question[], foundThreshold: number): string {
  const labels = questions.map((question) => ({
    id: question.id,
    answers: question.answers,
    match: question.match,
    require: question.require,
    unanswerable: question.unanswerable,
    judgments: question.judgments,
    evidence: question.evidence.map(
      ({ by: _by, at: _at, prefix: _prefix, suffix: _suffix, ...place }) => place,
    ),
  }));
  return hashValue({ labels, foundThreshold, metricsVersion });
}

/** Hashes that a resume must find unchanged. Labels are not among them: they only rescore. */
export function freezeHashes(
  config: Config,
  questions: readonly Question[],
  corpusHash: string,
  models: FrozenModels,
): RunManifest['frozen'] {
  return {
    questions: hashQuestions(questions),
    corpus: corpusHash,
    config: hashConfig(config),
    prompt: hashValue([
      ...[renderSystem(config.contract, config.prompt.system), config.prompt.passage],
      ...(judges(config) ? [judgePromptVersion] : []),
    ]),
    model: hashValue([
      models.model.hash,
      ...models.vectors.map((table) => table.modelHash),
      ...models.scorers.map(({ hash }) => hash),
    ]),
  };
}

/** Whether a model judges chunks, and so is asked in words of ours. */
function judges({ retrievers, rerank }: Config): boolean {
  return (
    retrievers.some(({ kind }) => kind === 'llm') ||
    rerank.some(({ kind }) => kind === 'llm-filter' || kind === 'llm-score')
  );
}

export function freezeVersions(
  build: BuildInfo,
  config: Config,
  questions: readonly Question[],
  fixed: FrozenModels & { readonly corpusHash: string; readonly foundThreshold: number },
): RunSummary['versions'] {
  return {
    app: build.version,
    commit: build.commit,
    lockfile: build.lockfile,
    metrics: metricsVersion,
    tokenizer: tokenEstimator,
    questionsHash: hashQuestions(questions),
    labelHash: hashLabels(questions, fixed.foundThreshold),
    corpusHash: fixed.corpusHash,
    configHash: hashConfig(config),
    models: Object.fromEntries([
      [fixed.model.name, fixed.model.hash],
      ...fixed.vectors.map((table) => [table.model, table.modelHash]),
      ...fixed.scorers.map(({ model, hash }) => [model, hash]),
    ]),
    node: build.node,
    os: build.os,
  };
}
