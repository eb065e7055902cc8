// Every run of the workspace, newest first: opened, compared, deleted, and new ones started.
import { Button } from '@mantine/core';
import { useState } from 'react';
import type { RunRow } from '#contract/views';
import { useProcedure } from '../../data/procedures.ts';
import { goTo } from '../../routes.ts';
import { StageKey } from '../../ui/stage-bar.tsx';
import { EmptyState, ErrorPanel, Loading } from '../../ui/states.tsx';
import type { TableState } from '../../ui/table/props.ts';
import { words } from '../../words.ts';
import { compareRuns } from '../compare/compare.tsx';
import { useNewRun } from '../overview/new-run.tsx';
import { DeleteRuns } from './delete-runs.tsx';
import { useRuns } from './use-runs.ts';
import { RunsTable } from './runs-table.tsx';

export function RunsView() {
  const { data, error, refetch } = useRuns();
  const overview = useProcedure('workspace.getOverview', {}).data;
  const { choose, canRun, button, dialog } = useNewRun(overview);
  return (
    <>
      <header className="page-head">
        <h1>{words.runs.title}</h1>
        {button}
      </header>
      {error && !data ? <ErrorPanel failure={error.failure} onRetry={() => void refetch()} /> : null}
      {data ? null : error ? null : <Loading />}
      {data?.length === 0 ? (
        <EmptyState title={words.runs.none} hint={words.runs.noneHint}>
          <Button size="compact-md" variant="default" onClick={choose} disabled={!canRun}>
            {words.overview.run}
          </Button>
        </EmptyState>
      ) : null}
      {data && data.length > 0 ? <AllRuns runs={data} /> : null}
      {dialog}
    </>
  );
}

function AllRuns({ runs }: { readonly runs: readonly RunRow[] }) {
  const [deleting, setDeleting] = useState<readonly string[]>([]);
  return (
    <>
      <RunsTable
        label={words.runs.table}
        runs={runs}
        isSelectable
        tools={(state) => <RunTools state={state} onDelete={setDeleting} />}
        onOpen={({ runId }) => goTo({ screen: 'runs', id: runId })}
      />
      <StageKey label={words.overview.stageKey} />
      <DeleteRuns runIds={deleting} onClose={() => setDeleting([])} />
    </>
  );
}

const mostCompared = 6;

function RunTools(props: {
  readonly state: TableState<RunRow>;
  readonly onDelete: (runIds: readonly string[]) => void;
}) {
  const { chosen } = props.state;
  const canCompare = chosen.length >= 2 && chosen.length <= mostCompared;
  return (
    <>
      <Button size="compact-sm" variant="default" disabled={!canCompare} onClick={() => compareRuns(chosen)}>
        {words.runs.compare}
      </Button>
      <Button
        size="compact-sm"
        variant="default"
        disabled={chosen.length === 0}
        onClick={() => props.onDelete(chosen.map(({ runId }) => runId))}
      >
        {words.runs.delete}
      </Button>
      {canCompare ? null : <span>{words.runs.compareHint}</span>}
    </>
  );
}
