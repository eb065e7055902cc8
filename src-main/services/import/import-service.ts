// Imports a bank, and for a BEIR folder its documents: reads, plans, reports, and writes at once unless it is a preview.
import type { Input, Output } from '#contract/api';
import { QuestionSchema } from '#contract/bank';
import type { Chunk, CollectionRecord, Corpus } from '#contract/documents';
import { AppError } from '#contract/failure';
import type { ImportReport, ImportRowProblem } from '#contract/views';
import type { CutCorpus } from '../chunks/cut-corpus.ts';
import { chunksOf } from '../chunks/chunks-of.ts';
import { loadConfig } from '../config-service.ts';
import { hashBytes } from '../hash.ts';
import type { Clock, DetectLanguage, ForeignFiles, WorkspaceStore } from '../ports.ts';
import { slugOf } from '../slug.ts';
import { findProblems, problemText } from '../validate.ts';
import { readBeirFolder, type BeirImport } from './import-beir.ts';
import { readJsonlBank, type ReadImport } from './import-jsonl.ts';
import { planEdits, type Candidate, type EditPlan } from './plan-edits.ts';

type ImportInput = Input<'bank.importQuestions'>;

export interface ImportWorld {
  readonly cut: CutCorpus;
  readonly store: WorkspaceStore;
  readonly files: ForeignFiles;
  readonly clock: Clock;
  readonly detectLanguage: DetectLanguage;
}

export async function importQuestions(
  world: ImportWorld,
  input: ImportInput,
): Promise<Output<'bank.importQuestions'>> {
  return world.store.withLock(`import of ${input.format}`, async () => {
    const at = world.clock.now();
    const by = input.by ?? 'import';
    const corpus = await world.store.loadCorpus();
    const read = await readSource(world, input, corpus, { at, by });
    const { fit, rejected } = checkCandidates(read.candidates);
    const bank = await world.store.loadQuestions();
    const plan = planEdits(fit, bank, { at, by, action: `import-${at}`, what: `import ${input.format}` });
    const collection = 'documents' in read ? await planCollection(world, input, read, corpus) : null;
    const report = makeReport(
      input,
      read,
      plan,
      [...read.rejected, ...rejected, ...plan.rejected],
      collection,
    );
    if (report.written) await write(world, plan, collection);
    return report;
  });
}

async function readSource(
  world: ImportWorld,
  input: ImportInput,
  corpus: Corpus,
  stamp: { readonly at: string; readonly by: string },
): Promise<ReadImport | BeirImport> {
  const common = { ...stamp, require: input.require ?? null };
  if (input.format === 'jsonl') {
    return readJsonlBank(world.files, input.path, {
      ...common,
      corpus,
      chunks: await chunksFor(world, input, corpus),
    });
  }
  return readBeirFolder(world.files, trimSlash(input.path), {
    ...common,
    unit: input.unit ?? 'codepoint',
    labels: input.labels ?? 'spans',
    split: input.split ?? null,
  });
}

/** Chunks of the named config; without one, those of the only chunking the workspace's configs share, if they share one. */
async function chunksFor(
  world: ImportWorld,
  input: ImportInput,
  corpus: Corpus,
): Promise<readonly Chunk[] | null> {
  const ids =
    input.config === undefined
      ? (await world.store.listConfigs()).filter((entry) => entry.problem === null).map((entry) => entry.id)
      : [input.config];
  const configs = await Promise.all(ids.map(async (id) => (await loadConfig(world.store, id)).config));
  const distinct = new Map(
    configs.map((config) => [JSON.stringify([config.chunker, config.analyzer.language]), config]),
  );
  const [only, ...others] = distinct.values();
  return only && others.length === 0 ? chunksOf(world.cut, only, corpus) : null;
}

function checkCandidates(candidates: readonly Candidate[]): {
  fit: Candidate[];
  rejected: ImportRowProblem[];
} {
  const fit: Candidate[] = [];
  const rejected: ImportRowProblem[] = [];
  for (const candidate of candidates) {
    const problems = findProblems(QuestionSchema, candidate.question);
    if (problems.length === 0) fit.push(candidate);
    else
      rejected.push({
        file: candidate.file,
        line: candidate.line,
        id: candidate.question.id,
        reason: problems.map(problemText).join('; '),
      });
  }
  return { fit, rejected };
}

interface CollectionPlan {
  readonly record: CollectionRecord;
  readonly lines: BeirImport['documents'];
  readonly changed: boolean;
}

async function planCollection(
  world: ImportWorld,
  input: ImportInput,
  read: BeirImport,
  corpus: Corpus,
): Promise<CollectionPlan> {
  const collection = input.collection ?? slugOf(trimSlash(input.path).split(/[\\/]/).at(-1) ?? 'collection');
  const others = new Map(
    corpus.documents
      .filter((document) => document.collection !== collection)
      .map((document) => [document.id, document]),
  );
  const clash = read.documents.find((line) => others.has(line.id));
  if (clash) {
    const owner = others.get(clash.id)?.collection;
    throw new AppError(
      'conflict',
      `The document id ${JSON.stringify(clash.id)} is taken by ${owner ? `the collection "${owner}"` : 'another document'} of this workspace. ` +
        `Import into another workspace, or with --collection ${owner ?? 'NAME'} to replace that collection.`,
    );
  }
  const sourceHash = hashBytes(read.documents.map((line) => JSON.stringify(line)).join('\n'));
  const known = (await world.store.loadRecords()).find(
    (record): record is CollectionRecord => 'collection' in record && record.collection === collection,
  );
  const sample = read.documents
    .slice(0, 50)
    .map((line) => line.text.slice(0, 400))
    .join('\n');
  return {
    record: {
      collection,
      path: `${collection}.jsonl`,
      sourceHash,
      documents: read.documents.length,
      language: await world.detectLanguage(sample),
    },
    lines: read.documents,
    changed: known?.sourceHash !== sourceHash,
  };
}

async function write(world: ImportWorld, plan: EditPlan, collection: CollectionPlan | null): Promise<void> {
  // Documents first: labels may refer to them, never the other way round.
  if (collection?.changed) await world.store.saveCollection(collection.record, collection.lines);
  if (plan.edits.length > 0) await world.store.applyEdits(plan.edits);
}

function makeReport(
  input: ImportInput,
  read: ReadImport,
  plan: EditPlan,
  rejected: readonly ImportRowProblem[],
  collection: CollectionPlan | null,
): ImportReport {
  return {
    format: input.format,
    dryRun: input.dryRun ?? false,
    written: input.dryRun !== true && !(input.strict === true && rejected.length > 0),
    rows: read.rows,
    accepted: plan.accepted + (collection?.lines.length ?? 0),
    added: plan.added,
    updated: plan.updated,
    unchanged: plan.unchanged,
    rejected: [...rejected],
    duplicates: plan.duplicates,
    notes: [...read.notes],
    documents: collection?.lines.length ?? 0,
    documentsAdded: collection?.changed ? collection.lines.length : 0,
    collection: collection?.record.collection ?? null,
  };
}

function trimSlash(path: string): string {
  return path.length > 1 ? path.replace(/[\\/]+$/, '') : path;
}
