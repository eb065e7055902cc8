// The items of a run in the order they finished: read whole once, and then only what has been added.
import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import type { ItemRow } from '#contract/views';
import type { Client } from '../api/client.ts';
import { useRunProgress } from './live.ts';
import { ask, useClient, type CallFailed } from './procedures.ts';
import { useWhileLive } from './while-live.ts';

export interface FinishedItems {
  readonly rows: readonly ItemRow[];
  /** The place to ask from the next time. */
  readonly next: number;
}

const pageSize = 2000;
const everyMs = 1000;
const silenceMs = 2000;
const nothing: FinishedItems = { rows: [], next: 0 };

interface FinishedOptions {
  readonly enabled: boolean;
  readonly isLive: boolean;
}

/** Rows keep their places: what finishes later stands at the end. */
export function useFinishedItems(
  runId: string,
  { enabled, isLive }: FinishedOptions,
): UseQueryResult<FinishedItems, CallFailed> {
  const client = useClient();
  const queries = useQueryClient();
  const progress = useRunProgress(runId);
  const queryKey = ['run.listFinished', { runId }, 'whole'];
  const query = useQuery<FinishedItems, CallFailed>({
    queryKey,
    queryFn: () => readFrom(client, runId, nothing),
    enabled,
  });
  const grow = async () => {
    const known = queries.getQueryData<FinishedItems>(queryKey);
    if (known === undefined) return;
    const more = await readFrom(client, runId, known).catch(() => null);
    // A failure shows when the whole is read again; meanwhile somebody else may have read it anew.
    if (more === null || queries.getQueryData(queryKey) !== known) return;
    if (more.next < known.next) await queries.invalidateQueries({ queryKey });
    else if (more.next > known.next) queries.setQueryData(queryKey, more);
  };
  useWhileLive(() => void grow(), {
    isLive: isLive && enabled,
    sign: progress?.finished ?? null,
    everyMs,
    silenceMs,
  });
  return query;
}

/** What is known with everything after it. `next` falls where the run has fewer items than were known. */
async function readFrom(client: Client, runId: string, known: FinishedItems): Promise<FinishedItems> {
  const added: ItemRow[] = [];
  let since = known.next;
  for (;;) {
    const page = await ask(client, 'run.listFinished', { runId, since, limit: pageSize });
    if (page.total < known.next) return { rows: known.rows, next: page.total };
    for (const row of page.items) added.push(row);
    since = page.next;
    if (since >= page.total) return { rows: appendRows(known.rows, added), next: since };
  }
}

/** A question that was asked again takes the place of its earlier row. */
export function appendRows(known: readonly ItemRow[], added: readonly ItemRow[]): readonly ItemRow[] {
  if (added.length === 0) return known;
  const fresh = new Map(added.map((row) => [row.questionId, row]));
  const kept = known.map((row) => {
    const again = fresh.get(row.questionId);
    fresh.delete(row.questionId);
    return again ?? row;
  });
  return [...kept, ...fresh.values()];
}
