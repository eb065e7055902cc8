// Loads the corpus: every text verified against the hash in its record, every line of every collection checked.
import { join } from 'node:path';
import { CollectionLineSchema, type CollectionLine } from '#contract/documents';
import type { Corpus, CorpusDocument, DocumentRecord } from '#contract/documents';
import { AppError, type Problem } from '#contract/failure';
import { hashBytes } from '#services/hash';
import { findProblems, problemText } from '#services/validate';
import { readBytes } from '../disk/json-file.ts';
import { problemsOf, readJsonLines } from '../disk/json-lines.ts';
import { remember, stampFile } from '../disk/remembered.ts';
import { resolveInside } from '../paths.ts';
import { recordsFile, sourceFile, textFile } from './layout.ts';
import {
  duplicateProblem,
  isCollection,
  nameProblems,
  readRecords,
  recordsVersion,
  type StoredCollection,
  type StoredRecord,
} from './records.ts';
import { readHashed } from './staging.ts';

const readsAtOnce = 16;
const statsAtOnce = 256;
/** So many are looked at in a few milliseconds. */
const fewFiles = 200;
const lookAgainMs = 2000;
const addAgain = 'Run "assay add" with its source again, or restore the file from version control';
const importAgain = 'Import the collection again, or restore the file from version control';

interface Place {
  readonly file: string;
  readonly line: number;
}

/** What the files say; `problems` is empty when the corpus can be used. */
export interface CheckedCorpus {
  readonly documents: readonly CorpusDocument[];
  readonly problems: readonly Problem[];
}

/**
 * Loads all documents in corpus order. Takes no lock: when a writer came between, it reads again.
 * @throws AppError stale with every file and line that is broken or was changed outside Assay
 */
export async function loadCorpus(root: string): Promise<Corpus> {
  const { documents, problems } = await checkCorpus(root);
  const [first] = problems;
  if (first) {
    const more = problems.length > 1 ? ` (and ${problems.length - 1} more)` : '';
    throw new AppError('stale', `The documents cannot be used. ${problemText(first)}${more}`, { problems });
  }
  return { documents, hash: corpusHash(documents) };
}

/**
 * Makes a function whose answer changes whenever a text may have: it reads the records, and of the texts what the disk
 * says of them. Asked again and again it looks at many files at most every two seconds; what Assay writes itself shows
 * at once, in the records.
 */
export function createCorpusStamp(root: string): () => Promise<string> {
  const files = remember(
    () => recordsVersion(root),
    async () => (await readRecords(root)).lines.map(({ record }) => join(root, textPath(record))),
  );
  let seen = { version: '', stamp: '', atMs: 0 };
  return async () => {
    const version = await recordsVersion(root);
    const paths = await files.load();
    const isFresh = paths.length > fewFiles && performance.now() - seen.atMs < lookAgainMs;
    if (isFresh && seen.version === version) return seen.stamp;
    const stamps: string[] = [version];
    for (let from = 0; from < paths.length; from += statsAtOnce)
      stamps.push(...(await Promise.all(paths.slice(from, from + statsAtOnce).map(stampFile))));
    seen = { version, stamp: hashBytes(stamps.join('\n')), atMs: performance.now() };
    return seen.stamp;
  };
}

function textPath(record: StoredRecord): string {
  return isCollection(record) ? sourceFile(record.path) : textFile(record.id);
}

/** sha256 over one JSON line `[id, textHash]` per document, in corpus order. */
export function corpusHash(documents: readonly Pick<CorpusDocument, 'id' | 'textHash'>[]): string {
  return hashBytes(documents.map(({ id, textHash }) => `${JSON.stringify([id, textHash])}\n`).join(''));
}

/** Reads everything and collects every problem; never throws on bad content. */
export async function checkCorpus(root: string): Promise<CheckedCorpus> {
  const most = 20;
  for (let round = 1; ; round += 1) {
    const before = await recordsVersion(root);
    const checked = await checkOnce(root);
    const unchanged = (await recordsVersion(root)) === before;
    if (checked.problems.length === 0 || unchanged || round === most) return checked;
  }
}

