// Binds every procedure of the contract to the service that does it.
import { AppError } from '#contract/failure';
import type { Corpus } from '#contract/documents';
import type { Input, Output } from '#contract/api';
import type { Handlers } from './dispatch.ts';
import { loadConfig } from './config-service.ts';
import { addFiles, getDocumentText, listDocuments, removeDocument } from './document-service.ts';
import { importQuestions } from './import/import-service.ts';
import type { IndexService } from './index-service.ts';
import { paginate } from './paginate.ts';
import { itemRows, readRun, runRow, summariseRun } from './run/read-run.ts';
import type { RunService } from './run/run-service.ts';
import { chunkText, createRanker, textsById } from './search-service.ts';
import { listNames } from './trust-service.ts';
import { createWorkspace, getOverview, validateFiles, type CreationWorld } from './workspace-service.ts';

export type World = CreationWorld;

export function createHandlers(world: World, runs: RunService): Handlers {
  return {
    ...workspaceHandlers(world),
    ...documentHandlers(world),
    ...retrievalHandlers(world),
    ...bankHandlers(world),
    ...runHandlers(world, runs),
  };
}

type Some<Names extends keyof Handlers> = Pick<Handlers, Names>;

function workspaceHandlers(
  world: World,
): Some<
  | 'workspace.getOverview'
  | 'workspace.create'
  | 'workspace.validateFiles'
  | 'workspace.trustFolder'
  | 'config.listConfigs'
  | 'config.getConfig'
> {
  return {
    'workspace.getOverview': () => getOverview(world),
    'workspace.create': (input, { signal }) => createWorkspace(world, input, signal),
    'workspace.validateFiles': () => validateFiles(world),
    'workspace.trustFolder': async () => {
      await world.store.loadSettings();
      await world.trust.trust(world.store.root);
      return { trusted: true, accepted: await listNames(world.store) };
    },
    'config.listConfigs': async () => {
      const { configs } = await getOverview(world);
      return { configs: configs.map(({ id, name, problem }) => ({ id, name, problem })) };
    },
    'config.getConfig': async ({ id }) => {
      const { file, config, hash } = await loadConfig(world.store, id);
      return { file, complete: config, hash };
    },
  };
}

function documentHandlers(
  world: World,
): Some<'document.listDocuments' | 'document.getText' | 'document.addFiles' | 'document.removeDocument'> {
  return {
    'document.listDocuments': (input) => listDocuments(world, input),
    'document.getText': (input) => getDocumentText(world, input),
    'document.addFiles': (input, { signal }) => addFiles(world, input, signal),
    'document.removeDocument': (input) => removeDocument(world, input),
  };
}

function retrievalHandlers(
  world: World,
): Some<'index.buildIndex' | 'retrieval.searchChunks' | 'retrieval.searchMany'> {
  return {
    'index.buildIndex': (input, { signal }) => buildIndexes(world, input, signal),
    'retrieval.searchChunks': async ({ query, ...input }, { signal }) => {
      const search = await openSearch(world, input, signal);
      return search(query);
    },
    'retrieval.searchMany': async ({ queries, ...input }, { signal }) => {
      const search = await openSearch(world, input, signal);
      // A map without a prototype: a query may be called __proto__.
      const results: Output<'retrieval.searchMany'>['results'] = Object.create(null);
      for (const { id, text } of queries) results[id] = search(text);
      return { results };
    },
  };
}

async function requireCorpus(world: World): Promise<Corpus> {
  const corpus = await world.store.loadCorpus();
  if (corpus.documents.length === 0)
    throw new AppError('not-found', 'The workspace has no documents. Add some first: assay add DIR FILE...');
  return corpus;
}

