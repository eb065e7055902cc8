// One metric of one question of a run, with its own numbers: the ranking is worked out from the stored item.
import type { Input, Output } from '#contract/api';
import { AppError } from '#contract/failure';
import type { RunManifest } from '#contract/runs';
import type { CorpusDocument } from '#contract/documents';
import { usableGold } from '#domain/evaluate/facts';
import { resolveGold } from '#domain/labels/resolve-gold';
import { explainMetric as explainByName } from '#domain/metrics/explain-metric';
import { metrics } from '#domain/metrics/metrics';
import { compareRanking } from '#domain/metrics/ranking';
import type { RunStore, WorkspaceStore } from '../../ports.ts';
import type { ItemReader } from '../ports.ts';
import { findItem } from './try-reply.ts';

export interface ExplainMetricWorld {
  readonly store: WorkspaceStore;
  readonly runs: RunStore;
  readonly items: ItemReader;
}

/** Throws invalid-input for an unknown metric, not-found for a question the run has not finished, stale. */
export async function explainMetric(
  world: ExplainMetricWorld,
  { runId, questionId, metric }: Input<'run.explainMetric'>,
): Promise<Output<'run.explainMetric'>> {
  const manifest = await world.runs.loadManifest(runId);
  const { item, question } = await findItem(world, runId, questionId);
  const documents = await loadDocumentsOf(world, manifest);
  const ranking = compareRanking({
    gold: usableGold(resolveGold(question, documents), item),
    judgments: question.judgments,
    ranked: item.retrieval.ranked,
    documents,
    theta: manifest.foundThreshold,
  });
  const explanation = explainByName(metric, ranking);
  if (explanation) return explanation;
  const names = metrics.map(({ name, needsK }) => (needsK ? `${name}@k` : name));
  throw new AppError(
    'invalid-input',
    `There is no metric "${metric}". Ask for one of ${names.join(', ')}, with a number from 1 in place of k.`,
  );
}

/** The documents a run was made over, by id. Throws stale where they are other ones by now. */
export async function loadDocumentsOf(
  { store }: Pick<ExplainMetricWorld, 'store'>,
  { runId, versions, config }: RunManifest,
): Promise<ReadonlyMap<string, CorpusDocument>> {
  const corpus = await store.loadCorpus();
  if (corpus.hash === versions.corpusHash)
    return new Map(corpus.documents.map((document) => [document.id, document]));
  throw new AppError(
    'stale',
    `The documents changed since run ${runId}: what its lists hold cannot be worked out any more. Run the config "${config.id}" again.`,
    { command: `run DIR --config ${config.id}` },
  );
}
