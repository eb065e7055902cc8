// A BEIR folder: corpus.jsonl, queries.jsonl and qrels, with answer spans where the queries have them.
import type { CollectionLine, CorpusDocument } from '#contract/documents';
import { AppError } from '#contract/failure';
import { BeirDocumentSchema, BeirQuerySchema, type BeirQuery } from '#contract/import-rows';
import type { ImportRowProblem } from '#contract/views';
import { questionFromBeir, type Qrel } from '#domain/bank/question-from-beir';
import { hashBytes } from '../hash.ts';
import type { ForeignFiles } from '../ports.ts';
import type { ReadImport } from './import-jsonl.ts';
import type { Candidate } from './plan-edits.ts';
import { parseJsonRows, parseQrels, readUtf8, type Row } from './read-rows.ts';

export interface BeirOptions {
  readonly require: 'any' | 'all' | null;
  readonly unit: 'codepoint' | 'utf16';
  readonly labels: 'spans' | 'qrels';
  readonly split: string | null;
  readonly by: string;
  readonly at: string;
}

export interface BeirImport extends ReadImport {
  readonly documents: readonly CollectionLine[];
}

export async function readBeirFolder(
  files: ForeignFiles,
  folder: string,
  options: BeirOptions,
): Promise<BeirImport> {
  if ((await files.kindOf(folder)) !== 'folder')
    throw new AppError(
      'not-found',
      `There is no folder ${folder}. A BEIR import takes the folder that holds corpus.jsonl.`,
    );
  const queriesFile = `${folder}/queries.jsonl`;
  const queries = parseJsonRows(await readUtf8(files, queriesFile), BeirQuerySchema);
  const notes: ImportRowProblem[] = [];
  const rejected: ImportRowProblem[] = queries.rejected.map((row) => ({ file: queriesFile, ...row }));
  const corpus = await readDocuments(files, folder, queries.rows, notes, rejected);
  const qrels = withoutSkipped(
    await readQrels(files, folder, options.split, notes, rejected),
    corpus.skipped,
  );
  const candidates = readQueries(
    queries.rows,
    { file: queriesFile, documents: corpus.documents, qrels, options },
    notes,
    rejected,
  );
  reportStrayQrels(qrels, queries.rows, folder, notes);
  return {
    rows: corpus.rows + queries.rows.length + queries.rejected.length,
    documents: corpus.documents,
    candidates,
    rejected,
    notes,
  };
}

interface ReadDocuments {
  readonly documents: CollectionLine[];
  readonly rows: number;
  /** Ids of corpus.jsonl that were skipped as a whole: qrels may well name them, and mean nothing here. */
  readonly skipped: ReadonlySet<string>;
}

/** The corpus, or the whole documents in docs/ where the spans name those instead. */
async function readDocuments(
  files: ForeignFiles,
  folder: string,
  queries: readonly Row<BeirQuery>[],
  notes: ImportRowProblem[],
  rejected: ImportRowProblem[],
): Promise<ReadDocuments> {
  const file = `${folder}/corpus.jsonl`;
  const parsed = parseJsonRows(await readUtf8(files, file), BeirDocumentSchema);
  const ids = new Set(parsed.rows.map((row) => row.value._id));
  const named = new Set(
    queries.flatMap((row) => (row.value.spans ?? []).map((span) => span.doc)).filter((doc) => !ids.has(doc)),
  );
  const whole = await readWholeDocuments(files, folder, named);
  if (whole.length > 0) {
    notes.push({
      file,
      line: null,
      id: null,
      reason: `skipped: the spans name documents of docs/ (${whole.length}), and those are imported instead`,
    });
    return { documents: whole, rows: whole.length, skipped: ids };
  }
  rejected.push(...parsed.rejected.map((row) => ({ file, ...row })));
  const documents = new Map<string, CollectionLine>();
  for (const { line, value } of parsed.rows) {
    const { _id, title, text, metadata, ...other } = value;
    if (documents.has(_id)) {
      rejected.push({ file, line, id: _id, reason: 'the document id stands in an earlier line already' });
      continue;
    }
    const fields = { ...other, ...metadata };
    documents.set(_id, {
      id: _id,
      title: title ?? null,
      text,
      ...(Object.keys(fields).length > 0 ? { metadata: fields } : {}),
    });
  }
  return {
    documents: [...documents.values()],
    rows: parsed.rows.length + parsed.rejected.length,
    skipped: new Set(),
  };
}

async function readWholeDocuments(
  files: ForeignFiles,
  folder: string,
  names: ReadonlySet<string>,
): Promise<CollectionLine[]> {
  const documents: CollectionLine[] = [];
  for (const name of names) {
    if (/[\\/]|^\.\.?$/.test(name)) continue;
    for (const ending of ['md', 'txt']) {
      const path = `${folder}/docs/${name}.${ending}`;
      if ((await files.kindOf(path)) !== 'file') continue;
      documents.push({ id: name, title: name, text: await readUtf8(files, path) });
      break;
    }
  }
  return documents;
}

