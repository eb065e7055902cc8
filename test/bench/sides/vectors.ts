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
  return sideOf((query) => ranker.rank(query, candidates, null).map(({ chunk }) => chunk));
};

/** What one writes first: multiply, sort, cut. */
const loop: OpenSide = async (parameters) => {
  const vectors = corpus(parameters);
  const count = vectors.length / dims;
  return sideOf((query) => {
    const scores = new Float64Array(count);
    for (let row = 0; row < count; row += 1) {
      let sum = 0;
      for (let i = 0; i < dims; i += 1) sum += (vectors[row * dims + i] as number) * (query[i] as number);
      scores[row] = sum;
    }
    // The lowest score that can be listed is found without comparing rows, so that the product is what is measured.
    const floor = scores.slice().sort()[count - candidates] as number;
    const best: number[] = [];
    for (let row = 0; row < count; row += 1) if ((scores[row] as number) >= floor) best.push(row);
    return best.sort((a, b) => (scores[b] as number) - (scores[a] as number) || a - b).slice(0, candidates);
  });
};

/** Rows have length 1, so that the inner product, which is cheaper, ranks as the cosine does. */
const usearch: OpenSide = async (parameters) => {
  const { exactSearch, MetricKind } = await import('usearch');
  const vectors = corpus(parameters);
  return sideOf((query) => {
    const { keys } = exactSearch(vectors, query, dims, candidates, MetricKind.IP, 0) as {
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
  return sideOf(async (query) => {
    const search = table.query().nearestTo(query).distanceType('dot').select(['place', '_distance']);
    const found = await search.limit(candidates).toArrow();
    return Array.from(found.getChild('place')?.toArray() as Uint32Array);
  });
};

export const sides = { assay, loop, usearch, lancedb };
