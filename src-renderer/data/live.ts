// What events say between two questions to the app: how far runs and index builds are, and what to read out.
import type { QueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import type { EventPayloads } from '#contract/events';
import type { Client } from '../api/client.ts';
import { words } from '../words.ts';
import { invalidateTopics } from './procedures.ts';

export type RunProgress = EventPayloads['run.progress'];

interface LiveState {
  readonly runs: ReadonlyMap<string, RunProgress>;
  /** Progress of index builds in [0, 1], by what is built; a finished one is taken out. */
  readonly indexes: ReadonlyMap<string, number>;
  /** The sentence a screen reader hears; replaced at most every ten seconds while a run goes on. */
  readonly announcement: string;
}

const announceEveryMs = 10_000;
let state: LiveState = { runs: new Map(), indexes: new Map(), announcement: '' };
let announcedAtMs = 0;
const listeners = new Set<() => void>();

function change(part: Partial<LiveState>): void {
  state = { ...state, ...part };
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Says a sentence to screen readers at once. */
export function announce(sentence: string): void {
  announcedAtMs = performance.now();
  change({ announcement: sentence });
}

export function useAnnouncement(): string {
  return useSyncExternalStore(subscribe, () => state.announcement);
}

/** null until the run has told something since this page was opened, and after its end. */
export function useRunProgress(runId: string): RunProgress | null {
  return useSyncExternalStore(subscribe, () => state.runs.get(runId) ?? null);
}

/** null when nothing is being built for the config, as far as this page has heard. */
export function useIndexProgress(config: string): number | null {
  return useSyncExternalStore(subscribe, () => state.indexes.get(config) ?? null);
}

/** The same for a config and for what is built on the way to it: its chunks, its vectors. The step that was told last. */
export function useBuildStep(config: string): { readonly what: string; readonly done: number } | null {
  const steps = useSyncExternalStore(subscribe, () => state.indexes);
  const [what, done] =
    [...steps].findLast(([name]) => name === config || name.startsWith(`${config} (`)) ?? [];
  return what === undefined || done === undefined ? null : { what, done };
}

/** Listens as long as the page lives. Returns the function that ends it. */
export function listenToEvents(client: Client, queries: QueryClient): () => void {
  return client.subscribe((event) => {
    if (event.name === 'topics.changed') invalidateTopics(queries, event.payload.topics);
    if (event.name === 'index.progress') tellIndex(event.payload);
    if (event.name === 'run.progress') tellProgress(event.payload);
    if (event.name === 'run.ended') tellEnd(event.payload);
  });
}

function tellIndex({ what, done }: EventPayloads['index.progress']): void {
  const indexes = new Map(state.indexes);
  if (done >= 1) indexes.delete(what);
  else indexes.set(what, done);
  change({ indexes });
}

function tellProgress(progress: RunProgress): void {
  change({ runs: new Map(state.runs).set(progress.runId, progress) });
  if (performance.now() - announcedAtMs >= announceEveryMs)
    announce(words.run.progress(progress.finished, progress.questions));
}

function tellEnd({ runId, state: ended }: EventPayloads['run.ended']): void {
  const last = state.runs.get(runId);
  const runs = new Map(state.runs);
  runs.delete(runId);
  change({ runs });
  announce(words.run.ended(ended, last?.finished ?? null, last?.questions ?? null));
}
