// Adds files and folders as documents: what is new, changed or damaged is extracted and saved, many at a time.
import type { Input, Output } from '#contract/api';
import type { Question } from '#contract/bank';
import type { Corpus, DocumentRecord } from '#contract/documents';
import { AppError } from '#contract/failure';
import { resolveGold } from '#domain/labels/resolve-gold';
import { hashBytes } from '../hash.ts';
import type { DetectLanguage, Extractor, ForeignFiles, WorkspaceStore } from '../ports.ts';
import type { DroppedFiles, StoredDocument } from './document-port.ts';
import { createPlaces, type Places } from './places.ts';

export interface DocumentWorld {
  readonly store: WorkspaceStore;
  readonly files: ForeignFiles;
  readonly dropped: DroppedFiles;
  readonly extractor: Extractor;
  readonly detectLanguage: DetectLanguage;
}

type AddResult = Output<'document.addFiles'>['results'][number];

/** Documents are saved in batches: each rewrites the list of all documents once. */
const batchDocuments = 200;
const batchBytes = 16_000_000;

export interface Adding {
  readonly world: DocumentWorld;
  readonly places: Places;
  readonly waiting: StoredDocument[];
  readonly signal: AbortSignal;
}

/** One bad file never stops the others. */
export async function addFiles(
  world: DocumentWorld,
  input: Input<'document.addFiles'>,
  signal: AbortSignal,
): Promise<Output<'document.addFiles'>> {
  return world.store.withLock('adding documents', async () => {
    const adding = await startAdding(world, signal);
    const results: AddResult[] = [];
    for (const path of input.paths) {
      if ((await world.files.kindOf(path)) === null) {
        results.push(rejected(path, 'there is no such file or folder'));
        continue;
      }
      for (const found of await world.files.walk(path)) {
        try {
          results.push(await addFile(adding, found));
        } catch (error) {
          // A file given up half way is no failure of its own.
          if (!signal.aborted) throw error;
        }
        if (signal.aborted) await endEarly(adding, results.length);
        if (isFull(adding.waiting)) await saveWaiting(adding);
      }
    }
    return endAdding(adding, results);
  });
}

/** The workspace's lock must be held until `endAdding` is done. */
export async function startAdding(world: DocumentWorld, signal: AbortSignal): Promise<Adding> {
  const places = createPlaces(await world.store.loadRecords(), await world.store.loadDocumentIds());
  return { world, places, waiting: [], signal };
}

/** Saves what waits, and says which labels no longer resolve. */
export async function endAdding(adding: Adding, results: AddResult[]): Promise<Output<'document.addFiles'>> {
  const { store } = adding.world;
  await saveWaiting(adding);
  const accepted = results.filter((result) => result.outcome !== 'rejected').length;
  const labels = results.some((result) => result.outcome === 'changed')
    ? brokenLabels(await store.loadQuestions(), await store.loadCorpus())
    : [];
  return { files: results.length, accepted, results, labels };
}

async function endEarly(adding: Adding, finished: number): Promise<never> {
  await saveWaiting(adding);
  throw new AppError('cancelled', `Cancelled after ${finished} files; those stay added.`);
}

function isFull(waiting: readonly StoredDocument[]): boolean {
  const bytes = waiting.reduce((sum, { source, text }) => sum + source.byteLength + text.length, 0);
  return waiting.length >= batchDocuments || bytes >= batchBytes;
}

/** Where the disk fills up in the middle of a batch, what came before stays added. */
async function saveWaiting({ world, waiting }: Adding): Promise<void> {
  const batch = waiting.splice(0);
  if (batch.length === 0) return;
  try {
    await world.store.saveDocuments(batch);
  } catch (error) {
    if (batch.length === 1) throw error;
    for (const document of batch) await world.store.saveDocuments([document]);
  }
}

async function addFile(
  adding: Adding,
  found: { readonly path: string; readonly relative: string },
): Promise<AddResult> {
  return addContent(adding, {
    ...found,
    origin: hashBytes(found.path),
    bytes: await adding.world.files.read(found.path),
    withFile: (work) => work(found.path),
  });
}

/** One file on its way in. */
export interface Content {
  /** What people call it. */
  readonly path: string;
  /** Where it is to stand below documents/. */
  readonly relative: string;
  /** Hash of where it comes from: what comes from there again is the same document. */
  readonly origin: string;
  readonly bytes: Uint8Array;
  /** Runs `work` while the content stands in a file that the reader can open. */
  readonly withFile: <Value>(work: (path: string) => Promise<Value>) => Promise<Value>;
}

export async function addContent(
  { world, places, waiting, signal }: Adding,
  { path, relative, origin, bytes, withFile }: Content,
): Promise<AddResult> {
  const sourceHash = hashBytes(bytes);
  const known = places.find(relative, origin, sourceHash);
  const isSame = known?.sourceHash === sourceHash;
  if (
    known &&
    isSame &&
    (waiting.some(({ record }) => record === known) || (await world.store.isIntact(known)))
  )
    return { ...accepted(path, 'unchanged', known), warnings: [] };
  const extracted = await withFile((file) => world.extractor.extract(file, relative, signal));
  if ('reason' in extracted) return rejected(path, extracted.reason);
  const { text } = extracted;
  const record: DocumentRecord = {
    ...(known ?? places.choose(relative)),
    origin,
    sourceHash,
    textHash: hashBytes(text.text),
    mediaType: text.mediaType,
    title: text.title,
    language: await world.detectLanguage(text.text.slice(0, 20_000)),
    ...(text.pages.length > 0 ? { pages: [...text.pages] } : {}),
    ...(text.headings.length > 0 ? { headings: [...text.headings] } : {}),
    ...(Object.keys(text.metadata).length > 0 ? { metadata: { ...text.metadata } } : {}),
    extraction: { characters: text.text.length, encoding: text.encoding, warnings: [...text.warnings] },
  };
  places.take(record);
  waiting.push({ record, source: bytes, text: text.text });
  return accepted(path, outcomeOf(known, record), record);
}

/** A damaged document whose source still gives the same text is restored: its labels hold. */
function outcomeOf(known: DocumentRecord | null, record: DocumentRecord): AddResult['outcome'] {
  if (known === null) return 'added';
  const isSame = known.sourceHash === record.sourceHash && known.textHash === record.textHash;
  return isSame ? 'restored' : 'changed';
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

function brokenLabels(questions: readonly Question[], corpus: Corpus): { question: string; says: string }[] {
  const documents = new Map(corpus.documents.map((document) => [document.id, document]));
  return questions.flatMap((question) => {
    const problem = resolveGold(question, documents).problem;
    return problem ? [{ question: question.id, says: problem.reason }] : [];
  });
}