async function checkOnce(root: string): Promise<CheckedCorpus> {
  const { lines, problems: recordProblems } = await readRecords(root);
  const problems: Problem[] = [...recordProblems];
  const documents: CorpusDocument[] = [];
  const places = new Map<string, Place>();
  for (let from = 0; from < lines.length; from += readsAtOnce) {
    const batch = lines
      .slice(from, from + readsAtOnce)
      .filter(({ record }) => nameProblems(record).length === 0);
    const read = await Promise.all(
      batch.map(({ record, line }) =>
        isCollection(record) ? readCollection(root, record, line) : readDocument(root, record, line),
      ),
    );
    for (const part of read) {
      problems.push(...part.problems);
      for (const { document, place } of part.entries) {
        const first = places.get(document.id);
        if (first === undefined) places.set(document.id, place);
        // Two records of one id are told by readRecords already.
        else if (first.file !== recordsFile || place.file !== recordsFile) {
          problems.push(duplicateProblem(place.file, place.line, 'id', document.id, first));
        }
        documents.push(document);
      }
    }
  }
  return { documents, problems };
}

interface ReadPart {
  readonly entries: readonly { readonly document: CorpusDocument; readonly place: Place }[];
  readonly problems: readonly Problem[];
}

async function readDocument(root: string, record: DocumentRecord, line: number): Promise<ReadPart> {
  const file = textFile(record.id);
  const bytes = await readOrProblem(file, () => readHashed(root, { path: file, hash: record.textHash }));
  if ('problem' in bytes) return { entries: [], problems: [bytes.problem] };
  if (typeof bytes.value === 'string') {
    const message = bytes.value === 'missing' ? 'is missing' : 'was changed outside Assay';
    return { entries: [], problems: [{ file, message, remedy: addAgain }] };
  }
  const document: CorpusDocument = {
    id: record.id,
    title: record.title,
    text: bytes.value.toString('utf8'),
    textHash: record.textHash,
    language: record.language ?? null,
    path: record.path,
    mediaType: record.mediaType,
    collection: null,
    pages: record.pages ?? [],
    headings: record.headings ?? [],
    metadata: record.metadata ?? {},
    warnings: record.extraction.warnings,
  };
  return { entries: [{ document, place: { file: recordsFile, line } }], problems: [] };
}

async function readCollection(root: string, record: StoredCollection, line: number): Promise<ReadPart> {
  const file = sourceFile(record.path);
  const problems: Problem[] = [];
  const read = await readOrProblem(file, () => readCollectionLines(root, record));
  if ('problem' in read) return { entries: [], problems: [read.problem] };
  problems.push(...read.value.problems);
  if (problems.length === 0 && read.value.lines.length !== record.documents) {
    const message = `has ${read.value.lines.length} documents where ${recordsFile}:${line} says ${record.documents}`;
    problems.push({ file, message, remedy: importAgain });
  }
  const entries = read.value.lines.map(({ line: at, value }) => ({
    document: collectionDocument(record, value),
    place: { file, line: at },
  }));
  return { entries, problems };
}

/** The valid lines of a collection's file, in place or staged, and the problems of the others. */
export async function readCollectionLines(
  root: string,
  record: StoredCollection,
): Promise<{
  readonly lines: readonly { readonly line: number; readonly value: CollectionLine }[];
  readonly problems: readonly Problem[];
}> {
  const file = sourceFile(record.path);
  const problems: Problem[] = [];
  const path = await resolveInside(root, file);
  // A collection written by hand has no hash: what stands there counts.
  const bytes =
    record.fileHash === undefined
      ? await readBytes(path)
      : await readHashed(root, { path: file, hash: record.fileHash });
  if (bytes === null || bytes === 'missing') {
    return { lines: [], problems: [{ file, message: 'is missing', remedy: importAgain }] };
  }
  if (bytes === 'changed') {
    problems.push({ file, message: 'was changed outside Assay', remedy: importAgain });
  }
  const read = await readJsonLines(bytes === 'changed' ? path : bytes, file);
  problems.push(...problemsOf(read, 'refuse'));
  const lines = [];
  for (const { line, value } of read.lines) {
    const found = findProblems(CollectionLineSchema, value, { file, line });
    if (found.length === 0) lines.push({ line, value: value as CollectionLine });
    problems.push(...found);
  }
  return { lines, problems };
}

function collectionDocument(record: StoredCollection, line: CollectionLine): CorpusDocument {
  return {
    id: line.id,
    title: line.title ?? null,
    text: line.text,
    textHash: hashBytes(line.text),
    language: record.language ?? null,
    path: null,
    mediaType: 'text/plain',
    collection: record.collection,
    pages: [],
    headings: [],
    metadata: line.metadata ?? {},
    warnings: [],
  };
}

/** A file that cannot be read (a folder in its place, a link that leads out, no permission) is a problem of that file. */
async function readOrProblem<Value>(
  file: string,
  read: () => Promise<Value>,
): Promise<{ readonly value: Value } | { readonly problem: Problem }> {
  try {
    return { value: await read() };
  } catch (error) {
    if (error instanceof AppError) return { problem: { file, message: error.message } };
    throw error;
  }
}
