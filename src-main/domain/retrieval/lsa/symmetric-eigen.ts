// Eigenvalues and eigenvectors of small symmetric matrices.

/** Below it a square would vanish; entries of matrices that matter are far above. */
const smallestLink = 1e-150;

/**
 * Finds the eigenvalues of a symmetric tridiagonal matrix by QL steps with implicit shifts (Bowdler, Martin, Reinsch and
 * Wilkinson 1968; EISPACK tql2). All arrays are overwritten.
 * @param diagonal becomes the eigenvalues, in no order
 * @param beside `beside[i]` stands between the entries i and i + 1 of the diagonal; as long as it, the last entry unused
 * @param vectors `width` numbers for each entry of the diagonal, carried along by the rotations: the identity becomes the
 * eigenvectors, one a row; a single column of it becomes that component of every eigenvector
 * @returns false where an eigenvalue does not settle, which is only known of entries that are no numbers
 */
export function solveTridiagonal(
  diagonal: Float64Array,
  beside: Float64Array,
  vectors: Float64Array,
  width: number,
): boolean {
  const size = diagonal.length;
  if (size > 0) beside[size - 1] = 0;
  for (let first = 0; first < size; first += 1) {
    for (let round = 0; ; round += 1) {
      const last = findSplit(diagonal, beside, first);
      if (last === first) break;
      if (round === 60) return false;
      stepQl(diagonal, beside, vectors, width, first, last);
    }
  }
  return true;
}

/** The end of the block from `first` on: the first place whose link to the next is negligible. */
function findSplit(diagonal: Float64Array, beside: Float64Array, first: number): number {
  for (let at = first; at + 1 < diagonal.length; at += 1) {
    const near = Math.abs(diagonal[at] as number) + Math.abs(diagonal[at + 1] as number);
    const link = Math.abs(beside[at] as number);
    if (link <= Number.EPSILON * near || link < smallestLink) return at;
  }
  return diagonal.length - 1;
}

function stepQl(
  diagonal: Float64Array,
  beside: Float64Array,
  vectors: Float64Array,
  width: number,
  first: number,
  last: number,
): void {
  const link = beside[first] as number;
  const start = diagonal[first] as number;
  const lean = ((diagonal[first + 1] as number) - start) / (2 * link);
  const far = Math.sqrt(lean * lean + 1);
  let g = (diagonal[last] as number) - start + link / (lean + (lean >= 0 ? far : -far));
  let sine = 1;
  let cosine = 1;
  let carried = 0;
  for (let at = last - 1; at >= first; at -= 1) {
    const f = sine * (beside[at] as number);
    const b = cosine * (beside[at] as number);
    const length = Math.sqrt(f * f + g * g);
    beside[at + 1] = length;
    if (length === 0) {
      // The block falls apart here: undo the shift of the place that was reached and let the caller split.
      (diagonal[at + 1] as number) -= carried;
      beside[last] = 0;
      return;
    }
    sine = f / length;
    cosine = g / length;
    g = (diagonal[at + 1] as number) - carried;
    const turned = ((diagonal[at] as number) - g) * sine + 2 * cosine * b;
    carried = sine * turned;
    diagonal[at + 1] = g + carried;
    g = cosine * turned - b;
    rotateRows(vectors, at * width, width, cosine, sine);
  }
  (diagonal[first] as number) -= carried;
  beside[first] = g;
  beside[last] = 0;
}

/** Turns the row at `start` and the one after it. */
function rotateRows(vectors: Float64Array, start: number, width: number, cosine: number, sine: number): void {
  const end = start + width;
  for (let i = start; i < end; i += 1) {
    const upper = vectors[i] as number;
    const lower = vectors[i + width] as number;
    vectors[i + width] = sine * upper + cosine * lower;
    vectors[i] = cosine * upper - sine * lower;
  }
}

/**
 * Reduces a symmetric matrix to tridiagonal form by Householder reflections (Golub and Van Loan, Matrix Computations,
 * algorithm 8.3.1). The matrix is overwritten.
 * @param matrix size x size, row-major
 * @returns the tridiagonal form, and the `vectors` with which `solveTridiagonal` gives the matrix's own eigenvectors
 */
export function tridiagonalise(
  matrix: Float64Array,
  size: number,
): { readonly diagonal: Float64Array; readonly beside: Float64Array; readonly vectors: Float64Array } {
  const vectors = identity(size);
  const mirror = new Float64Array(size);
  for (let column = 0; column + 2 < size; column += 1) {
    if (!fillMirror(matrix, size, column, mirror)) continue;
    reflectBothSides(matrix, size, column + 1, mirror);
    reflectRows(vectors, size, column + 1, mirror);
  }
  const diagonal = Float64Array.from({ length: size }, (_, i) => matrix[i * size + i] as number);
  const beside = Float64Array.from({ length: size }, (_, i) =>
    i + 1 < size ? (matrix[i * size + i + 1] as number) : 0,
  );
  return { diagonal, beside, vectors };
}

export function identity(size: number): Float64Array {
  const matrix = new Float64Array(size * size);
  for (let i = 0; i < size; i += 1) matrix[i * size + i] = 1;
  return matrix;
}

/** The unit vector whose reflection clears a column below its first entry under the diagonal; false: it is clear. */
function fillMirror(matrix: Float64Array, size: number, column: number, mirror: Float64Array): boolean {
  mirror.fill(0);
  let rest = 0;
  for (let row = column + 1; row < size; row += 1) {
    const value = matrix[row * size + column] as number;
    mirror[row] = value;
    if (row > column + 1) rest += value * value;
  }
  if (rest === 0) return false;
  const head = mirror[column + 1] as number;
  const length = Math.sqrt(rest + head * head);
  mirror[column + 1] = head + (head >= 0 ? length : -length);
  const scaled = Math.sqrt(rest + (mirror[column + 1] as number) ** 2);
  for (let row = column + 1; row < size; row += 1) (mirror[row] as number) /= scaled;
  return true;
}

function reflectBothSides(matrix: Float64Array, size: number, from: number, mirror: Float64Array): void {
  const first = from - 1;
  const product = new Float64Array(size);
  let half = 0;
  for (let row = first; row < size; row += 1) {
    let sum = 0;
    for (let i = from; i < size; i += 1) sum += (matrix[row * size + i] as number) * (mirror[i] as number);
    product[row] = 2 * sum;
    half += sum * (mirror[row] as number);
  }
  for (let row = first; row < size; row += 1) (product[row] as number) -= 2 * half * (mirror[row] as number);
  for (let row = first; row < size; row += 1) {
    const own = mirror[row] as number;
    const share = product[row] as number;
    for (let i = first; i < size; i += 1)
      (matrix[row * size + i] as number) -= own * (product[i] as number) + share * (mirror[i] as number);
  }
}

function reflectRows(vectors: Float64Array, size: number, from: number, mirror: Float64Array): void {
  const sums = new Float64Array(size);
  for (let row = from; row < size; row += 1) {
    const own = mirror[row] as number;
    for (let i = 0; i < size; i += 1) (sums[i] as number) += own * (vectors[row * size + i] as number);
  }
  for (let row = from; row < size; row += 1) {
    const own = 2 * (mirror[row] as number);
    for (let i = 0; i < size; i += 1) (vectors[row * size + i] as number) -= own * (sums[i] as number);
  }
}
