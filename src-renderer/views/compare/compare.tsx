// Two or more runs side by side: what makes them differ, their rates, and every question in each of them.
import { Button } from '@mantine/core';
import type { RunRow } from '#contract/views';
import { useProcedure } from '../../data/procedures.ts';
import { formatRoute, goTo, type Route } from '../../routes.ts';
import { EmptyState, ErrorPanel, Loading } from '../../ui/states.tsx';
import { words } from '../../words.ts';
import { RunsTable } from '../runs/runs-table.tsx';
import { useRuns } from '../runs/use-runs.ts';
import { ComparedRuns } from './compared-runs.tsx';
import { CompareTable } from './compare-table.tsx';

const text = words.compare;
const mostRuns = 6;

export function CompareView({ route }: { readonly route: Route }) {
  const runIds = runIdsOf(route);
  return (
    <>
      <header className="page-head">
        <h1>{text.title}</h1>
        <a href={formatRoute({ screen: 'runs' })}>{text.toRuns}</a>
      </header>
      {runIds.length < 2 ? <RunPicker /> : <Comparison key={runIds.join()} runIds={runIds} route={route} />}
    </>
  );
}

export function runIdsOf({ id }: Pick<Route, 'id'>): readonly string[] {
  return [...new Set((id ?? '').split(',').filter((runId) => runId !== ''))];
}

function RunPicker() {
  const { data, error, refetch } = useRuns();
  if (!data)
    return error ? <ErrorPanel failure={error.failure} onRetry={() => void refetch()} /> : <Loading />;
  if (data.length < 2)
    return (
      <EmptyState title={text.none} hint={text.noneHint}>
        <Button size="compact-md" variant="default" onClick={() => goTo({ screen: 'runs' })}>
          {text.toRuns}
        </Button>
      </EmptyState>
    );
  return (
    <>
      <p className="quiet">{text.pick}</p>
      <RunsTable
        label={words.runs.table}
        runs={data}
        isSelectable
        onOpen={({ runId }) => goTo({ screen: 'runs', id: runId })}
        tools={({ chosen }) => (
          <Button
            size="compact-sm"
            disabled={chosen.length < 2 || chosen.length > mostRuns}
            onClick={() => compareRuns(chosen)}
          >
            {text.title}
          </Button>
        )}
      />
    </>
  );
}

/** The oldest comes first: it is what the others are compared with. */
export function compareRuns(runs: readonly RunRow[]): void {
  const inOrder = [...runs].sort((left, right) => left.startedAt.localeCompare(right.startedAt));
  goTo({ screen: 'compare', id: inOrder.map(({ runId }) => runId).join(',') });
}

interface ComparisonProps {
  readonly runIds: readonly string[];
  readonly route: Route;
}

function Comparison({ runIds, route }: ComparisonProps) {
  const { data, error, refetch } = useProcedure('run.compareItems', { runIds: [...runIds] });
  if (!data)
    return error ? (
      <ErrorPanel failure={error.failure} onRetry={() => void refetch()} />
    ) : (
      <Loading lines={10} />
    );
  return (
    <>
      <ComparedRuns comparison={data} />
      <CompareTable comparison={data} route={route} />
    </>
  );
}
