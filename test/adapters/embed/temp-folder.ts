// A temporary folder for one test file, and the one helper every test of a built model needs.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export async function createTempFolder(): Promise<{ readonly path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'assay-embed-'));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

/** Row `index` of vectors that lie end to end. */
export function row(
  result: { readonly vectors: Float32Array; readonly dims: number },
  index: number,
): Float32Array {
  return result.vectors.slice(index * result.dims, (index + 1) * result.dims);
}

/** Cosine of two vectors of length 1. */
export function multiply(left: Float32Array, right: Float32Array): number {
  return left.reduce((sum, value, index) => sum + value * (right[index] ?? 0), 0);
}
