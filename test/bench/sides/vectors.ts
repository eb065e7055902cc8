// Sides of the vector bench: the best hundred of many vectors for one query after the other.
import { openVectorRanker } from '#adapters/vectors/vector-ranker';
import { ratePerSecond, type OpenSide, type Parameters, type Side } from '../row.ts';
import { unitVectors } from '../synthetic.ts';

const dims = 384;
const candidates = 100;
const queryCount = 40;

/** Rows found for one query, best first. */
type Search = (query: Float32Array) => ArrayLike<number> | Promise<ArrayLike<number>>;

async function sideOf(search: Search): Promise<Side> {
  const flat = unitVectors(queryCount, dims, 4242);
  const queries = Array.from({ length: queryCount }, (_, i) => flat.slice(i * dims, (i + 1) * dims));
  const at = (turn: number) => queries[turn % queryCount] as Float32Array;
  for (let turn = 0; turn < 3; turn += 1) await search(at(turn));
  return {
    round: async () => ({ queries: await ratePerSecond((turn) => search(at(turn))) }),
    async answers() {
      const found: number[][] = [];
      for (const query of queries.slice(0, 10)) found.push(Array.from(await search(query)));
      return found;
    },
  };
}

function corpus({ count }: Parameters): Float32Array {
  return unitVectors(Number(count), dims, 1);
}

const assay: OpenSide = async (parameters) => {
  const ranker = openVectorRanker({ vectors: corpus(parameters), dims, distance: 'cosine' });
  if (ranker.method !== 'simd') throw new Error('this engine has no WebAssembly SIMD');
  return sideOf((query) => ranker.rank(query, { candidates, minScore: null }).map(({ chunk }) => chunk));
};

/** What one writes first: each row by itself, with a sorted list of the best. Rows have length 1 already. */
const loop: OpenSide = async (parameters) => {
  const vectors = corpus(parameters);
  return sideOf((query) => {
    const rows: number[] = [];
    const scores: number[] = [];
    for (let row = 0; row * dims < vectors.length; row += 1) {
      const score = multiply(vectors, row * dims, query);
      if (rows.length === candidates && score <= (scores[candidates - 1] as number)) continue;
      insert(rows, scores, row, score);
    }
    return rows;
  });
};

function multiply(vectors: Float32Array, start: number, query: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < query.length; i += 1) sum += (vectors[start + i] as number) * (query[i] as number);
  return sum;
}

function insert(rows: number[], scores: number[], row: number, score: number): void {
  let at = scores.length;
  while (at > 0 && score > (scores[at - 1] as number)) at -= 1;
  rows.splice(at, 0, row);
  scores.splice(at, 0, score);
  if (rows.length <= candidates) return;
  rows.pop();
  scores.pop();
}

const usearch: OpenSide = async (parameters) => {
  const { exactSearch, MetricKind } = await import('usearch');
  const vectors = corpus(parameters);
  return sideOf((query) => {
    const { keys } = exactSearch(vectors, query, dims, candidates, MetricKind.Cos, 0) as {
      keys: BigUint64Array;
    };
    return Array.from(keys, Number);
  });
};

const lancedb: OpenSide = async (parameters) => {
  const { createLanceTables } = await import('#adapters/vectors/lance-tables');
  const vectors = corpus(parameters);
  const folder = String(parameters.folder);
  const tables = createLanceTables();
  const slice = 10_000;
  for (let first = 0; first < vectors.length / dims; first += slice) {
    const numbers = vectors.slice(first * dims, (first + slice) * dims);
    const rows = Array.from({ length: numbers.length / dims }, (_, i) => ({
      chunkId: `d#${first + i}`,
      documentId: 'd',
      start: 0,
      end: 0,
      textHash: '',
    }));
    await tables.append({ folder, table: 'vectors', first, rows, vectors: numbers, dims });
  }
  const { connect } = await import('@lancedb/lancedb');
  const table = await (await connect(folder)).openTable('vectors');
  const search = (distance: 'cosine' | 'dot') => async (query: Float32Array) => {
    const asked = table.query().nearestTo(query).distanceType(distance).select(['place', '_distance']);
    const found = await asked.limit(candidates).toArrow();
    return Array.from(found.getChild('place')?.toArray() as Uint32Array);
  };
  const side = await sideOf(search('cosine'));
  // Rows have length 1, so that the inner product, which costs LanceDB less, ranks the same.
  const other = await sideOf(search('dot'));
  return {
    ...side,
    round: async () => ({
      ...(await side.round()),
      'by inner product': (await other.round()).queries ?? NaN,
    }),
  };
};

export const sides = { assay, loop, usearch, lancedb };
