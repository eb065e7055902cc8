// Creates a workspace, says what state it is in, and checks every file and label of it.
import type { Input, Output } from '#contract/api';
import type { Question } from '#contract/bank';
import type { Corpus } from '#contract/documents';
import { AppError, type Problem } from '#contract/failure';
import type { Overview } from '#contract/views';
import { resolveGold } from '#domain/labels/resolve-gold';
import { loadConfig } from './config-service.ts';
import { addFiles, type DocumentWorld } from './documents/add-files.ts';
import { importQuestions } from './import/import-service.ts';
import { runRow } from './run/read/run-summary.ts';
import type { RunWorld } from './run/world.ts';
import { listNames } from './trust-service.ts';

const runsShown = 10;

export async function getOverview(world: RunWorld): Promise<Overview> {
  const { store } = world;
  const settings = await store.loadSettings();
  const problems: string[] = [];
  const corpus = await orProblem(store.loadCorpus(), { documents: [], hash: '' } as Corpus, problems);
  const bank = await orProblem(store.loadQuestions(), [] as readonly Question[], problems);
  const manifests = (await orProblem(world.runs.list(), [], problems)).slice(0, runsShown);
  return {
    name: settings.name,
    root: store.root,
    languages: [...settings.languages],
    foundThreshold: settings.foundThreshold,
    egress: { policy: settings.egress.policy, hosts: [...settings.egress.hosts] },
    trusted: await world.trust.isTrusted(store.root),
    names: await listNames(store),
    documents: corpus.documents.length,
    characters: corpus.documents.reduce((sum, document) => sum + document.text.length, 0),
    questions: bank.length,
    answerable: bank.filter((question) => question.unanswerable !== true).length,
    labelsToReview: findLabelProblems(bank, corpus).length,
    configs: await Promise.all((await store.listConfigs()).map((entry) => configState(world, entry, corpus))),
    runs: await Promise.all(manifests.map((manifest) => runRow(world, manifest))),
    problems,
  };
}

/** One broken part must not hide the others: its message is shown in its place. */
async function orProblem<Value>(
  loading: Promise<Value>,
  otherwise: Value,
  problems: string[],
): Promise<Value> {
  try {
    return await loading;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    problems.push(error.message);
    return otherwise;
  }
}

async function configState(
  world: RunWorld,
  entry: { readonly id: string; readonly problem: string | null },
  corpus: Corpus,
): Promise<Overview['configs'][number]> {
  if (entry.problem !== null)
    return { id: entry.id, name: entry.id, problem: entry.problem, indexCurrent: null };
  try {
    const { config } = await loadConfig(world.store, entry.id);
    return {
      id: config.id,
      name: config.name,
      problem: null,
      indexCurrent: await world.indexes.isCurrent(config, corpus),
    };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { id: entry.id, name: entry.id, problem: error.message, indexCurrent: null };
  }
}

/** Labels that do not resolve against the documents as they are. */
export function findLabelProblems(bank: readonly Question[], corpus: Corpus): Problem[] {
  const documents = new Map(corpus.documents.map((document) => [document.id, document]));
  return bank.flatMap((question) => {
    const { problem } = resolveGold(question, documents);
    if (!problem) return [];
    return [
      {
        file: 'bank/questions.jsonl',
        path: question.id,
        message: problem.reason,
        remedy: 'Mark the evidence again, or restore the document',
        severity: 'error' as const,
      },
    ];
  });
}

export async function validateFiles(world: RunWorld): Promise<Output<'workspace.validateFiles'>> {
  const problems: Problem[] = [...(await world.store.findFileProblems())];
  const broken = new Set(problems.flatMap((problem) => problem.file ?? []));
  for (const { id, problem } of await world.store.listConfigs()) {
    if (problem !== null || broken.has(`configs/${id}.json`)) continue;
    problems.push(...(await problemsOf(() => loadConfig(world.store, id), `configs/${id}.json`)));
  }
  if (
    !problems.some(
      (problem) => problem.severity !== 'warning' && /^(bank|documents)\//.test(problem.file ?? ''),
    )
  ) {
    problems.push(...findLabelProblems(await world.store.loadQuestions(), await world.store.loadCorpus()));
  }
  const warnings = problems.filter((problem) => problem.severity === 'warning').length;
  return { errors: problems.length - warnings, warnings, problems };
}

async function problemsOf(load: () => Promise<unknown>, file: string): Promise<Problem[]> {
  try {
    await load();
    return [];
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return error.problems.length > 0 ? [...error.problems] : [{ file, message: error.message }];
  }
}

export interface CreationWorld extends RunWorld, DocumentWorld {
  /** Writes assay.json, the folders and the first configs; throws conflict where there is a workspace already. */
  readonly createFiles: (input: Input<'workspace.create'>) => Promise<void>;
  /** Holds documents/ and bank.jsonl of the sample. */
  readonly sampleFolder: string;
}

/** The user made this folder, so it is trusted from the start. */
export async function createWorkspace(
  world: CreationWorld,
  input: Input<'workspace.create'>,
  signal: AbortSignal,
): Promise<Output<'workspace.create'>> {
  await world.createFiles(input);
  await world.trust.trust(world.store.root);
  if (input.sample === true) {
    await addFiles(world, { paths: [`${world.sampleFolder}/documents`] }, signal);
    await importQuestions(world, { path: `${world.sampleFolder}/bank.jsonl`, format: 'jsonl', by: 'sample' });
  }
  return {
    name: (await world.store.loadSettings()).name,
    configs: (await world.store.listConfigs()).map(({ id }) => id),
    documents: (await world.store.loadCorpus()).documents.length,
    questions: (await world.store.loadQuestions()).length,
  };
}
