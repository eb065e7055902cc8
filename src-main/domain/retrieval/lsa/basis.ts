// Orthonormal vectors of one length, and making another vector orthogonal to them.

export type Basis = readonly Float64Array[];

export function norm(vector: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < vector.length; i += 1) sum += (vector[i] as number) * (vector[i] as number);
  return Math.sqrt(sum);
}

export function scale(vector: Float64Array, factor: number): void {
  for (let i = 0; i < vector.length; i += 1) (vector[i] as number) *= factor;
}

export function dot(left: Float64Array, right: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < left.length; i += 1) sum += (left[i] as number) * (right[i] as number);
  return sum;
}

/** Adds factor x other. */
export function addScaled(vector: Float64Array, factor: number, other: Float64Array): void {
  for (let i = 0; i < vector.length; i += 1) (vector[i] as number) += factor * (other[i] as number);
}

/**
 * Takes out of `vector` its parts along the first `count` vectors of the basis, in place: classical Gram-Schmidt, and again
 * while a pass takes away more than half of what was left ('twice is enough': Giraud, Langou and Rozloznik 2005).
 * @returns the length of what is left; 0 where nothing but rounding errors is left
 */
export function orthogonalise(vector: Float64Array, basis: Basis, count: number): number {
  const whole = norm(vector);
  let before = whole;
  for (let pass = 0; pass < 4; pass += 1) {
    takeOut(vector, basis, count);
    const after = norm(vector);
    if (!(after > whole * 1e-14)) return 0;
    if (after > before / 2) return after;
    before = after;
  }
  return before;
}

/** One pass, four basis vectors at a time: reading them is what takes the time. */
function takeOut(vector: Float64Array, basis: Basis, count: number): void {
  const inFours = count - (count % 4);
  const shares = new Float64Array(count);
  for (let at = 0; at < inFours; at += 4) shareFour(vector, basis, at, shares);
  for (let at = inFours; at < count; at += 1) shares[at] = dot(vector, basis[at] as Float64Array);
  for (let at = 0; at < inFours; at += 4) subtractFour(vector, basis, at, shares);
  for (let at = inFours; at < count; at += 1)
    addScaled(vector, -(shares[at] as number), basis[at] as Float64Array);
}

function shareFour(vector: Float64Array, basis: Basis, at: number, shares: Float64Array): void {
  const first = basis[at] as Float64Array;
  const second = basis[at + 1] as Float64Array;
  const third = basis[at + 2] as Float64Array;
  const fourth = basis[at + 3] as Float64Array;
  let [a, b, c, d] = [0, 0, 0, 0];
  for (let i = 0; i < vector.length; i += 1) {
    const value = vector[i] as number;
    a += value * (first[i] as number);
    b += value * (second[i] as number);
    c += value * (third[i] as number);
    d += value * (fourth[i] as number);
  }
  shares[at] = a;
  shares[at + 1] = b;
  shares[at + 2] = c;
  shares[at + 3] = d;
}

function subtractFour(vector: Float64Array, basis: Basis, at: number, shares: Float64Array): void {
  const first = basis[at] as Float64Array;
  const second = basis[at + 1] as Float64Array;
  const third = basis[at + 2] as Float64Array;
  const fourth = basis[at + 3] as Float64Array;
  const a = shares[at] as number;
  const b = shares[at + 1] as number;
  const c = shares[at + 2] as number;
  const d = shares[at + 3] as number;
  for (let i = 0; i < vector.length; i += 1) {
    (vector[i] as number) -=
      a * (first[i] as number) +
      b * (second[i] as number) +
      (c * (third[i] as number) + d * (fourth[i] as number));
  }
}

/**
 * The sums of the basis vectors with given coefficients.
 * @param coefficients as many numbers a row as there are vectors
 * @param rows which rows to make a vector of
 */
export function combine(basis: Basis, coefficients: Float64Array, rows: readonly number[]): Float64Array[] {
  const count = basis.length;
  const size = basis[0]?.length ?? 0;
  const inFours = count - (count % 4);
  const shares = new Float64Array(count);
  return rows.map((row) => {
    const sum = new Float64Array(size);
    for (let at = 0; at < count; at += 1) shares[at] = -(coefficients[row * count + at] as number);
    for (let at = 0; at < inFours; at += 4) subtractFour(sum, basis, at, shares);
    for (let at = inFours; at < count; at += 1)
      addScaled(sum, -(shares[at] as number), basis[at] as Float64Array);
    return sum;
  });
}
