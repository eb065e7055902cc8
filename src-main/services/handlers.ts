// Binds every procedure of the contract to the service that does it.
import { defaultEmbeddingModel } from '#contract/config';
import { AppError } from '#contract/failure';
import type { Output, ProcedureName } from '#contract/api';
import type { CallContext, Handlers } from './dispatch.ts';
import { describeConfigs, loadConfig } from './config-service.ts';
import { getDocumentText, listDocuments, removeDocument } from './document-service.ts';
import { addFiles } from './documents/add-files.ts';
import { importQuestions } from './import/import-service.ts';
import { paginate } from './paginate.ts';
import type { ModelShelf } from './ports.ts';
import { itemRows, readRun, runRow, summariseRun } from './run/read-run.ts';
import type { RunService } from './run/run-service.ts';
import { buildIndexes, openSearch } from './retrieval-service.ts';
import { listNames } from './trust-service.ts';
import { createWorkspace, getOverview, validateFiles, type CreationWorld } from './workspace-service.ts';

export interface World extends CreationWorld {
  readonly models: ModelShelf;
}

/** What can be called where there is no workspace (yet): what makes one, looks for damage, or is of the user. */
const withoutWorkspace: ReadonlySet<string> = new Set<ProcedureName>([
  'workspace.create',
  'workspace.validateFiles',
  'model.listModels',
  'model.buildModel',
  'model.addModel',
  'model.testModel',
]);

export function createHandlers(world: World, runs: RunService): Handlers {
  return requireWorkspace(world, {
    ...workspaceHandlers(world),
    ...documentHandlers(world),
    ...retrievalHandlers(world),
    ...bankHandlers(world),
    ...modelHandlers(world),
    ...runHandlers(world, runs),
  });
}

/** A folder that is no workspace, or one of a newer Assay, is refused first and in the same words by every procedure. */
function requireWorkspace(world: World, handlers: Handlers): Handlers {
  const guarded = Object.entries(handlers).map(([name, handler]) => {
    if (withoutWorkspace.has(name)) return [name, handler];
    const call = handler as (input: unknown, context: CallContext) => Promise<unknown>;
    return [
      name,
      async (input: unknown, context: CallContext) => {
        await world.store.loadSettings();
        return call(input, context);
      },
    ];
  });
  return Object.fromEntries(guarded) as Handlers;
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
    'config.listConfigs': async () => ({ configs: await describeConfigs(world.store) }),
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
      const search = await openSearch(world, input, [query], signal);
      return search(query);
    },
    'retrieval.searchMany': async ({ queries, ...input }, { signal }) => {
      const texts = queries.map(({ text }) => text);
      const search = await openSearch(world, input, texts, signal);
      // A map without a prototype: a query may be called __proto__.
      const results: Output<'retrieval.searchMany'>['results'] = Object.create(null);
      for (const { id, text } of queries) results[id] = await search(text);
      return { results };
    },
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

function modelHandlers(
  world: World,
): Some<'model.listModels' | 'model.buildModel' | 'model.addModel' | 'model.testModel'> {
  return {
    'model.listModels': async () => ({ models: [...(await world.models.listModels())] }),
    'model.buildModel': ({ name = defaultEmbeddingModel }, { signal }) =>
      world.models.buildModel(name, {
        signal,
        onProgress: (done) => world.events.announce('index.progress', { what: name, done }),
      }),
    'model.addModel': ({ path, name }, { signal }) => world.models.addModel(path, { name, signal }),
    'model.testModel': ({ name }) => world.models.testModel(name),
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
