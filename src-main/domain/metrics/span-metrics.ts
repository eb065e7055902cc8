// spanRecall@k, spanPrecision@k and iou@k: by characters, how well the passages cut out the evidence.
import type { SpanOverlap } from '#domain/labels/span-overlap';
import { noGold, show, type Metric } from './metric.ts';
import type { Ranking } from './ranking.ts';

const range = '0 to 1; null where evidence is a whole document';

export const spanRecall: Metric = {
  name: 'spanRecall',
  meanName: 'spanRecall',
  title: 'Span recall at k',
  summary: 'The share of the characters of evidence that the first k passages hold.',
  formula:
    'characters of evidence in the top k, each once / all characters of evidence; white space does not count',
  needsK: true,
  range,
  source: 'recall of chunking_evaluation (Smith and Troynikov 2024, Evaluating Chunking Strategies)',
  measure: (ranking, k) => ratio(ranking.overlapAt(k), ({ evidence }) => evidence),
  explain: (ranking, k) =>
    explain(ranking, k, spanRecall.measure(ranking, k), ({ evidence }) => `${evidence} of evidence`),
};

/** Text retrieved twice costs twice: that is what the source defines, so that chunks that overlap do not come free. */
export const spanPrecision: Metric = {
  name: 'spanPrecision',
  meanName: 'spanPrecision',
  title: 'Span precision at k',
  summary: 'The share of the characters of the first k passages that is evidence.',
  formula:
    'characters of evidence in the top k, each once / characters of the top k, as often as they were retrieved; 0 when nothing was returned',
  needsK: true,
  range,
  source: 'precision of chunking_evaluation (Smith and Troynikov 2024, Evaluating Chunking Strategies)',
  measure: (ranking, k) => ratio(ranking.overlapAt(k), ({ retrieved }) => retrieved),
  explain: (ranking, k) =>
    explain(ranking, k, spanPrecision.measure(ranking, k), ({ retrieved }) => `${retrieved} retrieved`),
};

export const iou: Metric = {
  name: 'iou',
  meanName: 'iou',
  title: 'Intersection over union at k',
  summary: 'How nearly the text of the first k passages is the evidence and nothing else.',
  formula: 'characters of evidence in the top k / characters that are evidence or in the top k; each once',
  needsK: true,
  range,
  source:
    'Jaccard index over characters; chunking_evaluation counts repeated text again, as spanPrecision does',
  measure: (ranking, k) => ratio(ranking.overlapAt(k), unionOf),
  explain: (ranking, k) =>
    explain(
      ranking,
      k,
      iou.measure(ranking, k),
      (overlap) =>
        `(${overlap.evidence} of evidence + ${overlap.retrievedOnce} retrieved - ${overlap.shared})`,
    ),
};

function unionOf({ evidence, retrievedOnce, shared }: SpanOverlap): number {
  return evidence + retrievedOnce - shared;
}

function ratio(overlap: SpanOverlap | null, whole: (overlap: SpanOverlap) => number): number | null {
  if (overlap === null) return null;
  return overlap.shared === 0 ? 0 : overlap.shared / whole(overlap);
}

function explain(
  ranking: Ranking,
  k: number,
  value: number | null,
  whole: (overlap: SpanOverlap) => string,
): string {
  const overlap = ranking.overlapAt(k);
  if (overlap === null)
    return ranking.idealGrades.length === 0
      ? noGold
      : 'not scoreable: evidence that is a whole document has no span';
  return `${overlap.shared} characters of evidence in the top ${k} / ${whole(overlap)} = ${show(value)}`;
}
