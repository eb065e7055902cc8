// The operator that LSA takes apart: the weight matrix times its transpose, on its smaller side, never written out.
import type { LexicalIndex } from '../lexical-index.ts';

/** Sparse rows: row `r` holds `weights[i]` at column `columns[i]` for `starts[r] <= i < starts[r + 1]`. */
export interface SparseRows {
  readonly starts: Uint32Array;
  readonly columns: Uint32Array;
  readonly weights: Float64Array;
}

/** The sum over `rows` of row x row transposed, plus a diagonal: symmetric, no eigenvalue below 0. */
export interface GramOperator {
  readonly side: 'chunks' | 'terms';
  /** Chunks or terms: length of the vectors it applies to. */
  readonly size: number;
  readonly diagonal: Float64Array;
  readonly rows: SparseRows;
}

/**
 * The chunks x terms weight matrix A as an operator: A A' where there are fewer chunks than terms, else A' A. A row of one
 * entry (most word pairs stand in a single chunk) only adds to the diagonal, so it costs nothing from then on.
 * @param weights per posting of the index
 */
export function createGram(
  index: Pick<LexicalIndex, 'chunkCount' | 'postingStarts' | 'postingChunks'>,
  weights: Float64Array,
): GramOperator {
  const termCount = index.postingStarts.length - 1;
  const byTerm = { starts: index.postingStarts, columns: index.postingChunks, weights };
  return index.chunkCount <= termCount
    ? splitSingles('chunks', index.chunkCount, byTerm)
    : splitSingles('terms', termCount, transposeRows(byTerm, index.chunkCount));
}

/** Writes the operator times `vector` into `product`; both of length `size`. */
export function applyGram(operator: GramOperator, vector: Float64Array, product: Float64Array): void {
  const { diagonal } = operator;
  const { starts, columns, weights } = operator.rows;
  for (let i = 0; i < product.length; i += 1) product[i] = (diagonal[i] as number) * (vector[i] as number);
  for (let row = 0; row + 1 < starts.length; row += 1) {
    const start = starts[row] as number;
    const end = starts[row + 1] as number;
    const inPairs = end - ((end - start) % 2);
    // Two sums at once, since each addition waits for the one before it.
    let sum = 0;
    let other = 0;
    for (let i = start; i < inPairs; i += 2) {
      sum += (weights[i] as number) * (vector[columns[i] as number] as number);
      other += (weights[i + 1] as number) * (vector[columns[i + 1] as number] as number);
    }
    if (inPairs < end) sum += (weights[inPairs] as number) * (vector[columns[inPairs] as number] as number);
    sum += other;
    for (let i = start; i < end; i += 1)
      (product[columns[i] as number] as number) += sum * (weights[i] as number);
  }
}

/** Rows by column, columns ascending within each. */
function transposeRows({ starts, columns, weights }: SparseRows, columnCount: number): SparseRows {
  const transposed = {
    starts: new Uint32Array(columnCount + 1),
    columns: new Uint32Array(columns.length),
    weights: new Float64Array(columns.length),
  };
  for (const column of columns) (transposed.starts[column + 1] as number) += 1;
  for (let column = 0; column < columnCount; column += 1)
    (transposed.starts[column + 1] as number) += transposed.starts[column] as number;
  const next = transposed.starts.slice(0, columnCount);
  for (let row = 0; row + 1 < starts.length; row += 1) {
    for (let i = starts[row] as number; i < (starts[row + 1] as number); i += 1) {
      const column = columns[i] as number;
      const at = next[column] as number;
      next[column] = at + 1;
      transposed.columns[at] = row;
      transposed.weights[at] = weights[i] as number;
    }
  }
  return transposed;
}

function splitSingles(side: GramOperator['side'], size: number, rows: SparseRows): GramOperator {
  const diagonal = new Float64Array(size);
  const starts: number[] = [0];
  const columns = new Uint32Array(rows.columns.length);
  const weights = new Float64Array(rows.columns.length);
  let kept = 0;
  for (let row = 0; row + 1 < rows.starts.length; row += 1) {
    const start = rows.starts[row] as number;
    const end = rows.starts[row + 1] as number;
    if (end - start === 1) {
      (diagonal[rows.columns[start] as number] as number) += (rows.weights[start] as number) ** 2;
      continue;
    }
    const before = kept;
    for (let i = start; i < end; i += 1) {
      if (rows.weights[i] === 0) continue;
      columns[kept] = rows.columns[i] as number;
      weights[kept] = rows.weights[i] as number;
      kept += 1;
    }
    if (kept > before) starts.push(kept);
  }
  const shared = {
    starts: Uint32Array.from(starts),
    columns: columns.slice(0, kept),
    weights: weights.slice(0, kept),
  };
  return { side, size, diagonal, rows: shared };
}
