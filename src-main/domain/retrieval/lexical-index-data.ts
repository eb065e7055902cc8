// A lexical index as bytes and back: pure, so that the adapter only has to write and read files.
import { tokenizerVersion } from '../text/tokenize.ts';
import type { LexicalIndex } from './lexical-index.ts';

export const lexicalIndexFormat = 1;

/** Names of the byte arrays, one file each. */
export const lexicalIndexArrays = [
  'postingStarts',
  'postingChunks',
  'postingCounts',
  'chunkLengths',
] as const;
export type LexicalIndexArray = (typeof lexicalIndexArrays)[number];

export interface LexicalIndexData {
  /** JSON text: format, tokenizer, sizes and the terms. */
  readonly json: string;
  /** Integers in the byte order of this machine, which the JSON names. */
  readonly arrays: Readonly<Record<LexicalIndexArray, Uint8Array>>;
}

/** Returns what to write. The byte arrays are views of the index: nothing is copied. */
export function lexicalIndexToData(index: LexicalIndex): LexicalIndexData {
  return {
    json: JSON.stringify({
      format: lexicalIndexFormat,
      tokenizer: tokenizerVersion,
      byteOrder: byteOrder(),
      chunkCount: index.chunkCount,
      postingCount: index.postingChunks.length,
      countBytes: index.postingCounts.BYTES_PER_ELEMENT,
      terms: index.terms,
    }),
    arrays: {
      postingStarts: bytesOf(index.postingStarts),
      postingChunks: bytesOf(index.postingChunks),
      postingCounts: bytesOf(index.postingCounts),
      chunkLengths: bytesOf(index.chunkLengths),
    },
  };
}

/**
 * Reads an index back, or returns null when anything is inconsistent: another format, tokenizer or byte order, a size
 * that does not fit, postings out of order, a repeated term, counts that do not add up to the chunk lengths.
 */
export function lexicalIndexFromData(data: {
  readonly json: string;
  readonly arrays: Readonly<Partial<Record<LexicalIndexArray, Uint8Array>>>;
}): LexicalIndex | null {
  const header = readHeader(data.json);
  if (header === null) return null;
  const { chunkCount, postingCount, terms } = header;
  const postingStarts = readUint32(data.arrays.postingStarts, terms.length + 1);
  const postingChunks = readUint32(data.arrays.postingChunks, postingCount);
  const postingCounts =
    header.countBytes === 2
      ? readUint16(data.arrays.postingCounts, postingCount)
      : readUint32(data.arrays.postingCounts, postingCount);
  const chunkLengths = readUint32(data.arrays.chunkLengths, chunkCount);
  if (postingStarts === null || postingChunks === null || postingCounts === null || chunkLengths === null) {
    return null;
  }
  const termIds = new Map<string, number>();
  for (let id = 0; id < terms.length; id += 1) termIds.set(terms[id] as string, id);
  if (termIds.size !== terms.length) return null;
  const index = { chunkCount, terms, termIds, postingStarts, postingChunks, postingCounts, chunkLengths };
  return postingsAreConsistent(index) ? index : null;
}

interface Header {
  readonly chunkCount: number;
  readonly postingCount: number;
  readonly countBytes: 2 | 4;
  readonly terms: readonly string[];
}

function readHeader(json: string): Header | null {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return null;
  }
  if (typeof value !== 'object' || value === null) return null;
  const header = value as Readonly<Record<string, unknown>>;
  const { chunkCount, postingCount, countBytes, terms } = header;
  if (header['format'] !== lexicalIndexFormat || header['tokenizer'] !== tokenizerVersion) return null;
  if (header['byteOrder'] !== byteOrder()) return null;
  if (!isCount(chunkCount) || !isCount(postingCount)) return null;
  if (countBytes !== 2 && countBytes !== 4) return null;
  if (!Array.isArray(terms) || !terms.every((term) => typeof term === 'string' && term !== '')) return null;
  return { chunkCount, postingCount, countBytes, terms: terms as string[] };
}

function postingsAreConsistent(index: LexicalIndex): boolean {
  const { postingStarts, postingChunks, postingCounts, chunkLengths, chunkCount, terms } = index;
  if (postingStarts[0] !== 0 || postingStarts[terms.length] !== postingChunks.length) return false;
  const lengths = new Float64Array(chunkCount);
  for (let term = 0; term < terms.length; term += 1) {
    const start = postingStarts[term] as number;
    const end = postingStarts[term + 1] as number;
    // A term without a posting would make its idf infinite.
    if (end <= start || end > postingChunks.length) return false;
    let previous = -1;
    for (let i = start; i < end; i += 1) {
      const chunk = postingChunks[i] as number;
      const count = postingCounts[i] as number;
      if (chunk <= previous || chunk >= chunkCount || count === 0) return false;
      (lengths[chunk] as number) += count;
      previous = chunk;
    }
  }
  for (let chunk = 0; chunk < chunkCount; chunk += 1) {
    if (lengths[chunk] !== chunkLengths[chunk]) return false;
  }
  return true;
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 0xffffffff;
}

function bytesOf(array: Uint16Array | Uint32Array): Uint8Array {
  return new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
}

function readUint32(bytes: Uint8Array | undefined, length: number): Uint32Array | null {
  if (bytes === undefined || bytes.byteLength !== length * 4) return null;
  const aligned = bytes.byteOffset % 4 === 0 ? bytes : new Uint8Array(bytes);
  return new Uint32Array(aligned.buffer, aligned.byteOffset, length);
}

function readUint16(bytes: Uint8Array | undefined, length: number): Uint16Array | null {
  if (bytes === undefined || bytes.byteLength !== length * 2) return null;
  const aligned = bytes.byteOffset % 2 === 0 ? bytes : new Uint8Array(bytes);
  return new Uint16Array(aligned.buffer, aligned.byteOffset, length);
}

function byteOrder(): 'little' | 'big' {
  return new Uint8Array(new Uint16Array([1]).buffer)[0] === 1 ? 'little' : 'big';
}