async function readQrels(
  files: ForeignFiles,
  folder: string,
  split: string | null,
  notes: ImportRowProblem[],
  rejected: ImportRowProblem[],
): Promise<ReadonlyMap<string, Qrel[]>> {
  const byQuery = new Map<string, Qrel[]>();
  const file = await chooseQrels(files, folder, split, notes);
  if (!file) return byQuery;
  const parsed = parseQrels(await readUtf8(files, file));
  rejected.push(...parsed.rejected.map((row) => ({ file, ...row })));
  for (const { value } of parsed.rows) {
    const list = byQuery.get(value.query) ?? [];
    byQuery.set(value.query, list);
    if (!list.some((qrel) => qrel.documentId === value.documentId))
      list.push({ documentId: value.documentId, score: value.score });
  }
  return byQuery;
}

function withoutSkipped(
  qrels: ReadonlyMap<string, Qrel[]>,
  skipped: ReadonlySet<string>,
): ReadonlyMap<string, Qrel[]> {
  if (skipped.size === 0) return qrels;
  return new Map(
    [...qrels].map(([query, list]) => [query, list.filter((qrel) => !skipped.has(qrel.documentId))]),
  );
}

async function chooseQrels(
  files: ForeignFiles,
  folder: string,
  split: string | null,
  notes: ImportRowProblem[],
): Promise<string | null> {
  const top = (await files.list(folder)).filter((name) => name.startsWith('qrels') && name.endsWith('.tsv'));
  for (const name of top.filter((other) => other !== 'qrels.tsv')) {
    notes.push({
      file: `${folder}/${name}`,
      line: null,
      id: null,
      reason: 'ignored: qrels are read from qrels.tsv or qrels/<split>.tsv',
    });
  }
  const inFolder =
    (await files.kindOf(`${folder}/qrels`)) === 'folder'
      ? (await files.list(`${folder}/qrels`)).filter((name) => name.endsWith('.tsv'))
      : [];
  const splits = inFolder.map((name) => name.slice(0, -'.tsv'.length));
  if (split !== null && !splits.includes(split)) {
    throw new AppError(
      'not-found',
      `There is no qrels/${split}.tsv in ${folder}. Splits found: ${splits.join(', ') || 'none'}.`,
    );
  }
  const chosen = split ?? (splits.includes('test') ? 'test' : splits[0]);
  if (chosen !== undefined) {
    for (const other of splits.filter((name) => name !== chosen)) {
      notes.push({
        file: `${folder}/qrels/${other}.tsv`,
        line: null,
        id: null,
        reason: `not read: the split is ${chosen} (choose with --split)`,
      });
    }
    return `${folder}/qrels/${chosen}.tsv`;
  }
  if (top.includes('qrels.tsv')) return `${folder}/qrels.tsv`;
  notes.push({
    file: folder,
    line: null,
    id: null,
    reason: 'no qrels found (qrels.tsv or qrels/<split>.tsv)',
  });
  return null;
}

function readQueries(
  rows: readonly Row<BeirQuery>[],
  from: {
    readonly file: string;
    readonly documents: readonly CollectionLine[];
    readonly qrels: ReadonlyMap<string, Qrel[]>;
    readonly options: BeirOptions;
  },
  notes: ImportRowProblem[],
  rejected: ImportRowProblem[],
): Candidate[] {
  const documentsById = new Map(from.documents.map((line) => [line.id, asDocument(line)]));
  const candidates: Candidate[] = [];
  for (const { line, value } of rows) {
    const result = questionFromBeir(value, {
      ...from.options,
      documentsById,
      qrels: from.qrels.get(value._id) ?? [],
    });
    if (!result.ok) {
      rejected.push({ file: from.file, line, id: value._id, reason: result.reason });
      continue;
    }
    candidates.push({ file: from.file, line, question: result.question });
    notes.push(...result.notes.map((reason) => ({ file: from.file, line, id: value._id, reason })));
  }
  return candidates;
}

function asDocument(line: CollectionLine): CorpusDocument {
  return {
    id: line.id,
    title: line.title ?? null,
    text: line.text,
    textHash: hashBytes(line.text),
    language: null,
    path: null,
    mediaType: 'text/plain',
    collection: null,
    pages: [],
    headings: [],
    metadata: line.metadata ?? {},
    warnings: [],
  };
}

function reportStrayQrels(
  qrels: ReadonlyMap<string, Qrel[]>,
  queries: readonly Row<BeirQuery>[],
  folder: string,
  notes: ImportRowProblem[],
): void {
  const known = new Set(queries.map((row) => row.value._id));
  const stray = [...qrels.keys()].filter((id) => !known.has(id));
  if (stray.length > 0) {
    notes.push({
      file: folder,
      line: null,
      id: null,
      reason: `qrels name ${stray.length} queries that queries.jsonl does not have, such as ${JSON.stringify(stray[0])}`,
    });
  }
}
