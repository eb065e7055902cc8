// The rows of the bench: which sides are measured, what is compared, and the goals of the ratios.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { median, type CaseResult, type Check, type Measured, type Ratio, type Row } from './row.ts';
import { ui } from './ui-row.ts';
import { measuredOf, peakOf, runFresh, runOnce, runSides, type SideResult } from './run-sides.ts';

function ratio(
  name: string,
  above: Measured,
  below: Measured,
  goal: number,
  sense: Ratio['sense'] = 'at least',
): Ratio {
  return { name, value: above.median / below.median, goal, sense };
}

function pick(results: readonly SideResult[], shown: string): SideResult {
  const found = results.find(({ plan }) => (plan.shown ?? plan.name) === shown);
  if (!found) throw new Error(`there is no side ${shown}`);
  return found;
}

const embed: Row = {
  name: 'embed',
  title: 'Embedding',
  about:
    "128 passages of English prose of uneven length (5 to 180 words, log-normal about 45), all-MiniLM-L6-v2 with the same int8 weights on every side. The peer is the feature-extraction pipeline of transformers.js with texts in the order they come; peak memory is the highest resident size of each side's own process.",
  async run(tools) {
    const model = await tools.model();
    const results = await runSides(tools, [
      { module: 'embed', name: 'assay', parameters: { model } },
      { module: 'embed', name: 'pipeline', shown: 'pipeline, batch 32', parameters: { model, batch: 32 } },
      { module: 'embed', name: 'pipeline', shown: 'pipeline, batch 1', parameters: { model, batch: 1 } },
    ]);
    const [assay, many, one] = ['assay', 'pipeline, batch 32', 'pipeline, batch 1'].map((shown) =>
      pick(results, shown),
    ) as [SideResult, SideResult, SideResult];
    const speed = (result: SideResult) => measuredOf(result, 'texts', 'texts/s');
    return [
      {
        name: 'int8',
        measured: [...results.map(speed), ...results.map(peakOf)],
        ratios: [
          ratio('texts/s, assay : batch 32', speed(assay), speed(many), 3.5),
          ratio('texts/s, assay : batch 1', speed(assay), speed(one), 1),
          ratio('peak memory, assay : batch 32', peakOf(assay), peakOf(many), 0.6, 'at most'),
        ],
        checks: [
          {
            name: 'lowest cosine to the same weights alone, texts that are not cut',
            value: lowestCosine(assay.answers as Float32Array, one.answers as Float32Array, 384),
            needed: 0.9999,
          },
        ],
      },
    ];
  },
};

function lowestCosine(left: Float32Array, right: Float32Array, dims: number): number {
  let lowest = left.length === right.length && left.length > 0 ? 1 : NaN;
  for (let row = 0; row < left.length; row += dims) {
    let [dot, squaresLeft, squaresRight] = [0, 0, 0];
    for (let i = row; i < row + dims; i += 1) {
      const [a, b] = [left[i] as number, right[i] as number];
      dot += a * b;
      squaresLeft += a * a;
      squaresRight += b * b;
    }
    if (Number.isNaN(dot)) continue;
    lowest = Math.min(lowest, dot / Math.sqrt(squaresLeft * squaresRight));
  }
  return lowest;
}

const vectors: Row = {
  name: 'vectors',
  title: 'Exact vector search',
  about:
    "Seeded synthetic vectors of 384 dimensions and length 1, one query after the other, the best 100 of all by cosine. Recall is the share of the plain loop's hundred that a side finds, over 10 queries.",
  async run(tools) {
    const cases: CaseResult[] = [];
    for (const [label, count] of [
      ['10k', 10_000],
      ['100k', 100_000],
    ] as const) {
      const results = await runSides(tools, [
        { module: 'vectors', name: 'assay', parameters: { count } },
        { module: 'vectors', name: 'usearch', shown: 'usearch exact', parameters: { count } },
        { module: 'vectors', name: 'loop', shown: 'plain loop', parameters: { count } },
        {
          module: 'vectors',
          name: 'lancedb',
          shown: 'LanceDB flat',
          parameters: { count, folder: join(tools.folder, label) },
        },
      ]);
      const speed = (shown: string) => measuredOf(pick(results, shown), 'queries', 'queries/s');
      const truth = pick(results, 'plain loop').answers as number[][];
      const recall = (result: SideResult): Check => ({
        name: `recall of ${result.plan.shown ?? result.plan.name}`,
        value: measureRecall(result.answers as number[][], truth),
        needed: result.plan.name === 'assay' ? 1 : 0,
      });
      cases.push({
        name: label,
        measured: [
          ...['assay', 'usearch exact', 'plain loop', 'LanceDB flat'].map(speed),
          measuredOf(pick(results, 'LanceDB flat'), 'by inner product', 'queries/s'),
        ],
        ratios: [
          ratio('queries/s, assay : usearch exact', speed('assay'), speed('usearch exact'), 1),
          ratio('queries/s, assay : plain loop', speed('assay'), speed('plain loop'), 3),
          ratio('queries/s, assay : LanceDB flat', speed('assay'), speed('LanceDB flat'), 20),
        ],
        checks: results.filter(({ plan }) => plan.name !== 'loop').map(recall),
      });
    }
    return cases;
  },
};

