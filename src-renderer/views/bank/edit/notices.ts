// What has to be said after an edit: trouble is kept outside the views, so that nothing is lost when one of them goes away.
import { useSyncExternalStore } from 'react';
import type { Failure } from '#contract/failure';
import { announce } from '../../../data/live.ts';
import { notify } from '../../../ui/notify.tsx';
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

let nextId = 1;
let notices: readonly Notice[] = [];
const listeners = new Set<() => void>();

function change(next: readonly Notice[]): void {
  notices = next;
  for (const listener of listeners) listener();
}

/** Tells what was done, with one way to take it back; goes away by itself. */
export function tellDone(says: string, choice?: NoticeChoice): void {
  notify({ message: says, ...(choice === undefined ? {} : { action: choice }) });
}

/** Tells what could not be done; stays until it is dismissed or one of its choices is taken. */
export function tellTrouble(notice: Omit<Notice, 'id'>): void {
  change([...notices, { ...notice, id: nextId }]);
  nextId += 1;
  announce(notice.says);
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
