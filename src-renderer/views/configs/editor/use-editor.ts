// The state of one config that is open: what the disk holds, what was changed here, and what is wrong with that.
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Output } from '#contract/api';
import type { Failure, Problem } from '#contract/failure';
import { useProcedure } from '../../../data/procedures.ts';
import {
  draftOfBase,
  dropDraft,
  isChanged,
  keepDraft,
  useDraft,
  withFile,
  withText,
  type Base,
  type Draft,
} from '../drafts.ts';
import type { JsonObject } from '../form/json-values.ts';

const checkAfterMs = 200;

export interface Editor {
  readonly draft: Draft;
  /** The file on the disk with every default filled in; null where something is wrong with it, or where there is none. */
  readonly stored: unknown;
  readonly isChanged: boolean;
  /** What stands on the disk where that is another file than the draft began from; null where it is the same. */
  readonly theirs: Base | 'gone' | null;
  readonly setText: (text: string) => void;
  readonly setFile: (file: unknown) => void;
  /** The draft begins from another file from now on. */
  readonly rebase: (base: Base | null) => void;
  readonly discard: () => void;
}

export type EditorState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly failure: Failure; readonly retry: () => void }
  | { readonly kind: 'open'; readonly editor: Editor };

export function useEditor(id: string): EditorState {
  const kept = useDraft(id);
  const isNew = kept !== null && kept.base === null;
  const { data, error, isFetching, refetch } = useProcedure('config.readFile', { id }, { enabled: !isNew });
  const stored = useMemo(() => (data ? draftOfBase(data) : null), [data]);
  const isStale = kept !== null && data !== undefined && !isFetching && isOvertaken(kept, data);
  useEffect(() => {
    if (isStale) dropDraft(id);
  }, [id, isStale]);
  const draft = isStale || kept === null ? stored : kept;
  const theirs = useTheirs(
    isNew ? null : (draft?.base ?? null),
    error?.failure.code === 'not-found' ? 'gone' : (data ?? null),
    isFetching,
  );
  const current = useRef(draft);
  useEffect(() => {
    current.current = draft;
  });
  const change = useCallback(
    (alter: (draft: Draft) => Draft) => {
      if (current.current !== null) keepDraft(id, alter(current.current));
    },
    [id],
  );
  const setText = useCallback((text: string) => change((before) => withText(before, text)), [change]);
  const setFile = useCallback(
    (file: unknown) => change((before) => withFile(before, file as JsonObject)),
    [change],
  );
  if (draft === null)
    return error
      ? { kind: 'failed', failure: error.failure, retry: () => void refetch() }
      : { kind: 'loading' };
  return {
    kind: 'open',
    editor: {
      draft,
      stored: data?.complete ?? null,
      isChanged: isChanged(draft),
      theirs,
      setText,
      setFile,
      rebase: (base) => change((before) => ({ ...before, base })),
      discard: () => dropDraft(id),
    },
  };
}

/**
 * What the disk holds where that is not what the draft began from. While it is read again, what was known of this draft
 * stands: a panel that went away for that moment would take a click with it.
 */
function useTheirs(base: Base | null, disk: Base | 'gone' | null, isReading: boolean): Base | 'gone' | null {
  const differs = base !== null && (disk === 'gone' || disk?.hash !== base.hash);
  const now = differs ? disk : null;
  const [known, setKnown] = useState({ base, theirs: now });
  if (!isReading && (known.base !== base || known.theirs !== now)) setKnown({ base, theirs: now });
  if (!isReading) return now;
  return known.base === base ? known.theirs : null;
}

/** A draft without changes is what the disk holds, as soon as that is heard of; one that is laid out anew stays as it is typed. */
function isOvertaken(draft: Draft, stored: Base): boolean {
  if (isChanged(draft)) return false;
  return draft.text === draft.base?.text || stored.hash !== draft.base?.hash;
}

export interface Check {
  readonly problems: readonly Problem[];
  /** Of this very file; null while something is wrong with it. */
  readonly complete: unknown;
  /** The last one there was, whose values serve as defaults. */
  readonly defaults: unknown;
  readonly failure: Failure | null;
  /** False until the check of the latest change has answered. */
  readonly isCurrent: boolean;
}

/** Asks what is wrong a moment after the last change. What was heard last stands until there is an answer. */
export function useCheck({ draft: { file }, stored }: Editor): Check {
  const [asked, setAsked] = useState(file);
  useEffect(() => {
    const timer = setTimeout(() => setAsked(file), checkAfterMs);
    return () => clearTimeout(timer);
  }, [file]);
  const { data, error } = useProcedure('config.checkConfig', { file: asked }, { enabled: asked !== null });
  const [last, setLast] = useState<Output<'config.checkConfig'>>({ problems: [], complete: null });
  const [defaults, setDefaults] = useState<unknown>(null);
  if (data && data !== last) {
    setLast(data);
    if (data.complete !== null) setDefaults(data.complete);
  }
  return {
    problems: last.problems,
    complete: last.complete,
    defaults: defaults ?? stored,
    failure: error?.failure ?? null,
    isCurrent: asked === file && (data !== undefined || error !== null),
  };
}
