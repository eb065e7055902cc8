// The overview: what the workspace holds, what is wrong with it, its indexes, and its last runs.
import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Overview, RunRow } from '#contract/views';
import { useProcedure } from '../../data/procedures.ts';
import { formatRoute, goTo } from '../../routes.ts';
import { EmptyState, ErrorPanel, Loading } from '../../ui/states.tsx';
import { StageKey } from '../../ui/stage-bar.tsx';
import { words } from '../../words.ts';
import { RunsTable } from '../runs/runs-table.tsx';
import { Attention } from './attention.tsx';
import { ConfigIndexes } from './config-indexes.tsx';
import { RunDialog } from './run-dialog.tsx';

export function OverviewView() {
  const { data, error, refetch } = useProcedure(
    'workspace.getOverview',
    {},
    { refetchMs: (overview) => (overview?.runs.some(({ live }) => live) ? 3000 : false) },
  );
  if (data) return <Loaded overview={data} />;
  return error ? (
    <ErrorPanel failure={error.failure} onRetry={() => void refetch()} />
  ) : (
    <Loading lines={10} />
  );
}

function Loaded({ overview }: { readonly overview: Overview }) {
  const [isChoosing, setChoosing] = useState(false);
  return (
    <>
      <header className="page-head">
        <h1>{overview.name}</h1>
        <Button size="compact-md" onClick={() => setChoosing(true)} disabled={overview.configs.length === 0}>
          {words.overview.run}
        </Button>
      </header>
      <Counts overview={overview} />
      <Attention overview={overview} />
      <LastRuns runs={overview.runs} />
      <ConfigIndexes configs={overview.configs} />
      <RunDialog opened={isChoosing} onClose={() => setChoosing(false)} overview={overview} />
    </>
  );
}

function Counts({ overview }: { readonly overview: Overview }) {
  const { questions, answerable, documents, characters, configs } = overview;
  return (
    <ul className="counts">
      <li>
        <a href={formatRoute({ screen: 'bank' })}>{words.overview.questions(questions)}</a>{' '}
        <span className="quiet">{words.overview.answerable(answerable)}</span>
      </li>
      <li>
        <a href={formatRoute({ screen: 'documents' })}>{words.overview.documents(documents)}</a>{' '}
        <span className="quiet">{words.overview.characters(characters)}</span>
      </li>
      <li>
        <a href={formatRoute({ screen: 'configs' })}>{words.overview.configs(configs.length)}</a>
      </li>
    </ul>
  );
}

function LastRuns({ runs }: { readonly runs: readonly RunRow[] }) {
  return (
    <section>
      <div className="section-head">
        <h2>{words.overview.lastRuns}</h2>
        {runs.length > 0 ? <a href={formatRoute({ screen: 'runs' })}>{words.overview.allRuns}</a> : null}
      </div>
      {runs.length === 0 ? (
        <EmptyState title={words.runs.none} hint={words.runs.noneHint} />
      ) : (
        <>
          <RunsTable
            label={words.overview.lastRuns}
            runs={runs}
            onOpen={({ runId }) => goTo({ screen: 'runs', id: runId })}
          />
          <StageKey label={words.overview.stageKey} />
        </>
      )}
    </section>
  );
}
