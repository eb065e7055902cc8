// Saves and removes documents and imported collections so that a crash at any moment leaves the old state or the new one.
import { CollectionLineSchema, CollectionRecordSchema, DocumentRecordSchema } from '#contract/documents';
import type { CollectionLine, CollectionRecord } from '#contract/documents';
import { AppError, type Problem } from '#contract/failure';
import { hashBytes } from '#services/hash';
import type { StoredDocument } from '#services/documents/document-port';
import { findProblems, problemText, validate } from '#services/validate';
import { nearestText } from '../disk/nearest.ts';
import { brokenFile } from '../disk/json-lines.ts';
import { removeTree, writeAtomic } from '../files.ts';
import { resolveInside } from '../paths.ts';
import { readCollectionLines } from './corpus.ts';
import { sourceFile } from './layout.ts';
import {
  isCollection,
  loadRecords,
  nameProblems,
  saveRecords,
  type StoredCollection,
  type StoredRecord,
} from './records.ts';
import { filesOf, finishStaged, isInPlace, recoverStaged, stage, type HashedFile } from './staging.ts';

type Contents = ReadonlyMap<string, string | Uint8Array>;

/**
 * Saves documents, new (at the end of the corpus, in this order) or changed (in their place). The workspace's lock must
 * be held.
 * @throws AppError invalid-input for a record, an id or a path that cannot be stored, conflict when another document
 *   has the path or the id
 */
export async function saveDocuments(root: string, documents: readonly StoredDocument[]): Promise<void> {
  const contents = new Map<string, string | Uint8Array>();
  for (const { record, source, text } of documents) {
    validate(DocumentRecordSchema, record, `The record of document ${String(record.id)}`);
    if (hashBytes(text) !== record.textHash || hashBytes(source) !== record.sourceHash) {
      throw new AppError(
        'invalid-input',
        `The hashes of document ${record.id} are not those of its source and text.`,
      );
    }
    contents.set(record.sourceHash, source).set(record.textHash, text);
  }
  const records = await loadForWriting(root);
  const known = new Set(records.flatMap((record) => (isCollection(record) ? [] : [record.id])));
  const added = documents.filter(({ record }) => !known.has(record.id));
  if (added.length > 0) await refuseKnownIds(root, records, new Set(added.map(({ record }) => record.id)));
  await save(
    root,
    records,
    documents.map(({ record }) => record),
    contents,
  );
}

/** Ids of all documents, those of collections included. */
export async function loadDocumentIds(root: string): Promise<ReadonlySet<string>> {
  const ids = new Set<string>();
  for (const record of await loadRecords(root)) {
    if (!isCollection(record)) ids.add(record.id);
    else for (const line of await loadCollection(root, record)) ids.add(line.id);
  }
  return ids;
}

/** Saves an imported collection, new or changed, one line per document. The workspace's lock must be held. */
export async function saveCollection(
  root: string,
  record: CollectionRecord,
  lines: readonly CollectionLine[],
): Promise<void> {
  const what = `collection ${String(record.collection)}`;
  validate(CollectionRecordSchema, record, `The record of ${what}`);
  const problems = lineProblems(lines);
  const [first] = problems;
  if (first)
    throw new AppError('invalid-input', `The ${what} cannot be saved. ${problemText(first)}`, { problems });
  const records = await loadForWriting(root);
  const others = records.filter((other) => !isCollection(other) || other.collection !== record.collection);
  await refuseKnownIds(root, others, new Set(lines.map((line) => line.id)));
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  const fileHash = hashBytes(text);
  await save(root, records, [{ ...record, documents: lines.length, fileHash }], new Map([[fileHash, text]]));
}

/** Removes a document of its own file, or one line of a collection. The workspace's lock must be held. Throws not-found. */
export async function removeDocument(root: string, id: string): Promise<void> {
  const records = await loadForWriting(root);
  const document = records.find((record) => !isCollection(record) && record.id === id);
  if (document !== undefined) return removeRecord(root, records, document);
  const known = records.flatMap((record) => (isCollection(record) ? [] : [record.id]));
  for (const record of records.filter(isCollection)) {
    const lines = await loadCollection(root, record);
    const left = lines.filter((line) => line.id !== id);
    if (left.length === lines.length) known.push(...lines.map((line) => line.id));
    else if (left.length === 0) return removeRecord(root, records, record);
    else return saveCollection(root, record, left);
  }
  throw new AppError('not-found', `There is no document "${id}".${nearestText(id, known, 'document')}`);
}

