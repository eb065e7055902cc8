// A table of vectors held in memory once, ready to be ranked: by WebAssembly SIMD where there is any, else by a plain loop.
import { prepareVectors, type VectorDistance } from '#domain/retrieval/vectors/prepare-vectors';
import { rankFromDots, rankVectors, type VectorRanker } from '#domain/retrieval/vectors/rank-vectors';
import { encodeDotKernel, numbersPerStep, rowsPerBlock, type DotKernel } from './dot-kernel.ts';

/** Where a table is filled, row by row, before it is opened. */
export interface VectorTableBuilder {
  /** count x dims, row-major, zeros at first. The caller fills it in place: it is the table's own memory. */
  readonly vectors: Float32Array;
  finish(): VectorTable;
}

export interface VectorTable {
  readonly count: number;
  readonly dims: number;
  /** count x dims, row-major; not to be changed any more. */
  readonly vectors: Float32Array;
  /** How it ranks. The lists and scores are the same, to the last bit. */
  readonly method: 'simd' | 'plain';
  /** Opens a ranker; several may be open over one table, each adds 8 bytes a row. Calls must not overlap: they are synchronous. */
  open(distance: VectorDistance): VectorRanker;
}

const pageBytes = 65_536;
/** WebAssembly addresses 4 GiB, less the first page beyond which sizes no longer fit 32 bits. */
const mostBytes = 65_535 * pageBytes;

/** Allocates a table: in WebAssembly's memory where SIMD is there and the table fits, else as a plain array. */
export function allocateVectorTable(
  count: number,
  dims: number,
  options: { readonly simd?: boolean } = {},
): VectorTableBuilder {
  const kernel = options.simd === false ? null : compileKernel();
  const held = kernel && count > 0 ? allocateForKernel(kernel, count, dims) : null;
  if (held) return held;
  const vectors = new Float32Array(count * dims);
  return {
    vectors,
    finish: () => ({
      count,
      dims,
      vectors,
      method: 'plain',
      open(distance) {
        const prepared = prepareVectors({ vectors, dims, distance });
        return {
          rank: (query, candidates, minScore) => rankVectors(prepared, query, { candidates, minScore }),
        };
      },
    }),
  };
}

/** Copies vectors into a table. The caller lets go of its own copy. */
export function createVectorTable(
  input: { readonly vectors: Float32Array; readonly dims: number },
  options: { readonly simd?: boolean } = {},
): VectorTable {
  const { vectors, dims } = input;
  const builder = allocateVectorTable(vectors.length / dims, dims, options);
  builder.vectors.set(vectors);
  return builder.finish();
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

/**
 * The memory: rows end to end; zeros up to a whole block of rows, read to the width of a step; the query, filled up with
 * zeros; the products. A row is read beyond its end where its width is no whole step: the query's zeros cancel what
 * stands there, and what is not finite there makes the product NaN, which `rankFromDots` measures again.
 */
function allocateForKernel(
  module: WebAssembly.Module,
  count: number,
  dims: number,
): VectorTableBuilder | null {
  const width = roundUp(dims, numbersPerStep);
  const rows = roundUp(count, rowsPerBlock);
  const queryAt = roundUp((rows * dims + width) * 4, 16);
  const outAt = queryAt + width * 4;
  const bytes = outAt + rows * 4;
  const memory = bytes <= mostBytes ? allocateMemory(Math.ceil(bytes / pageBytes)) : null;
  if (memory === null) return null;
  const { multiply } = new WebAssembly.Instance(module, { assay: { memory } }).exports;
  const kernel = multiply as DotKernel;
  const vectors = new Float32Array(memory.buffer, 0, count * dims);
  const queryPlace = new Float32Array(memory.buffer, queryAt, dims);
  const dots = new Float32Array(memory.buffer, outAt, count);
  const finish = (): VectorTable => ({
    count,
    dims,
    vectors,
    method: 'simd',
    open(distance) {
      const prepared = prepareVectors({ vectors, dims, distance });
      return {
        rank(query, candidates, minScore) {
          const limits = { candidates, minScore };
          if (candidates >= count || query.length !== dims) return rankVectors(prepared, query, limits);
          queryPlace.set(query);
          kernel(0, dims * 4, queryAt, width * 4, outAt, rows / rowsPerBlock);
          return rankFromDots(prepared, query, limits, dots, width);
        },
      };
    },
  });
  return { vectors, finish };
}

/** null where the system does not give that much in one piece. */
function allocateMemory(pages: number): WebAssembly.Memory | null {
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
