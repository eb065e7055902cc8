// Adding files one after the other, and what became of each. It goes on while other screens are shown.
import { useSyncExternalStore } from 'react';
import type { Output } from '#contract/api';
import type { Failure } from '#contract/failure';
import type { Client } from '../../../api/client.ts';
import { announce } from '../../../data/live.ts';
import { words } from '../../../words.ts';
import { readBase64, type PickedFile } from './picked-files.ts';

type AddReport = Output<'document.addBytes'>;
export type FileResult = Omit<AddReport['results'][number], 'outcome'> & { readonly outcome: string };

export interface AddingState {
  readonly isRunning: boolean;
  /** Of all files handed over since nothing was going on. */
  readonly files: number;
  /** Path of the file that is being added. */
  readonly current: string | null;
  readonly results: readonly FileResult[];
  /** Labels that no longer stand as they did. */
  readonly labels: AddReport['labels'];
  /** Files that were not tried, because of a cancel or a failure. */
  readonly left: number;
  /** What ended it before its time. */
  readonly failure: Failure | null;
}

const nothing: AddingState = {
  isRunning: false,
  files: 0,
  current: null,
  results: [],
  labels: [],
  left: 0,
  failure: null,
};

/** The host takes no larger body; base64 is a third longer than the file. */
const largestBytes = 64 * 1024 * 1024;

let state = nothing;
let queue: PickedFile[] = [];
const listeners = new Set<() => void>();

function change(part: Partial<AddingState>): void {
  state = { ...state, ...part };
  for (const listener of listeners) listener();
}

export function useAdding(): AddingState {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => state,
  );
}

/** Adds the files behind those that wait already. */
export function addPicked(client: Client, files: readonly PickedFile[]): void {
  if (files.length === 0) return;
  queue.push(...files);
  if (state.isRunning) change({ files: state.files + files.length });
  else void workThrough(client, files.length);
}

/** The file on its way is still added. */
export function cancelAdding(): void {
  change({ left: queue.length });
  queue = [];
}

export function dismissReport(): void {
  if (!state.isRunning) change(nothing);
}

async function workThrough(client: Client, files: number): Promise<void> {
  change({ ...nothing, isRunning: true, files });
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    change({ current: next.path });
    await addOne(client, next);
  }
  change({ isRunning: false, current: null });
  announce(words.documents.addedSays(countOutcomes(state.results)));
}

async function addOne(client: Client, { path, file }: PickedFile): Promise<void> {
  if (file.size > largestBytes) return keep(rejected(path, words.documents.tooLarge));
  const base64 = await readBase64(file).catch((error: unknown) => error as Error);
  if (typeof base64 !== 'string') return keep(rejected(path, words.documents.unreadable(base64.message)));
  const reply = await client.call('document.addBytes', { path, base64 });
  if (reply.ok) {
    change({ labels: mergeLabels(state.labels, reply.value.labels) });
    for (const result of reply.value.results) keep(result as FileResult);
  } else if (reply.failure.code === 'invalid-input') {
    keep(rejected(path, reply.failure.message));
  } else {
    // Nothing is wrong with the file: the next one would fare no better.
    change({ failure: reply.failure, left: queue.length + 1 });
    queue = [];
  }
}

function keep(result: FileResult): void {
  change({ results: [...state.results, result] });
}

function rejected(path: string, reason: string): FileResult {
  return { path, outcome: 'rejected', id: null, characters: 0, reason, warnings: [] };
}

function mergeLabels(known: AddReport['labels'], more: AddReport['labels']): AddReport['labels'] {
  const byKey = new Map([...known, ...more].map((label) => [`${label.question}\n${label.says}`, label]));
  return [...byKey.values()];
}

export type ReportFilter = 'all' | 'added' | 'warnings' | 'rejected';
export const reportFilters: readonly ReportFilter[] = ['all', 'added', 'warnings', 'rejected'];

export function filterResults(results: readonly FileResult[], filter: ReportFilter): readonly FileResult[] {
  if (filter === 'all') return results;
  if (filter === 'warnings') return results.filter(({ warnings }) => warnings.length > 0);
  return results.filter(({ outcome }) => (outcome === 'rejected') === (filter === 'rejected'));
}

/** Rejected ones first, then those with warnings; otherwise as they came. */
export function orderResults(results: readonly FileResult[]): readonly FileResult[] {
  const weigh = ({ outcome, warnings }: FileResult) =>
    outcome === 'rejected' ? 0 : warnings.length > 0 ? 1 : 2;
  return [...results].sort((one, other) => weigh(one) - weigh(other));
}

export function countOutcomes(results: readonly FileResult[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { outcome } of results) counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  return counts;
}