async function buildIndexes(
  world: World & { readonly indexes: IndexService },
  input: Input<'index.buildIndex'>,
  signal: AbortSignal,
): Promise<Output<'index.buildIndex'>> {
  const ids =
    input.config === undefined ? (await world.store.listConfigs()).map(({ id }) => id) : [input.config];
  const corpus = await requireCorpus(world);
  const indexes: Output<'index.buildIndex'>['indexes'] = [];
  for (const id of ids) {
    const { config } = await loadConfig(world.store, id);
    for (const index of (await world.indexes.open(config, corpus, { signal })).values()) {
      const { fingerprint, built, elapsedMs } = index;
      indexes.push({
        config: id,
        fingerprint,
        chunks: index.chunks.length,
        terms: index.lexical.terms.length,
        built,
        elapsedMs,
      });
    }
  }
  return { indexes };
}

async function openSearch(
  world: World,
  input: { readonly config: string; readonly k?: number | 'all'; readonly noBuild?: boolean },
  signal: AbortSignal,
): Promise<(query: string) => Output<'retrieval.searchChunks'>> {
  const { config } = await loadConfig(world.store, input.config);
  const corpus = await requireCorpus(world);
  const { languages } = await world.store.loadSettings();
  const indexes = await world.indexes.open(config, corpus, { noBuild: input.noBuild, signal });
  const deep = input.k === 'all';
  const k = input.k === 'all' ? Infinity : (input.k ?? config.select.k);
  const ranker = createRanker(config, indexes, { language: languages[0] ?? null, deep });
  const texts = textsById(corpus);
  return (query) => {
    const { ranked } = ranker.rank(query, k);
    return { hits: ranked.slice(0, k).map((hit) => ({ ...hit, text: chunkText(texts, hit) })) };
  };
}

function bankHandlers(world: World): Some<'bank.listQuestions' | 'bank.importQuestions'> {
  return {
    'bank.listQuestions': async (input) => {
      const bank = await world.store.loadQuestions();
      const chosen =
        input.tag === undefined ? bank : bank.filter((question) => question.tags?.includes(input.tag ?? ''));
      const page = paginate(chosen, input);
      return { questions: [...page.rows], total: page.total, next: page.next };
    },
    'bank.importQuestions': (input) => importQuestions(world, input),
  };
}

function runHandlers(
  world: World,
  runs: RunService,
): Some<
  | 'run.startRuns'
  | 'run.resumeRun'
  | 'run.cancelRun'
  | 'run.waitForRun'
  | 'run.listRuns'
  | 'run.getSummary'
  | 'run.listItems'
  | 'run.getItem'
  | 'run.deleteRun'
> {
  return {
    'run.startRuns': (input, { signal }) => runs.start(input, signal),
    'run.resumeRun': (input, { signal }) => runs.resume(input, signal),
    'run.cancelRun': async ({ runId }) => runs.cancel(runId),
    'run.waitForRun': ({ runId }) => runs.wait(runId),
    'run.listRuns': async (input) => {
      const page = paginate(await world.runs.list(), input);
      return {
        runs: await Promise.all(page.rows.map((manifest) => runRow(world, manifest))),
        total: page.total,
        next: page.next,
      };
    },
    'run.getSummary': ({ runId }) => summariseRun(world, runId),
    'run.listItems': async (input) => {
      const rows = itemRows(await readRun(world, input.runId)).filter(
        (row) => input.stage === undefined || row.stage === input.stage,
      );
      const page = paginate(rows, input);
      return { items: [...page.rows], total: page.total, next: page.next };
    },
    'run.getItem': ({ runId, questionId }) => getItem(world, runId, questionId),
    'run.deleteRun': async ({ runId }) => {
      if (await world.runs.isLive(runId))
        throw new AppError('conflict', `Run ${runId} is running. Cancel it first.`);
      await world.runs.remove(runId);
      return { runId };
    },
  };
}

async function getItem(world: World, runId: string, questionId: string): Promise<Output<'run.getItem'>> {
  const run = await readRun(world, runId);
  const item = run.items.find((candidate) => candidate.questionId === questionId);
  const score = run.scores.find((candidate) => candidate.questionId === questionId);
  const question = run.questions.find((candidate) => candidate.id === questionId);
  if (!item || !score || !question)
    throw new AppError('not-found', `Run ${runId} has no finished item for the question "${questionId}".`);
  return { question, item, score };
}
