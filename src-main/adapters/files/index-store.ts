// Chunked and indexed corpora in .assay/lexical/<fingerprint>/: used whole and unharmed, or built again.
import { stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { crc32 } from 'node:zlib';
import { Type, type Static } from '@sinclair/typebox';
import type { Chunk } from '#contract/documents';
import { AppError } from '#contract/failure';
import type { LexicalIndex } from '#domain/retrieval/lexical-index';
import {
  lexicalIndexArrays,
  lexicalIndexFromData,
  lexicalIndexToData,
} from '#domain/retrieval/lexical-index-data';
import type { IndexStore } from '#services/ports';
import { findProblems } from '#services/validate';
import { readBytes, readJsonFile } from './disk/json-file.ts';
import { sweepStray, writeAtomic, writeFolder } from './files.ts';
import { keepNewest } from './keep-newest.ts';
import { withFileLock } from './lock.ts';
import { resolveInside } from './paths.ts';
import { lockFile } from './workspace/layout.ts';

export interface ChunkIndex {
  readonly chunks: readonly Chunk[];
  readonly lexical: LexicalIndex;
}

const indexFormat = 1;
const lexicalJson = 'lexical.json';
const chunkFile = 'chunks.bin';
const fileNames = [lexicalJson, chunkFile, ...lexicalIndexArrays.map((name) => `${name}.bin`)];
/** Of one chunk in chunks.bin: ordinal of its document, start, end. */
const fieldsPerChunk = 3;

/** header.json, which is written last. The checksum is against accidents: a derived file needs no more. */
const HeaderSchema = Type.Object({
  format: Type.Literal(indexFormat),
  documentIds: Type.Array(Type.String()),
  files: Type.Record(Type.String(), Type.Object({ bytes: Type.Integer(), crc32: Type.Integer() })),
});
type Header = Static<typeof HeaderSchema>;

/** @param root the workspace's folder; nothing is read before the first call */
export function createIndexStore(root: string): IndexStore {
  return {
    async has(fingerprint) {
      const folder = await indexFolder(root, fingerprint);
      const header = await loadHeader(folder);
      if (header === null) return false;
      for (const [name, { bytes }] of Object.entries(header.files)) {
        const status = await stat(join(folder, name)).catch(() => null);
        if (status?.size !== bytes) return false;
      }
      return true;
    },
    async load(fingerprint) {
      const folder = await indexFolder(root, fingerprint);
      const header = await loadHeader(folder);
      return header === null ? null : loadIndex(folder, header);
    },
  };
}

/** Indexes kept; one of earlier documents or another config is built again when it is wanted. */
const mostIndexes = 32;

/**
 * Writes an index under its fingerprint; it appears complete or not at all.
 * @param index chunks in corpus order, with ids `<documentId>#<n>`, n from 1
 */
export async function saveIndex(root: string, fingerprint: string, index: ChunkIndex): Promise<void> {
  const folder = await indexFolder(root, fingerprint);
  const { documentIds, bytes } = chunksToBytes(index.chunks);
  const { json, arrays } = lexicalIndexToData(index.lexical);
  const contents = new Map<string, Uint8Array>([
    [lexicalJson, Buffer.from(json, 'utf8')],
    [chunkFile, bytes],
    ...lexicalIndexArrays.map((name) => [`${name}.bin`, arrays[name]] as const),
  ]);
  const files = Object.fromEntries(
    [...contents].map(([name, content]) => [name, { bytes: content.byteLength, crc32: crc32(content) }]),
  );
  const header: Header = { format: indexFormat, documentIds, files };
  await withFileLock(
    lockFile(root, `lexical-${nameOf(fingerprint)}`),
    'saving an index',
    async () => {
      await sweepStray(join(folder, '..'));
      await writeFolder(folder, async (temporary) => {
        for (const [name, content] of contents) await writeAtomic(join(temporary, name), content);
        await writeAtomic(join(temporary, 'header.json'), JSON.stringify(header));
      });
      await keepNewest(join(folder, '..'), mostIndexes, basename(folder));
    },
    { waitMs: 30_000 },
  );
}

/** null for a folder that is not there, incomplete, damaged, or of another format. */
async function loadHeader(folder: string): Promise<Header | null> {
  const read = await readJsonFile(join(folder, 'header.json'), 'header.json');
  if (!('value' in read) || findProblems(HeaderSchema, read.value).length > 0) return null;
  const header = read.value as Header;
  return fileNames.every((name) => Object.hasOwn(header.files, name)) ? header : null;
}

async function loadIndex(folder: string, header: Header): Promise<ChunkIndex | null> {
  const read = await Promise.all(
    fileNames.map(async (name) => {
      const bytes = await readBytes(join(folder, name));
      const expected = header.files[name];
      const isWhole =
        bytes?.byteLength === expected?.bytes && bytes !== null && crc32(bytes) === expected?.crc32;
      return [name, isWhole ? bytes : null] as const;
    }),
  );
  const contents = new Map(read.flatMap(([name, bytes]) => (bytes === null ? [] : [[name, bytes] as const])));
  const json = contents.get(lexicalJson);
  const chunkBytes = contents.get(chunkFile);
  if (contents.size < fileNames.length || json === undefined || chunkBytes === undefined) return null;
  const lexical = lexicalIndexFromData({
    json: json.toString('utf8'),
    arrays: Object.fromEntries(lexicalIndexArrays.map((name) => [name, contents.get(`${name}.bin`)])),
  });
  const chunks = chunksFromBytes(header.documentIds, chunkBytes);
  return lexical === null || chunks === null || chunks.length !== lexical.chunkCount
    ? null
    : { chunks, lexical };
}

function chunksToBytes(chunks: readonly Chunk[]): {
  readonly documentIds: string[];
  readonly bytes: Uint8Array;
} {
  const documentIds: string[] = [];
  const fields = new Uint32Array(chunks.length * fieldsPerChunk);
  let number = 0;
  for (const [index, chunk] of chunks.entries()) {
    const isNext = documentIds.at(-1) === chunk.documentId;
    if (!isNext) documentIds.push(chunk.documentId);
    number = isNext ? number + 1 : 1;
    if (chunk.id !== chunkId(chunk.documentId, number) || chunk.index !== index) {
      throw new AppError('internal', `The chunk ${chunk.id} stands out of order: its index cannot be saved.`);
    }
    fields.set([documentIds.length - 1, chunk.start, chunk.end], index * fieldsPerChunk);
  }
  return { documentIds, bytes: new Uint8Array(fields.buffer) };
}

/** null where an ordinal or an offset cannot be. */
function chunksFromBytes(documentIds: readonly string[], bytes: Buffer): readonly Chunk[] | null {
  const fieldBytes = Uint32Array.BYTES_PER_ELEMENT;
  if (bytes.byteLength % (fieldsPerChunk * fieldBytes) !== 0) return null;
  const aligned = bytes.byteOffset % fieldBytes === 0 ? bytes : Uint8Array.from(bytes);
  const fields = new Uint32Array(aligned.buffer, aligned.byteOffset, aligned.byteLength / fieldBytes);
  const chunks: Chunk[] = [];
  let previous = -1;
  let number = 0;
  for (let at = 0; at < fields.length; at += fieldsPerChunk) {
    const [ordinal = 0, start = 0, end = 0] = fields.subarray(at, at + fieldsPerChunk);
    const documentId = documentIds[ordinal];
    if (documentId === undefined || end < start || (ordinal !== previous && ordinal !== previous + 1))
      return null;
    number = ordinal === previous ? number + 1 : 1;
    previous = ordinal;
    chunks.push({ id: chunkId(documentId, number), index: chunks.length, documentId, start, end });
  }
  return chunks;
}

function chunkId(documentId: string, number: number): string {
  return `${documentId}#${number}`;
}

async function indexFolder(root: string, fingerprint: string): Promise<string> {
  return resolveInside(root, `.assay/lexical/${nameOf(fingerprint)}`);
}

/** A fingerprint is a hash; its colon cannot stand in a file name everywhere. */
function nameOf(fingerprint: string): string {
  const name = fingerprint.replace(/^sha256:/, '');
  if (!/^[0-9A-Za-z-]{1,128}$/.test(name)) {
    throw new AppError('invalid-input', `${JSON.stringify(fingerprint)} is no fingerprint of an index.`);
  }
  return name;
}
