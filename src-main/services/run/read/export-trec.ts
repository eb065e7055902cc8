// A run for trec_eval and its kin: its ranked lists as a TREC run, or its metrics in the words of trec_eval.
import type { Input, Output } from '#contract/api';
import type { Question } from '#contract/bank';
import type { Hit, Item } from '#contract/items';
import type { RunManifest } from '#contract/runs';
import { resolveGold } from '#domain/labels/resolve-gold';
import { compareRanking } from '#domain/metrics/ranking';
import { renderTrecMeasures, type TrecQuery } from '#domain/trec/measures';
import { renderTrecRun } from '#domain/trec/render-run';
import { loadDocumentsOf, type ExplainMetricWorld } from './explain-metric.ts';

type Exported = Output<'run.exportTrec'>;
type Lists = ReadonlyMap<string, readonly Hit[]>;

/** Throws not-found; stale for the measures of a run whose documents are other ones by now. */
export async function exportTrec(
  world: ExplainMetricWorld,
  { runId, what }: Input<'run.exportTrec'>,
): Promise<Exported> {
  const manifest = await world.runs.loadManifest(runId);
  const lists = await readLists(world, runId);
  return what === 'run' ? exportLists(manifest, lists) : exportMeasures(world, manifest, lists);
}

async function readLists({ items }: ExplainMetricWorld, runId: string): Promise<Lists> {
  const lists = new Map<string, readonly Hit[]>();
  await items.readOn(runId, null, {
    restart: () => lists.clear(),
    receive: ({ questionId, retrieval }: Item) => void lists.set(questionId, retrieval.ranked),
  });
  return lists;
}

/** With whole documents as chunks the ids are those of documents, as in qrels; otherwise those of chunks. */
function exportLists({ questionIds, config }: RunManifest, ranked: Lists): Exported {
  const isOfDocuments = config.chunker.kind === 'document';
  const rendered = renderTrecRun(
    questionIds.map((query) => ({
      query,
      hits: (ranked.get(query) ?? []).map(({ chunkId, documentId, score }) => ({
        id: isOfDocuments ? documentId : chunkId,
        score,
      })),
    })),
    config.id,
  );
  const { empty, lowered, encoded, lines } = rendered;
  return {
    lines: [...lines],
    notes: [
      ...(isOfDocuments ? [] : ['The ids are those of chunks: qrels over documents do not fit them.']),
      ...(empty.length > 0
        ? [
            `Questions without a line, because they returned nothing: ${empty.join(', ')}. Evaluate with trec_eval -c, which counts them 0.`,
          ]
        : []),
      ...(lowered > 0
        ? [
            `Scores lowered by the least step of a 32-bit float, so that sorting by score gives the order of the run: ${lowered}.`,
          ]
        : []),
      ...(encoded ? ['Ids hold white space, which the format cannot: all are percent-encoded.'] : []),
    ],
  };
}

/** As trec_eval -c: a question with judgments alone and one that returned nothing count 0; unlabelled ones do not count. */
async function exportMeasures(
  world: ExplainMetricWorld,
  manifest: RunManifest,
  ranked: Lists,
): Promise<Exported> {
  const documents = await loadDocumentsOf(world, manifest);
  const asked = new Set(manifest.questionIds);
  const all = (await world.store.loadQuestions()).filter(({ id }) => asked.has(id));
  const queries: TrecQuery[] = [];
  const broken: string[] = [];
  for (const question of all.filter(isJudged)) {
    const gold = resolveGold(question, documents);
    if (gold.problem !== null) broken.push(`${question.id} (${gold.problem.reason})`);
    else {
      const ranking = compareRanking({
        ...{ gold, documents, judgments: question.judgments, theta: manifest.foundThreshold },
        ranked: ranked.get(question.id) ?? [],
      });
      queries.push({ id: question.id, ranking });
    }
  }
  const unlabelled = all.length - all.filter(isJudged).length;
  const nothing = queries.filter(({ ranking }) => ranking.returned === 0).map(({ id }) => id);
  return {
    lines: [...renderTrecMeasures(queries, manifest.config.id, manifest.k)],
    notes: [
      ...(nothing.length > 0 ? [`Counted 0, because they returned nothing: ${nothing.join(', ')}.`] : []),
      ...(unlabelled > 0 ? [`Left out, having neither evidence nor judgments: ${unlabelled}.`] : []),
      ...(broken.length > 0 ? [`Left out, because their label does not hold: ${broken.join('; ')}.`] : []),
    ],
  };
}

function isJudged({ evidence, judgments }: Question): boolean {
  return evidence.length > 0 || (judgments ?? []).length > 0;
}
