// The list of runs, asked for again while one of them is going on: what another process finishes is announced to nobody here.
import type { UseQueryResult } from '@tanstack/react-query';
import type { RunRow } from '#contract/views';
import { useWholeList, type CallFailed } from '../../data/procedures.ts';

const whileLiveMs = 3000;

export function useRuns(): UseQueryResult<readonly RunRow[], CallFailed> {
  return useWholeList('run.listRuns', {}, ({ runs }) => runs, {
    refetchMs: (runs) => (runs?.some(({ live }) => live) ? whileLiveMs : false),
  });
}