function measureRecall(found: readonly number[][], truth: readonly number[][]): number {
  let hits = 0;
  let all = 0;
  truth.forEach((rows, query) => {
    const listed = new Set(found[query]);
    hits += rows.filter((row) => listed.has(row)).length;
    all += rows.length;
  });
  return hits / all;
}

const tfidf: Row = {
  name: 'tfidf',
  title: 'Lexical search and opening a saved index',
  about:
    "Synthetic documents of 60 to 140 words over 50,000 words with Zipf frequencies, queries of four words, the best 10. MiniSearch 7 with its documented defaults. Opening is from the files on the disk (MiniSearch: its JSON) in a process started for it alone; assay's includes weighing every posting. The goals were set for BM25.",
  async run(tools) {
    const cases: CaseResult[] = [];
    for (const [label, count, goal] of [
      ['10k', 10_000, 60],
      ['100k', 100_000, 300],
    ] as const) {
      const parameters = { count, folder: join(tools.folder, label) };
      await mkdir(parameters.folder);
      const side = (name: string, shown: string) => ({ module: 'tfidf', name, shown, parameters });
      await runOnce(tools, side('buildAssay', 'assay'));
      await runOnce(tools, side('buildMiniSearch', 'MiniSearch'));
      const open = await runFresh(tools, [side('openAssay', 'assay'), side('openMiniSearch', 'MiniSearch')]);
      const asked = await runSides(tools, [
        side('tfidf', 'assay, TF-IDF'),
        side('bm25', 'assay, BM25'),
        side('minisearch', 'MiniSearch'),
      ]);
      const speed = (shown: string) => measuredOf(pick(asked, shown), 'queries', 'queries/s');
      const opening = (shown: string) => measuredOf(pick(open, shown), 'open', 'ms');
      const load = measuredOf(pick(open, 'assay'), 'load', 'ms');
      cases.push({
        name: label,
        measured: [
          ...asked.map(({ plan }) => speed(plan.shown ?? '')),
          opening('assay'),
          load,
          opening('MiniSearch'),
        ],
        ratios: [
          ratio('queries/s, TF-IDF : MiniSearch', speed('assay, TF-IDF'), speed('MiniSearch'), goal),
          ratio('queries/s, BM25 : MiniSearch', speed('assay, BM25'), speed('MiniSearch'), goal),
          ratio('opening, MiniSearch : assay', opening('MiniSearch'), opening('assay'), 20),
          // At 10k what does not grow with the documents weighs most: the figure is one of 100k chunks.
          ...(count === 100_000 ? [loadingOf(load)] : []),
        ],
        checks: [],
      });
    }
    return cases;
  },
};

function loadingOf(load: Measured): Ratio {
  return { name: 'loading 100k chunks, seconds', value: load.median / 1000, goal: 0.25, sense: 'at most' };
}

const rerun: Row = {
  name: 'rerun',
  title: 'Embedding again what has not changed',
  about:
    '128 passages of prose embedded through the child process, and the same again by an embedder that starts from the cache on the disk. The child is warm both times.',
  async run(tools) {
    await tools.model();
    const data = join(tools.bundles, '..', 'bench-model');
    const parameters = { data, folder: tools.folder, bundles: tools.bundles, count: 128 };
    const [result] = await runSides(tools, [{ module: 'rerun', name: 'assay', parameters }]);
    if (!result) throw new Error('nothing was measured');
    const first = { ...measuredOf(result, 'first', 'ms'), side: 'first time' };
    const again = { ...measuredOf(result, 'again', 'ms'), side: 'again' };
    // Per round, since both times of a round share its moment.
    const ratios = first.rounds.map((value, round) => value / (again.rounds[round] as number));
    return [
      {
        name: '128 texts',
        measured: [first, again],
        ratios: [{ name: 'first : again', value: median(ratios), goal: 50, sense: 'at least' }],
        checks: [],
      },
    ];
  },
};

export const rows: readonly Row[] = [embed, vectors, tfidf, rerun, ui];
