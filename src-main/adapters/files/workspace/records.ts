// documents/documents.jsonl: one line per document or imported collection, in corpus order.
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Static, TSchema } from '@sinclair/typebox';
import { CollectionRecordSchema, DocumentRecordSchema } from '#contract/documents';
import type { CollectionRecord, DocumentRecord } from '#contract/documents';
import type { Problem } from '#contract/failure';
import { findProblems } from '#services/validate';
import { brokenFile, problemsOf, readJsonLines } from '../disk/json-lines.ts';
import { writeAtomic } from '../files.ts';
import { isSafeName, relativePathProblem, resolveInside } from '../paths.ts';
import { recordsFile, reservedPathProblem } from './layout.ts';

/** `fileHash` is the hash of the collection's file as written: the file's content is verified against it. */
export type StoredCollection = CollectionRecord & { readonly fileHash?: string };
export type StoredRecord = DocumentRecord | StoredCollection;

export interface RecordLine {
  readonly line: number;
  readonly record: StoredRecord;
}

export function isCollection(record: StoredRecord): record is StoredCollection {
  return 'collection' in record;
}

/** Reads and checks every line; never throws on bad content. */
export async function readRecords(
  root: string,
): Promise<{ readonly lines: readonly RecordLine[]; readonly problems: readonly Problem[] }> {
  const file = await readJsonLines(await resolveInside(root, recordsFile), recordsFile);
  const problems: Problem[] = [...problemsOf(file, 'refuse')];
  const lines: RecordLine[] = [];
  for (const { line, value } of file.lines) {
    const isObject = typeof value === 'object' && value !== null;
    const schema: TSchema = isObject && 'collection' in value ? CollectionRecordSchema : DocumentRecordSchema;
    const found = findProblems(schema, value, { file: recordsFile, line });
    problems.push(...found);
    if (found.length > 0) continue;
    const record = value as Static<typeof schema> as StoredRecord;
    problems.push(...nameProblems(record).map((problem) => ({ file: recordsFile, line, ...problem })));
    lines.push({ line, record });
  }
  problems.push(...duplicateProblems(lines));
  return { lines, problems };
}

/** Throws stale with every problem of the file. */
export async function loadRecords(root: string): Promise<readonly StoredRecord[]> {
  const { lines, problems } = await readRecords(root);
  if (problems.length > 0) throw brokenFile(recordsFile, problems);
  return lines.map((entry) => entry.record);
}

export async function saveRecords(root: string, records: readonly StoredRecord[]): Promise<void> {
  const text = records.map((record) => `${JSON.stringify(record)}\n`).join('');
  await writeAtomic(await resolveInside(root, recordsFile), text);
}

/** Changes whenever the file is replaced; tells a reader that a writer came between. */
export async function recordsVersion(root: string): Promise<string> {
  const status = await stat(join(root, recordsFile), { bigint: true }).catch(() => null);
  return status === null ? 'none' : `${status.ino}-${status.size}-${status.mtimeNs}`;
}

/** What makes an id or a path of a record unusable as a file name. */
export function nameProblems(record: StoredRecord): readonly Problem[] {
  const remedy = 'Remove this line and add the document again';
  const problems: Problem[] = [];
  const why = relativePathProblem(record.path) ?? reservedPathProblem(record.path);
  if (why !== null) {
    problems.push({ path: '/path', value: record.path, message: `cannot be stored: ${why}`, remedy });
  }
  if (!isCollection(record) && !isSafeName(record.id)) {
    problems.push({ path: '/id', value: record.id, message: 'cannot be a file name', remedy });
  }
  return problems;
}

function duplicateProblems(lines: readonly RecordLine[]): readonly Problem[] {
  const seen = new Map<string, number>();
  const problems: Problem[] = [];
  for (const { line, record } of lines) {
    const name = isCollection(record) ? record.collection : record.id;
    const keys = [
      ['path', record.path],
      [isCollection(record) ? 'collection' : 'id', name],
    ] as const;
    for (const [field, value] of keys) {
      const first = seen.get(`${field} ${value}`);
      if (first === undefined) seen.set(`${field} ${value}`, line);
      else
        problems.push(duplicateProblem(recordsFile, line, field, value, { file: recordsFile, line: first }));
    }
  }
  return problems;
}

/** The problem of a value that may stand once alone; it names both places. */
export function duplicateProblem(
  file: string,
  line: number,
  field: string,
  value: string,
  first: { readonly file: string; readonly line: number },
): Problem {
  const place = first.file === file ? `line ${first.line}` : `${first.file}:${first.line}`;
  return {
    file,
    line,
    path: `/${field}`,
    value,
    message: `is the same ${field} as on ${place}`,
    remedy: 'Remove or rename one of the two',
  };
}
