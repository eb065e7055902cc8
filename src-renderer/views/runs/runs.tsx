// Every run of the workspace, newest first.
import { goTo } from '../../routes.ts';
import { StageKey } from '../../ui/stage-bar.tsx';
import { EmptyState, ErrorPanel, Loading } from '../../ui/states.tsx';
import { words } from '../../words.ts';
import { useRuns } from './use-runs.ts';
import { RunsTable } from './runs-table.tsx';

export function RunsView() {
  const { data, error, refetch } = useRuns();
  return (
    <>
      <header className="page-head">
        <h1>{words.runs.title}</h1>
        {data ? <span className="quiet">{words.overview.runs(data.length)}</span> : null}
      </header>
      {error && !data ? <ErrorPanel failure={error.failure} onRetry={() => void refetch()} /> : null}
      {data ? null : error ? null : <Loading />}
      {data?.length === 0 ? <EmptyState title={words.runs.none} hint={words.runs.noneHint} /> : null}
      {data && data.length > 0 ? (
        <>
          <RunsTable
            label={words.runs.table}
            runs={data}
            onOpen={({ runId }) => goTo({ screen: 'runs', id: runId })}
          />
          <StageKey label={words.overview.stageKey} />
        </>
      ) : null}
    </>
  );
}
