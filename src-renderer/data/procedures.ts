// Asks the app for what a view shows and keeps it until a topic that it reads has changed.
import {
  keepPreviousData,
  QueryClient,
  useMutation,
  useQueries,
  useQuery,
  useQueryClient,
  type UseMutationResult,
  type UseQueryResult,
} from '@tanstack/react-query';
import { createContext, useContext } from 'react';
import { isProcedureName, procedures, type Input, type Output, type ProcedureName } from '#contract/api';
import type { Failure } from '#contract/failure';
import type { Topic } from '#contract/procedure';
import type { Client } from '../api/client.ts';

/** A failure on its way through the query library, which wants errors. */
export class CallFailed extends Error {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.message);
    this.name = 'CallFailed';
    this.failure = failure;
  }
}

export const ClientContext = createContext<Client | null>(null);

export function useClient(): Client {
  const client = useContext(ClientContext);
  if (client === null) throw new Error('There is no client around this component.');
  return client;
}

/** Nothing goes stale by time: events say what changed, and a lost connection announces everything. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { staleTime: Infinity, retry: false, refetchOnWindowFocus: false, networkMode: 'always' },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}

/** Marks exactly the queries that read one of the topics; those on screen are asked again at once. */
export function invalidateTopics(queries: QueryClient, changed: readonly Topic[]): void {
  const touched = new Set(changed);
  void queries.invalidateQueries({
    predicate: ({ queryKey: [name] }) =>
      typeof name === 'string' &&
      isProcedureName(name) &&
      procedures[name].topics.some((topic) => touched.has(topic)),
  });
}

export interface ProcedureOptions<Data> {
  readonly enabled?: boolean;
  /** How soon to ask again, for what changes without a topic being announced; false = not on its own. */
  readonly refetchMs?: (data: Data | undefined) => number | false;
  /** While something else is asked the last answer stays, so that nothing flickers under who types. */
  readonly keepLast?: boolean;
}

export function useProcedure<Name extends ProcedureName>(
  name: Name,
  input: Input<Name>,
  options: ProcedureOptions<Output<Name>> = {},
): UseQueryResult<Output<Name>, CallFailed> {
  const client = useClient();
  return useQuery<Output<Name>, CallFailed>({
    queryKey: [name, input],
    queryFn: () => ask(client, name, input),
    enabled: options.enabled ?? true,
    refetchInterval: ({ state }) => options.refetchMs?.(state.data) ?? false,
    ...(options.keepLast ? { placeholderData: keepPreviousData } : {}),
  });
}

/** The same question about several things, each kept as `useProcedure` keeps it. */
export function useProcedures<Name extends ProcedureName>(
  name: Name,
  inputs: readonly Input<Name>[],
): readonly UseQueryResult<Output<Name>, CallFailed>[] {
  const client = useClient();
  return useQueries({
    queries: inputs.map((input) => ({
      queryKey: [name, input],
      queryFn: () => ask(client, name, input),
    })),
  }) as readonly UseQueryResult<Output<Name>, CallFailed>[];
}

type ListName =
  'run.listItems' | 'run.listRuns' | 'document.listDocuments' | 'bank.listQuestions' | 'bank.listRows';
const pageSize = 2000;

/** A whole list, asked for page by page; tables draw only what is in sight. */
export function useWholeList<Name extends ListName, Row>(
  name: Name,
  input: Input<Name>,
  rowsOf: (page: Output<Name>) => readonly Row[],
  options: ProcedureOptions<readonly Row[]> = {},
): UseQueryResult<readonly Row[], CallFailed> {
  const client = useClient();
  return useQuery<readonly Row[], CallFailed>({
    queryKey: [name, input, 'whole'],
    enabled: options.enabled ?? true,
    refetchInterval: ({ state }) => options.refetchMs?.(state.data) ?? false,
    queryFn: async () => {
      const rows: Row[] = [];
      let cursor: string | null = null;
      do {
        const page: Output<Name> = await ask(client, name, {
          ...input,
          limit: pageSize,
          ...(cursor === null ? {} : { cursor }),
        });
        for (const row of rowsOf(page)) rows.push(row);
        cursor = page.next;
      } while (cursor !== null);
      return rows;
    },
  });
}

/** A command. What it touched is asked again when its event arrives, in every window. */
export function useCommand<Name extends ProcedureName>(
  name: Name,
): UseMutationResult<Output<Name>, CallFailed, Input<Name>> {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation<Output<Name>, CallFailed, Input<Name>>({
    mutationFn: (input) => ask(client, name, input),
    // The event may come a moment later than the reply: what follows the reply must not show the state of before.
    onSettled: () => invalidateTopics(queries, procedures[name].topics),
  });
}

/** Rejects with CallFailed. */
export async function ask<Name extends ProcedureName>(
  client: Client,
  name: Name,
  input: Input<Name>,
): Promise<Output<Name>> {
  const reply = await client.call(name, input);
  if (!reply.ok) throw new CallFailed(reply.failure);
  return reply.value;
}
