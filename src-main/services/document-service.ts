// Adds, lists and removes documents; says what becomes of the labels that refer to them.
import type { Input, Output } from '#contract/api';
import type { Question } from '#contract/bank';
import type { CollectionRecord, Corpus, CorpusDocument, DocumentRecord } from '#contract/documents';
import { AppError } from '#contract/failure';
import type { DocumentRow } from '#contract/views';
import { resolveGold } from '#domain/labels/resolve-gold';
import { hashBytes } from './hash.ts';
import { paginate } from './paginate.ts';
import type { DetectLanguage, Extractor, ForeignFiles, WorkspaceStore } from './ports.ts';
import { freeName, slugOf } from './slug.ts';

export interface DocumentWorld {
  readonly store: WorkspaceStore;
  readonly files: ForeignFiles;
  readonly extractor: Extractor;
  readonly detectLanguage: DetectLanguage;
}

type AddResult = Output<'document.addFiles'>['results'][number];

/** One bad file never stops the batch. */
export async function addFiles(
  world: DocumentWorld,
  input: Input<'document.addFiles'>,
  signal: AbortSignal,
): Promise<Output<'document.addFiles'>> {
  return world.store.withLock('adding documents', async () => {
    const results: AddResult[] = [];
    for (const path of input.paths) {
      if ((await world.files.kindOf(path)) === null) {
        results.push(rejected(path, 'there is no such file or folder'));
        continue;
      }
      for (const found of await world.files.walk(path)) {
        if (signal.aborted)
          throw new AppError('cancelled', `Cancelled after ${results.length} files; those stay added.`);
        results.push(await addFile(world, found, signal));
      }
    }
    const accepted = results.filter((result) => result.outcome !== 'rejected').length;
    const labels = results.some((result) => result.outcome === 'changed')
      ? brokenLabels(await world.store.loadQuestions(), await world.store.loadCorpus())
      : [];
    return { files: results.length, accepted, results, labels };
  });
}

async function addFile(
  world: DocumentWorld,
  found: { readonly path: string; readonly relative: string },
  signal: AbortSignal,
): Promise<AddResult> {
  const bytes = await world.files.read(found.path);
  const sourceHash = hashBytes(bytes);
  const origin = hashBytes(found.path);
  const records = await world.store.loadRecords();
  const known = findKnown(records, found.relative, origin, sourceHash);
  if (known && known.sourceHash === sourceHash)
    return { ...accepted(found.path, 'unchanged', known), warnings: [] };
  const extracted = await world.extractor.extract(found.path, found.relative, signal);
  if ('reason' in extracted) return rejected(found.path, extracted.reason);
  const { text } = extracted;
  const record: DocumentRecord = {
    ...(known ?? newPlace(records, found.relative)),
    origin,
    sourceHash,
    textHash: hashBytes(text.text),
    mediaType: text.mediaType,
    title: text.title,
    language: world.detectLanguage(text.text.slice(0, 20_000)),
    ...(text.pages.length > 0 ? { pages: [...text.pages] } : {}),
    ...(text.headings.length > 0 ? { headings: [...text.headings] } : {}),
    ...(Object.keys(text.metadata).length > 0 ? { metadata: { ...text.metadata } } : {}),
    extraction: { characters: text.text.length, encoding: text.encoding, warnings: [...text.warnings] },
  };
  await world.store.saveDocument(record, bytes, text.text);
  return accepted(found.path, known ? 'changed' : 'added', record);
}

/** The same place it came from, or the same relative path with the same bytes: one document, whatever folder it is added from. */
function findKnown(
  records: readonly (DocumentRecord | CollectionRecord)[],
  relative: string,
  origin: string,
  sourceHash: string,
): DocumentRecord | null {
  const documents = records.filter((record): record is DocumentRecord => 'id' in record);
  return (
    documents.find((record) => record.origin === origin) ??
    documents.find(
      (record) =>
        record.path === relative && (record.sourceHash === sourceHash || record.origin === undefined),
    ) ??
    null
  );
}

function newPlace(
  records: readonly (DocumentRecord | CollectionRecord)[],
  relative: string,
): { id: string; path: string } {
  const ids = new Set(records.flatMap((record) => ('id' in record ? [record.id] : [])));
  const paths = new Set(records.map((record) => record.path.toLowerCase()));
  const dot = relative.lastIndexOf('.');
  const stem = dot > relative.lastIndexOf('/') + 1 ? relative.slice(0, dot) : relative;
  const ending = relative.slice(stem.length);
  for (let number = 1; ; number += 1) {
    const path = number === 1 ? relative : `${stem}-${number}${ending}`;
    // documents.jsonl and text/ are ours: a source of that name gets another one.
    const reserved = path.toLowerCase() === 'documents.jsonl' || path.toLowerCase().startsWith('text/');
    if (!reserved && !paths.has(path.toLowerCase())) return { id: freeName(slugOf(stem), ids), path };
  }
}

function accepted(path: string, outcome: AddResult['outcome'], record: DocumentRecord): AddResult {
  return {
    path,
    outcome,
    id: record.id,
    characters: record.extraction.characters,
    reason: null,
    warnings: record.extraction.warnings,
  };
}

function rejected(path: string, reason: string): AddResult {
  return { path, outcome: 'rejected', id: null, characters: 0, reason, warnings: [] };
}

export async function removeDocument(
  world: DocumentWorld,
  input: Input<'document.removeDocument'>,
): Promise<Output<'document.removeDocument'>> {
  return world.store.withLock(`removing ${input.id}`, async () => {
    const corpus = await world.store.loadCorpus();
    if (!corpus.documents.some((document) => document.id === input.id)) {
      throw new AppError('not-found', `There is no document "${input.id}" in this workspace.`);
    }
    const questions = (await world.store.loadQuestions()).filter((question) =>
      question.evidence.some((member) => member.document === input.id),
    );
    if (input.dryRun !== true) await world.store.removeDocument(input.id);
    return {
      id: input.id,
      removed: input.dryRun !== true,
      labels: questions.map((question) => ({
        question: question.id,
        says: `its evidence in "${input.id}" no longer resolves; the label is kept and comes back with the document`,
      })),
    };
  });
}

function brokenLabels(questions: readonly Question[], corpus: Corpus): { question: string; says: string }[] {
  const documents = new Map(corpus.documents.map((document) => [document.id, document]));
  return questions.flatMap((question) => {
    const problem = resolveGold(question, documents).problem;
    return problem ? [{ question: question.id, says: problem.reason }] : [];
  });
}

export async function listDocuments(
  world: DocumentWorld,
  input: Input<'document.listDocuments'>,
): Promise<Output<'document.listDocuments'>> {
  const corpus = await world.store.loadCorpus();
  const page = paginate(corpus.documents, input);
  return { documents: page.rows.map(documentRow), total: page.total, next: page.next };
}

function documentRow(document: CorpusDocument): DocumentRow {
  return {
    id: document.id,
    title: document.title,
    path: document.path,
    collection: document.collection,
    mediaType: document.mediaType,
    language: document.language,
    characters: document.text.length,
    pages: document.pages.length,
    warnings: [...document.warnings],
  };
}

export async function getDocumentText(
  world: DocumentWorld,
  input: Input<'document.getText'>,
): Promise<Output<'document.getText'>> {
  const document = (await world.store.loadCorpus()).documents.find((candidate) => candidate.id === input.id);
  if (!document) throw new AppError('not-found', `There is no document "${input.id}" in this workspace.`);
  return { id: document.id, title: document.title, text: document.text };
}
