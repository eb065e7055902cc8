// Ranks vectors held in memory exactly: by WebAssembly SIMD where there is any, else by a plain loop.
import type { RankedChunk } from '#domain/retrieval/ranked-chunk';
import {
  prepareVectors,
  type PreparedVectors,
  type VectorDistance,
} from '#domain/retrieval/vectors/prepare-vectors';
import { rankFromDots, rankVectors, type VectorLimits } from '#domain/retrieval/vectors/rank-vectors';
import { encodeDotKernel, numbersPerStep, type DotKernel } from './dot-kernel.ts';

export interface VectorRanker {
  /** How it ranks. The lists and scores are the same, to the last bit. */
  readonly method: 'simd' | 'plain';
  /** @param query as many numbers as a row; @param limits see `rankVectors` */
  rank(query: Float32Array, limits: VectorLimits): readonly RankedChunk[];
  /** The rows it ranks, end to end. */
  vectors(): Float32Array;
}

interface Content {
  /** Rows end to end, in corpus order. SIMD copies them into memory of its own: the caller lets go of this copy. */
  readonly vectors: Float32Array;
  /** Numbers of a row; of no meaning where there are no rows. */
  readonly dims: number;
  readonly distance: VectorDistance;
}

const pageBytes = 65_536;
/** WebAssembly addresses 4 GiB; the last page is left out, so that no size needs a 33rd bit. */
const mostBytes = 65_535 * pageBytes;

/**
 * Opens a ranker over vectors, for calls one after the other.
 * @param options.simd false: the plain loop, whatever the engine can do
 */
export function openVectorRanker(content: Content, options: { readonly simd?: boolean } = {}): VectorRanker {
  if (content.vectors.length === 0)
    return { method: 'plain', rank: () => [], vectors: () => content.vectors };
  return (options.simd === false ? null : openSimd(content)) ?? openPlain(content);
}

function openPlain(content: Content): VectorRanker {
  const prepared = prepareVectors(content);
  return {
    method: 'plain',
    rank: (query, limits) => rankVectors(prepared, query, limits),
    vectors: () => content.vectors,
  };
}

/** null where the engine has no SIMD, or the vectors do not fit into its memory. */
function openSimd({ vectors, dims, distance }: Content): VectorRanker | null {
  const module = compileKernel();
  const layout = planMemory(vectors.length / dims, dims);
  const memory = module && allocate(layout.bytes);
  if (!module || !memory) return null;
  const held = new Float32Array(memory.buffer, 0, vectors.length);
  held.set(vectors);
  const prepared = prepareVectors({ vectors: held, dims, distance });
  const { multiply } = new WebAssembly.Instance(module, { assay: { memory } }).exports;
  const rank = createRank(prepared, memory, layout, multiply as DotKernel);
  return { method: 'simd', rank, vectors: () => held };
}

function createRank(
  prepared: PreparedVectors,
  memory: WebAssembly.Memory,
  layout: Layout,
  multiply: DotKernel,
): VectorRanker['rank'] {
  const { count, dims } = prepared;
  const { width, queryAt, outAt } = layout;
  const queryPlace = new Float32Array(memory.buffer, queryAt, dims);
  const dots = new Float32Array(memory.buffer, outAt, count);
  return (query, limits) => {
    if (limits.candidates >= count || query.length !== dims) return rankVectors(prepared, query, limits);
    queryPlace.set(query);
    multiply(0, dims * 4, queryAt, width * 4, outAt, count);
    return rankFromDots(prepared, query, limits, dots, width);
  };
}

interface Layout {
  /** Numbers of a row that are read. */
  readonly width: number;
  readonly queryAt: number;
  readonly outAt: number;
  readonly bytes: number;
}

/**
 * The memory: rows end to end; zeros up to the width that is read of the last one; the query, filled up with
 * zeros; the products. A row is read beyond its end where its width is no whole step: the query's zeros cancel what
 * stands there, and what is not finite there makes the product NaN, which `rankFromDots` measures again.
 */
function planMemory(count: number, dims: number): Layout {
  const width = roundUp(dims, numbersPerStep);
  const queryAt = roundUp((count * dims + width) * 4, 16);
  const outAt = queryAt + width * 4;
  return { width, queryAt, outAt, bytes: outAt + count * 4 };
}

let compiled: WebAssembly.Module | null | undefined;

/** null where this machine's engine has no SIMD. */
function compileKernel(): WebAssembly.Module | null {
  if (compiled === undefined) {
    const bytes = encodeDotKernel();
    compiled = WebAssembly.validate(bytes) ? new WebAssembly.Module(bytes) : null;
  }
  return compiled;
}

/** null where WebAssembly, or the system, does not give that much in one piece. */
function allocate(bytes: number): WebAssembly.Memory | null {
  if (bytes > mostBytes) return null;
  const pages = Math.ceil(bytes / pageBytes);
  try {
    return new WebAssembly.Memory({ initial: pages, maximum: pages });
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function roundUp(value: number, step: number): number {
  return Math.ceil(value / step) * step;
}
