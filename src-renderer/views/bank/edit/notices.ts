// What has to be said after an edit: kept outside the views, so that nothing is lost when one of them goes away.
import { useSyncExternalStore } from 'react';
import type { Failure } from '#contract/failure';
import { announce } from '../../../data/live.ts';
import type { Change } from './change.ts';

export interface Notice {
  readonly id: number;
  readonly says: string;
  /** What was typed and could not be written. */
  readonly mine?: string;
  readonly failure?: Failure;
  /** What somebody else changed meanwhile. */
  readonly theirs?: readonly Change[];
  readonly choices: readonly NoticeChoice[];
}

export interface NoticeChoice {
  readonly label: string;
  readonly run: () => void;
}

/** What was done is said for so long; what failed stays until it is dismissed. */
const doneForMs = 20_000;
let nextId = 1;
let notices: readonly Notice[] = [];
const listeners = new Set<() => void>();

function change(next: readonly Notice[]): void {
  notices = next;
  for (const listener of listeners) listener();
}

/** Tells what was done; replaces what was told before of this kind. */
export function tellDone(says: string, choices: readonly NoticeChoice[] = []): void {
  const id = add({ says, choices }, true);
  setTimeout(() => dismissNotice(id), doneForMs);
}

export function tellTrouble(notice: Omit<Notice, 'id'>): void {
  add(notice, false);
}

function add(notice: Omit<Notice, 'id'>, isDone: boolean): number {
  const id = nextId;
  nextId += 1;
  const kept = isDone ? notices.filter(isTrouble) : notices;
  change([...kept, { ...notice, id }]);
  announce(notice.says);
  return id;
}

function isTrouble({ failure, theirs, mine }: Notice): boolean {
  return failure !== undefined || theirs !== undefined || mine !== undefined;
}

export function dismissNotice(id: number): void {
  if (notices.some((notice) => notice.id === id)) change(notices.filter((notice) => notice.id !== id));
}

export function useNotices(): readonly Notice[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => notices,
  );
}
