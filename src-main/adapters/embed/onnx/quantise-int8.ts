// Symmetric int8 quantisation of a weight matrix, one scale per column.

/** A matrix as int8 codes, row-major, with the scale of each column: value = code x scale. */
export interface QuantisedMatrix {
  readonly rows: number;
  readonly columns: number;
  readonly codes: Int8Array;
  readonly scales: Float32Array;
}

/**
 * Quantises each column c to codes -limit..limit with scale max|w| / limit (symmetric: zero stays zero).
 * A code times its scale differs from the weight by at most half a scale. A column of zeros gets scale 1.
 * The limit is 127 for all eight bits; 63 leaves one bit free, so that the 16-bit sums of pairs of products
 * in processors without a dot-product instruction (AVX2) cannot saturate: 2 x 255 x 63 < 32,768.
 * @param values row-major matrix, rows x columns
 * @param limit largest code, 1..127
 */
export function quantiseColumns(
  values: Float32Array,
  rows: number,
  columns: number,
  limit: number,
): QuantisedMatrix {
  const scales = new Float32Array(columns);
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const size = Math.abs(values[row * columns + column] ?? 0);
      if (size > (scales[column] ?? 0)) scales[column] = size;
    }
  }
  for (let column = 0; column < columns; column += 1) {
    scales[column] = (scales[column] ?? 0) / limit;
    // Nothing but zeros, or numbers too small for a single-precision scale: their codes become 0.
    if (scales[column] === 0) scales[column] = 1;
  }
  const codes = new Int8Array(rows * columns);
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const index = row * columns + column;
      const code = Math.round((values[index] ?? 0) / (scales[column] ?? 1));
      codes[index] = Math.max(-limit, Math.min(limit, code));
    }
  }
  return { rows, columns, codes, scales };
}

/** The matrix that the codes stand for, row-major. */
export function dequantise(matrix: QuantisedMatrix): Float32Array {
  return Float32Array.from(
    matrix.codes,
    (code, index) => code * (matrix.scales[index % matrix.columns] ?? 0),
  );
}
