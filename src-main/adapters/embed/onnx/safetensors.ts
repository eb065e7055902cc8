// Reads tensors out of a safetensors file held in memory.
import { AppError } from '#contract/failure';

/** A tensor in row-major order, with its values as 32-bit floats and, where the file had them, as raw 16-bit halves. */
export interface FloatTensor {
  readonly shape: readonly number[];
  readonly values: Float32Array;
  readonly halves: Uint16Array | null;
}

interface Entry {
  readonly dtype: string;
  readonly shape: readonly number[];
  readonly start: number;
  readonly end: number;
}

const headerLimitBytes = 100_000_000;

/**
 * Opens a safetensors file: 8 bytes little-endian header length, a JSON header, then the tensors' bytes.
 * Format: https://github.com/huggingface/safetensors (section Format). F16 and F32 tensors can be read.
 * @param bytes the whole file
 * @param file its name, for errors
 * @returns a reader of one tensor by its name
 * @throws AppError `unavailable` naming the file, and the tensor, where something is missing or malformed
 */
export function openSafetensors(bytes: Uint8Array, file: string): (name: string) => FloatTensor {
  const header = parseHeader(bytes, file);
  const dataStart = header.dataStart;
  return function readTensor(name: string): FloatTensor {
    const entry = header.entries.get(name);
    if (entry === undefined) throw broken(file, `has no tensor "${name}"`);
    const count = entry.shape.reduce((product, size) => product * size, 1);
    const raw = bytes.subarray(dataStart + entry.start, dataStart + entry.end);
    const width = entry.dtype === 'F16' ? 2 : 4;
    if (entry.dtype !== 'F16' && entry.dtype !== 'F32')
      throw broken(file, `holds tensor "${name}" as ${entry.dtype}; only F16 and F32 can be read`);
    if (raw.length !== count * width)
      throw broken(file, `is cut: tensor "${name}" has ${raw.length} of ${count * width} bytes`);
    // A copy starts at an aligned address, which a view into the file need not (a Buffer's own slice is a view).
    const aligned = new Uint8Array(raw).buffer;
    if (entry.dtype === 'F32') return { shape: entry.shape, values: new Float32Array(aligned), halves: null };
    const halves = new Uint16Array(aligned);
    return { shape: entry.shape, values: halvesToFloats(halves), halves };
  };
}

function parseHeader(bytes: Uint8Array, file: string): { entries: Map<string, Entry>; dataStart: number } {
  if (bytes.length < 8) throw broken(file, 'is shorter than its 8-byte header length');
  const length = Number(new DataView(bytes.buffer, bytes.byteOffset, 8).getBigUint64(0, true));
  if (length > headerLimitBytes || 8 + length > bytes.length)
    throw broken(file, `is cut: its header should be ${length} bytes long`);
  let json: unknown;
  try {
    json = JSON.parse(new TextDecoder().decode(bytes.subarray(8, 8 + length)));
  } catch (cause) {
    throw broken(file, 'has a header that is not JSON', cause);
  }
  if (typeof json !== 'object' || json === null) throw broken(file, 'has a header that is not an object');
  const entries = new Map<string, Entry>();
  for (const [name, value] of Object.entries(json)) {
    if (name !== '__metadata__') entries.set(name, parseEntry(value, name, file));
  }
  return { entries, dataStart: 8 + length };
}

function parseEntry(value: unknown, name: string, file: string): Entry {
  const { dtype, shape, data_offsets: offsets } = (value ?? {}) as Record<string, unknown>;
  const wellFormed = typeof dtype === 'string' && isSizes(shape) && isSizes(offsets) && offsets.length === 2;
  if (!wellFormed) throw broken(file, `has a malformed entry for tensor "${name}"`);
  return { dtype, shape, start: offsets[0] ?? 0, end: offsets[1] ?? 0 };
}

function isSizes(value: unknown): value is readonly number[] {
  return Array.isArray(value) && value.every((size) => Number.isSafeInteger(size) && size >= 0);
}

function broken(file: string, what: string, cause?: unknown): AppError {
  return new AppError('unavailable', `The weights file ${file} ${what}. Install the model package again.`, {
    cause,
  });
}

let halfTable: Float32Array | null = null;

/**
 * Widens IEEE 754 half-precision numbers to single precision, exactly.
 * @param halves the 16 bits of each number
 */
export function halvesToFloats(halves: Uint16Array): Float32Array {
  // All 65,536 halves fit in a table, which makes 23 million lookups a matter of milliseconds.
  halfTable ??= Float32Array.from({ length: 65536 }, (_, bits) => halfToFloat(bits));
  const table = halfTable;
  const floats = new Float32Array(halves.length);
  for (let index = 0; index < halves.length; index += 1) floats[index] = table[halves[index] ?? 0] ?? 0;
  return floats;
}

function halfToFloat(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 0x1f;
  const fraction = bits & 0x3ff;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  if (exponent === 31) return fraction === 0 ? sign * Infinity : NaN;
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}
