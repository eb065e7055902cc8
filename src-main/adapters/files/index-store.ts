// Chunked and indexed corpora in .assay/lexical/<fingerprint>/: used whole and unharmed, or built again.
import { Type } from '@sinclair/typebox';
import type { Chunk } from '#contract/documents';
import { AppError } from '#contract/failure';
import type { LexicalIndex } from '#domain/retrieval/lexical-index';
import {
  lexicalIndexArrays,
  lexicalIndexFromData,
  lexicalIndexToData,
} from '#domain/retrieval/lexical-index-data';
import type { IndexStore } from '#services/ports';
import { createCheckedFolders } from './checked-folder.ts';

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
/** Indexes kept; one of earlier documents or another config is built again when it is wanted. */
const mostIndexes = 32;

const FactsSchema = Type.Object({
  format: Type.Literal(indexFormat),
  documentIds: Type.Array(Type.String()),
});

function foldersOf(root: string) {
  return createCheckedFolders(root, 'lexical', fileNames, FactsSchema, mostIndexes);
}

/** @param root the workspace's folder; nothing is read before the first call */
export function createIndexStore(root: string): IndexStore {
  const folders = foldersOf(root);
  return {
    has: (fingerprint) => folders.has(fingerprint),
    async load(fingerprint) {
      const found = await folders.load(fingerprint);
      return found === null ? null : readIndex(found.facts.documentIds, found.contents);
    },
  };
}

/**
 * Writes an index under its fingerprint; it appears complete or not at all.
 * @param index chunks in corpus order, with ids `<documentId>#<n>`, n from 1
 */
export async function saveIndex(root: string, fingerprint: string, index: ChunkIndex): Promise<void> {
  const { documentIds, bytes } = chunksToBytes(index.chunks);
  const { json, arrays } = lexicalIndexToData(index.lexical);
  const contents = new Map<string, Uint8Array>([
    [lexicalJson, Buffer.from(json, 'utf8')],
    [chunkFile, bytes],
    ...lexicalIndexArrays.map((name) => [`${name}.bin`, arrays[name]] as const),
  ]);
  await foldersOf(root).save(fingerprint, { format: indexFormat, documentIds }, contents);
}

function readIndex(documentIds: readonly string[], contents: ReadonlyMap<string, Buffer>): ChunkIndex | null {
  const json = contents.get(lexicalJson);
  const chunkBytes = contents.get(chunkFile);
  if (json === undefined || chunkBytes === undefined) return null;
  const lexical = lexicalIndexFromData({
    json: json.toString('utf8'),
    arrays: Object.fromEntries(lexicalIndexArrays.map((name) => [name, contents.get(`${name}.bin`)])),
  });
  const chunks = chunksFromBytes(documentIds, chunkBytes);
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
    const ordinal = fields[at] as number;
    const start = fields[at + 1] as number;
    const end = fields[at + 2] as number;
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