/** Loads the records after finishing what a writer that died has left. */
async function loadForWriting(root: string): Promise<readonly StoredRecord[]> {
  const records = await loadRecords(root);
  await recoverStaged(root, records);
  return records;
}

/** See staging.ts for the order. What nothing refers to yet needs no staging: its files come first, its record last. */
async function save(
  root: string,
  records: readonly StoredRecord[],
  saved: readonly StoredRecord[],
  contents: Contents,
): Promise<void> {
  const next = [...records];
  const staged: HashedFile[] = [];
  const abandoned: string[] = [];
  for (const record of saved) {
    const at = next.findIndex((other) => sameName(other, record));
    refuseNames(next, record, at);
    const oldFiles = next[at] === undefined ? [] : pathsOf(next[at]);
    staged.push(...(await writeFiles(root, filesOf(record), oldFiles, contents)));
    const kept = pathsOf(record);
    abandoned.push(...oldFiles.filter((path) => !kept.includes(path)));
    if (at < 0) next.push(record);
    else next[at] = record;
  }
  await saveRecords(root, next);
  if (staged.length > 0) await finishStaged(root, staged);
  for (const path of abandoned) await removeTree(await resolveInside(root, path));
}

/** Writes what has content; returns the files that were staged beside an old one. */
async function writeFiles(
  root: string,
  files: readonly HashedFile[],
  oldFiles: readonly string[],
  contents: Contents,
): Promise<readonly HashedFile[]> {
  const staged: HashedFile[] = [];
  for (const file of files) {
    if (await isInPlace(root, file)) continue;
    const content = contents.get(file.hash);
    if (content === undefined) continue;
    if (oldFiles.includes(file.path)) {
      await stage(root, content);
      staged.push(file);
    } else {
      await writeAtomic(await resolveInside(root, file.path), content);
    }
  }
  return staged;
}

/** The record goes first: files that no record names are harmless. */
async function removeRecord(
  root: string,
  records: readonly StoredRecord[],
  record: StoredRecord,
): Promise<void> {
  await saveRecords(
    root,
    records.filter((other) => other !== record),
  );
  for (const path of pathsOf(record)) await removeTree(await resolveInside(root, path));
}

/** The files of a record; those of a collection written by hand too, which has no hash. */
function pathsOf(record: StoredRecord): readonly string[] {
  return isCollection(record) ? [sourceFile(record.path)] : filesOf(record).map((file) => file.path);
}

function sameName(left: StoredRecord, right: StoredRecord): boolean {
  return isCollection(left)
    ? isCollection(right) && left.collection === right.collection
    : !isCollection(right) && left.id === right.id;
}

function refuseNames(records: readonly StoredRecord[], record: StoredRecord, at: number): void {
  const [problem] = nameProblems(record);
  if (problem) throw new AppError('invalid-input', problemText({ ...problem, remedy: 'Use another name' }));
  const clash = records.find((other, index) => index !== at && other.path === record.path);
  if (clash === undefined) return;
  const owner = isCollection(clash) ? `collection ${clash.collection}` : `document ${clash.id}`;
  throw new AppError('conflict', `documents/${record.path} belongs to ${owner}: use another path.`);
}

/** Ids are unique over documents and collections alike. */
async function refuseKnownIds(
  root: string,
  records: readonly StoredRecord[],
  ids: ReadonlySet<string>,
): Promise<void> {
  for (const record of records) {
    const known = isCollection(record)
      ? (await loadCollection(root, record)).map((line) => line.id)
      : [record.id];
    const taken = known.find((id) => ids.has(id));
    if (taken === undefined) continue;
    const owner = isCollection(record) ? `in the collection ${record.collection}` : 'in this workspace';
    throw new AppError('conflict', `There is a document "${taken}" ${owner} already: use another id.`);
  }
}

async function loadCollection(root: string, record: StoredCollection): Promise<readonly CollectionLine[]> {
  const { lines, problems } = await readCollectionLines(root, record);
  if (problems.length > 0) throw brokenFile(sourceFile(record.path), problems);
  return lines.map((line) => line.value);
}

function lineProblems(lines: readonly CollectionLine[]): readonly Problem[] {
  const seen = new Map<string, number>();
  const problems: Problem[] = [];
  lines.forEach((value, index) => {
    const line = index + 1;
    problems.push(...findProblems(CollectionLineSchema, value, { line }));
    const first = seen.get(value.id);
    if (first === undefined) seen.set(value.id, line);
    else problems.push({ line, path: '/id', value: value.id, message: `is the same id as on line ${first}` });
  });
  return problems;
}
