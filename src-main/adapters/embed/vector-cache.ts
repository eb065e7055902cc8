// Keeps vectors on the disk by the hash of their text, in two files that only grow, and survives torn writes.
import { open, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { cutFile } from '../files/disk/journal.ts';
import { errorCode } from '../files/disk/operations.ts';
import { appendBytes } from './append-bytes.ts';

export interface VectorEntry {
  /** 64 hexadecimal digits. */
  readonly key: string;
  readonly vector: Float32Array;
  /** True where the text was longer than the model takes. */
  readonly cut: boolean;
}

export interface VectorCache {
  /** Whether its files were deleted since it was opened: what it knows is then no longer there. */
  isGone(): Promise<boolean>;
  /** Whether a vector is known by its key; its checksum is looked at when it is loaded. */
  has(key: string): boolean;
  /** Hands over each vector that is known among the keys; one that does not match its checksum counts as unknown. */
  load(keys: readonly string[], receive: (entry: VectorEntry) => void): Promise<void>;
  /** Adds vectors; resolves when they are on the disk. */
  append(entries: readonly VectorEntry[]): Promise<void>;
}

interface Place {
  readonly offset: number;
  readonly bytes: number;
  readonly checksum: number;
  readonly cut: boolean;
}

interface Files {
  readonly keys: string;
  readonly vectors: string;
}

// keys.bin: records of 56 bytes, little-endian: key 32, offset in vectors.bin 8, bytes 4, CRC-32 of the vector 4,
// flags 4 (bit 0: the text was cut), CRC-32 of the 52 bytes before it 4. vectors.bin: 32-bit floats, end to end.
// A vector is on the disk before its key. Two processes that append at once may misplace each other's vectors, which
// the checksum finds: such a vector is embedded again, never taken for another.
const recordBytes = 56;
const keyBytes = 32;

/**
 * Opens the cache in a folder, which is made by the first append. A torn or damaged tail of the key file is cut off.
 * @param folder one per model: vectors of different models never meet
 */
export async function openVectorCache(folder: string): Promise<VectorCache> {
  const files: Files = { keys: join(folder, 'keys.bin'), vectors: join(folder, 'vectors.bin') };
  const places = await loadPlaces(files.keys);
  let last: Promise<void> = Promise.resolve();
  return {
    async isGone() {
      return places.size > 0 && (await stat(files.keys).catch(() => null)) === null;
    },
    has: (key) => places.has(key),
    load: (keys, receive) => loadVectors(files, places, keys, receive),
    append: (entries) => {
      // One append after the other, whoever asks, so that each knows where its vectors start.
      const next = last.then(() => appendEntries(files, places, entries));
      last = next.catch(() => undefined);
      return next;
    },
  };
}

async function loadPlaces(path: string): Promise<Map<string, Place>> {
  const places = new Map<string, Place>();
  const bytes = await readFile(path).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return Buffer.alloc(0);
    throw error;
  });
  let end = 0;
  for (; end + recordBytes <= bytes.length; end += recordBytes) {
    const record = bytes.subarray(end, end + recordBytes);
    if (crc32(record.subarray(0, recordBytes - 4)) !== record.readUInt32LE(recordBytes - 4)) break;
    places.set(record.toString('hex', 0, keyBytes), {
      offset: Number(record.readBigUInt64LE(32)),
      bytes: record.readUInt32LE(40),
      checksum: record.readUInt32LE(44),
      cut: (record.readUInt32LE(48) & 1) === 1,
    });
  }
  if (end < bytes.length) await cutFile(path, end);
  return places;
}

async function loadVectors(
  files: Files,
  places: ReadonlyMap<string, Place>,
  keys: readonly string[],
  receive: (entry: VectorEntry) => void,
): Promise<void> {
  const wanted = keys.flatMap((key) => {
    const place = places.get(key);
    return place === undefined ? [] : [{ key, place }];
  });
  if (wanted.length === 0) return;
  wanted.sort((left, right) => left.place.offset - right.place.offset);
  const handle = await open(files.vectors, 'r').catch((error: unknown) => {
    // Keys without vectors: someone removed the file. Everything is embedded again.
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  });
  if (handle === null) return;
  try {
    for (const run of splitRuns(wanted)) {
      const start = run[0]?.place.offset ?? 0;
      const end = run.reduce((most, { place }) => Math.max(most, place.offset + place.bytes), start);
      const bytes = Buffer.alloc(end - start);
      const { bytesRead } = await handle.read(bytes, 0, bytes.length, start);
      for (const { key, place } of run) {
        const vector = readVector(bytes.subarray(0, bytesRead), place, start);
        if (vector !== null) receive({ key, vector, cut: place.cut });
      }
    }
  } finally {
    await handle.close();
  }
}

function readVector(bytes: Buffer, place: Place, start: number): Float32Array | null {
  const raw = bytes.subarray(place.offset - start, place.offset - start + place.bytes);
  if (raw.length !== place.bytes || crc32(raw) !== place.checksum) return null;
  // A copy, because floats need an aligned address and the caller should not keep the whole run alive.
  return new Float32Array(new Uint8Array(raw).buffer);
}

const runLimitBytes = 16 * 1024 * 1024;

/** Groups places that lie next to each other, so that each group takes one read of at most 16 MiB. */
function splitRuns<Item extends { readonly place: Place }>(sorted: readonly Item[]): Item[][] {
  const runs: Item[][] = [];
  let start = 0;
  let end = -1;
  for (const item of sorted) {
    const { offset, bytes } = item.place;
    const current = runs.at(-1);
    if (current !== undefined && offset <= end && offset + bytes - start <= runLimitBytes) current.push(item);
    else {
      runs.push([item]);
      start = offset;
    }
    end = Math.max(end, offset + bytes);
  }
  return runs;
}

async function appendEntries(
  files: Files,
  places: Map<string, Place>,
  entries: readonly VectorEntry[],
): Promise<void> {
  if (entries.length === 0) return;
  const vectors = entries.map(({ vector }) =>
    Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength),
  );
  const joined = Buffer.concat(vectors);
  const end = await appendBytes(files.vectors, joined);
  let offset = end - joined.length;
  const records: Buffer[] = [];
  const added = new Map<string, Place>();
  entries.forEach((entry, index) => {
    const raw = vectors[index] ?? Buffer.alloc(0);
    const place: Place = { offset, bytes: raw.length, checksum: crc32(raw), cut: entry.cut };
    records.push(encodeRecord(entry.key, place));
    added.set(entry.key, place);
    offset += raw.length;
  });
  await appendBytes(files.keys, Buffer.concat(records));
  for (const [key, place] of added) places.set(key, place);
}

function encodeRecord(key: string, place: Place): Buffer {
  const record = Buffer.alloc(recordBytes);
  if (record.write(key, 0, keyBytes, 'hex') !== keyBytes)
    throw new Error(`"${key}" is not a key of 32 bytes`);
  record.writeBigUInt64LE(BigInt(place.offset), 32);
  record.writeUInt32LE(place.bytes, 40);
  record.writeUInt32LE(place.checksum, 44);
  record.writeUInt32LE(place.cut ? 1 : 0, 48);
  record.writeUInt32LE(crc32(record.subarray(0, recordBytes - 4)), recordBytes - 4);
  return record;
}
