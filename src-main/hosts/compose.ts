// The one place that wires: adapters behind ports, services over them, and the door in front.
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Input } from '#contract/api';
import type { Question } from '#contract/bank';
import type { Config } from '#contract/config';
import { systemClock } from '#adapters/clock';
import { createModelShelf } from '#adapters/embed/embedding-port';
import { createEgress } from '#adapters/egress/egress';
import { dataFolder } from '#adapters/files/data-folder';
import { createTrustStore } from '#adapters/files/trust-store';
import { createWorkspaceFiles, listJsonFiles } from '#adapters/files/workspace/create-workspace';
import { createWorkspaceStore } from '#adapters/files/workspace-store';
import { createLog } from '#adapters/log';
import { openModel } from '#adapters/model/open-model';
import type { SpawnChild } from '#adapters/process/child-handle';
import { forkChild } from '#adapters/process/spawn-fork';
import { createDispatch } from '#services/dispatch';
import { createEventHub, type EventHub } from '#services/event-hub';
import { createHandlers } from '#services/handlers';
import { createRunService, type RunService } from '#services/run/run-service';
import type { App } from './app.ts';
import { readBuildInfo } from './build-info.ts';
import { createChildren } from './compose-children.ts';
import { composeDocuments } from './compose-documents.ts';
import { composeRuns } from './compose-runs.ts';
import { composeSettings } from './compose-settings.ts';
import { composeRetrieval } from './compose-retrieval.ts';
import { composeVectors } from './compose-vectors.ts';

export interface ComposeOptions {
  /** Absolute path of the workspace; it need not exist yet. */
  readonly root: string;
  /** Folder of the built child entries (index-child.js ...). */
  readonly childFolder: string;
  /** Folder of presets/ and sample/. */
  readonly resourcesFolder: string;
  readonly spawn?: SpawnChild;
  /** Where relative paths of files to add or import start. */
  readonly currentFolder?: string;
  readonly checkOutputs?: boolean;
}

/** Opens a workspace. Nothing is read before the first call, and no child process starts before it is needed. */
export function composeApp(options: ComposeOptions): App {
  const { root, childFolder, resourcesFolder, spawn = forkChild } = options;
  const store = createWorkspaceStore(root);
  const log = createLog(dataFolder());
  const events = createEventHub(scheduleOnce);
  const children = createChildren(childFolder, spawn);
  const { models, embedder, vectors } = composeVectors({ root, resourcesFolder, children, events });
  const egress = createEgress(async () => (await store.loadSettings()).egress);
  const { indexes, parts, cut } = composeRetrieval({
    root,
    store,
    children,
    events,
    egress,
    models,
    embedder,
    vectors,
  });
  const world = {
    store,
    ...composeRuns(root, store, cut),
    trust: createTrustStore(dataFolder()),
    indexes,
    parts,
    cut,
    embedder,
    embeddingCounter: embedder,
    models: createModelShelf(models, children.embed),
    events,
    clock: systemClock,
    log,
    build: readBuildInfo(),
    newSuffix: () => randomBytes(2).toString('hex'),
    ...composeSettings(root),
    openModel: (config: Config, questions: readonly Question[]) =>
      openModel({
        config,
        questions,
        egress,
        loadText: (path) => store.readText(path),
        env: process.env,
        embedder,
      }),
    ...composeDocuments(root, options.currentFolder ?? process.cwd(), children.extract),
    sampleFolder: join(resourcesFolder, 'sample'),
    createFiles: (input: Input<'workspace.create'>) => createFiles(root, resourcesFolder, input),
  };
  const runs = createRunService(world);
  const dispatch = createDispatch(createHandlers(world, runs), {
    log,
    events,
    checkOutputs: options.checkOutputs ?? false,
  });
  return {
    dispatch,
    events,
    log,
    close: () => closeAll(runs, [...Object.values(children), egress], events),
  };
}

/** Runs first: their state must be on disk before what they use is gone. */
async function closeAll(
  runs: RunService,
  parts: readonly { close(): Promise<void> }[],
  events: EventHub,
): Promise<void> {
  await runs.close();
  await Promise.all(parts.map((part) => part.close()));
  events.flush();
}

function scheduleOnce(run: () => void, afterMs: number): () => void {
  const timer = setTimeout(run, afterMs);
  // Waiting events alone must not keep a finished command alive.
  timer.unref();
  return () => clearTimeout(timer);
}

async function createFiles(
  root: string,
  resourcesFolder: string,
  input: Input<'workspace.create'>,
): Promise<void> {
  const presets = await listJsonFiles(join(resourcesFolder, 'presets'));
  const demo = input.sample ? await listJsonFiles(join(resourcesFolder, 'sample')) : [];
  const languages = input.languages ?? (input.sample ? ['es', 'en'] : []);
  await createWorkspaceFiles(root, { name: input.name, languages, configFiles: [...presets, ...demo] });
}
