// Configs that are being edited: kept while the page lives, wherever the analyst goes in between.
import { useSyncExternalStore } from 'react';
import { isObject, type JsonObject } from './form/json-values.ts';
import { locateJsonError, type JsonError } from './json/locate-error.ts';

/** The file that a draft began from. */
export interface Base {
  readonly text: string;
  readonly hash: string;
}

export interface Draft {
  /** As it stands in the JSON field. */
  readonly text: string;
  /** What the text means, or meant when it was last valid; null = it never was. */
  readonly file: JsonObject | null;
  readonly error: JsonError | 'not-object' | null;
  /** null = a new config. */
  readonly base: Base | null;
}

let drafts: ReadonlyMap<string, Draft> = new Map();
const listeners = new Set<() => void>();

function replace(next: ReadonlyMap<string, Draft>): void {
  drafts = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function keepDraft(id: string, draft: Draft): void {
  replace(new Map(drafts).set(id, draft));
}

export function dropDraft(id: string): void {
  const next = new Map(drafts);
  next.delete(id);
  replace(next);
}

/** By the id under which each is open, which need not be the id it will be saved under. */
export function useDrafts(): ReadonlyMap<string, Draft> {
  return useSyncExternalStore(subscribe, () => drafts);
}

export function useDraft(id: string): Draft | null {
  return useSyncExternalStore(subscribe, () => drafts.get(id) ?? null);
}

export function writeFile(file: unknown): string {
  return `${JSON.stringify(file, null, 2)}\n`;
}

export function draftOfBase(base: Base): Draft {
  return withText({ text: '', file: null, error: null, base }, base.text);
}

export function newDraft(file: JsonObject): Draft {
  return { text: writeFile(file), file, error: null, base: null };
}

/** Text that is no JSON object keeps the last file that was. */
export function withText(draft: Draft, text: string): Draft {
  const error = locateJsonError(text);
  if (error !== null) return { ...draft, text, error };
  const file: unknown = JSON.parse(text);
  return isObject(file) ? { ...draft, text, file, error: null } : { ...draft, text, error: 'not-object' };
}

export function withFile(draft: Draft, file: JsonObject): Draft {
  return { ...draft, file, text: writeFile(file), error: null };
}

/** Whether something would be lost with it. How the text is laid out does not count. */
export function isChanged(draft: Draft): boolean {
  if (draft.base === null) return true;
  if (draft.text === draft.base.text) return false;
  const before = draftOfBase(draft.base);
  return draft.error !== null || JSON.stringify(draft.file) !== JSON.stringify(before.file);
}
