// The overview: what the workspace holds, what is wrong with it, its indexes, and its last runs.
import type { Overview, RunRow } from '#contract/views';
import { useCommands } from '../../commands/commands.ts';
import { useCommand, useProcedure } from '../../data/procedures.ts';
import { formatRoute, goTo } from '../../routes.ts';
import { ErrorPanel, Loading } from '../../ui/states.tsx';
import { StageKey } from '../../ui/stage-bar.tsx';
import { words } from '../../words.ts';
import { RunsTable } from '../runs/runs-table.tsx';
import { Attention } from './attention.tsx';
import { ConfigIndexes } from './config-indexes.tsx';
import { FirstSteps } from './first-steps.tsx';
import { useNewRun } from './new-run.tsx';

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
  const { choose, button, dialog } = useNewRun(overview);
  const build = useCommand('index.buildIndex');
  const isStale = overview.configs.some(({ indexCurrent }) => indexCurrent === false);
  useCommands([
    {
      id: 'index.build',
      title: words.overview.buildAll,
      group: words.commands.groups.workspace,
      run: () => build.mutate({}),
      enabled: isStale,
    },
  ]);
  return (
    <>
      <header className="page-head">
        <h1>{overview.name}</h1>
        {button}
      </header>
      <Counts overview={overview} />
      <Attention overview={overview} />
      {overview.runs.length === 0 ? (
        <FirstSteps overview={overview} onRun={choose} />
      ) : (
        <LastRuns runs={overview.runs} />
      )}
      {build.error ? <ErrorPanel failure={build.error.failure} /> : null}
      <ConfigIndexes configs={overview.configs} runs={overview.runs} />
      {dialog}
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
        <a href={formatRoute({ screen: 'runs' })}>{words.overview.allRuns}</a>
      </div>
      <RunsTable
        label={words.overview.lastRuns}
        runs={runs}
        onOpen={({ runId }) => goTo({ screen: 'runs', id: runId })}
      />
      <StageKey label={words.overview.stageKey} />
    </section>
  );
}
