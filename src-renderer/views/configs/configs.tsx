// The configs with their state, index and last run; one that is open takes the place of the list.
import { Button } from '@mantine/core';
import { useState } from 'react';
import type { RunRow } from '#contract/views';
import { shortcutHint, useCommands } from '../../commands/commands.ts';
import { useProcedure } from '../../data/procedures.ts';
import { formatRoute, goTo } from '../../routes.ts';
import { formatMoment } from '../../ui/number-format.ts';
import { EmptyState, ErrorPanel, Loading } from '../../ui/states.tsx';
import { Table, type Column } from '../../ui/table.tsx';
import { Mark } from '../../ui/triple.tsx';
import { words } from '../../words.ts';
import { useRuns } from '../runs/use-runs.ts';
import { isChanged, useDrafts } from './drafts.ts';
import { NewConfigDialog } from './new-config.tsx';

const text = words.configs;
const newKeys = 'KeyN';

interface ConfigRow {
  readonly id: string;
  readonly name: string;
  readonly problem: string | null;
  /** null where the config cannot be used, and for one that is not saved yet. */
  readonly indexCurrent: boolean | null;
  readonly lastRun: RunRow | null;
  readonly isUnsaved: boolean;
  readonly isNew: boolean;
}

const columns: readonly Column<ConfigRow>[] = [
  {
    id: 'config',
    header: text.config,
    width: 'minmax(180px, 1.2fr)',
    sortBy: ({ name }) => name,
    render: ({ name, isUnsaved }) => (
      <span className="clip" title={name}>
        {isUnsaved ? <span className="unsaved-dot" aria-hidden="true" /> : null} {name}
        {isUnsaved ? <span className="quiet"> {text.unsaved}</span> : null}
      </span>
    ),
  },
  {
    id: 'id',
    header: text.id,
    width: 'minmax(90px, 180px)',
    sortBy: ({ id }) => id,
    render: ({ id }) => <span className="clip">{id}</span>,
  },
  {
    id: 'state',
    header: text.state,
    width: 'minmax(120px, 1.6fr)',
    sortBy: ({ problem }) => problem ?? '',
    render: ({ problem, isNew }) =>
      isNew ? (
        <span className="clip quiet">{text.onlyHere}</span>
      ) : (
        <span className="clip" title={problem ?? undefined}>
          <Mark ok={problem === null} /> {problem ?? text.fine}
        </span>
      ),
  },
  {
    id: 'index',
    header: text.index,
    width: 'minmax(90px, 170px)',
    sortBy: ({ indexCurrent }) => (indexCurrent === null ? null : indexCurrent ? 0 : 1),
    render: ({ indexCurrent }) =>
      indexCurrent === null ? (
        <span className="quiet">{words.never}</span>
      ) : (
        <span className="clip">
          <Mark ok={indexCurrent} /> {indexCurrent ? words.overview.indexCurrent : words.overview.indexStale}
        </span>
      ),
  },
  {
    id: 'run',
    header: text.lastRun,
    width: 'minmax(120px, 220px)',
    sortBy: ({ lastRun }) => lastRun?.startedAt ?? null,
    render: ({ lastRun }) =>
      lastRun === null ? (
        <span className="quiet">{text.noRun}</span>
      ) : (
        <a
          className="clip"
          href={formatRoute({ screen: 'runs', id: lastRun.runId })}
          onClick={(event) => event.stopPropagation()}
        >
          {text.runOf(lastRun.k, formatMoment(lastRun.startedAt))}
        </a>
      ),
  },
];

export function ConfigsView() {
  const [isCreating, setCreating] = useState(false);
  const { rows, failure, retry } = useConfigRows();
  const begin = () => setCreating(true);
  useCommands([{ id: 'config.new', title: text.create, group: text.title, keys: newKeys, run: begin }]);
  const create = (
    <Button size="compact-md" title={shortcutHint(text.create, newKeys)} onClick={begin}>
      {text.create}
    </Button>
  );
  return (
    <>
      <header className="page-head">
        <h1>
          {text.title}{' '}
          {rows ? <span className="quiet head-count">{words.overview.configs(rows.length)}</span> : null}
        </h1>
        {rows && rows.length > 0 ? create : null}
      </header>
      {failure === null ? null : <ErrorPanel failure={failure} onRetry={retry} />}
      {rows === null && failure === null ? <Loading /> : null}
      {rows?.length === 0 ? (
        <EmptyState title={text.none} hint={text.noneHint}>
          {create}
        </EmptyState>
      ) : null}
      {rows && rows.length > 0 ? (
        <Table
          label={text.title}
          columns={columns}
          rows={rows}
          keyOf={({ id }) => id}
          onOpen={({ id }) => goTo({ screen: 'configs', id })}
        />
      ) : null}
      <NewConfigDialog opened={isCreating} onClose={() => setCreating(false)} />
    </>
  );
}

/** What is on the disk first, then what was begun here and not saved yet. null = not known yet. */
function useConfigRows() {
  const configs = useProcedure('config.listConfigs', {});
  const overview = useProcedure('workspace.getOverview', {});
  const runs = useRuns();
  const drafts = useDrafts();
  const saved = configs.data?.configs.map(({ id, name, problem }) => {
    const draft = drafts.get(id);
    return {
      id,
      name,
      problem,
      indexCurrent: overview.data?.configs.find((config) => config.id === id)?.indexCurrent ?? null,
      lastRun: runs.data?.find(({ config }) => config === id) ?? null,
      isUnsaved: draft !== undefined && isChanged(draft),
      isNew: false,
    };
  });
  const begun = [...drafts]
    .filter(([id]) => !saved?.some((row) => row.id === id))
    .map(([id, { file }]) => ({
      id,
      name: typeof file?.['name'] === 'string' ? file['name'] : id,
      problem: null,
      indexCurrent: null,
      lastRun: null,
      isUnsaved: true,
      isNew: true,
    }));
  return {
    rows: saved ? ([...saved, ...begun] satisfies readonly ConfigRow[]) : null,
    failure: saved ? null : (configs.error?.failure ?? null),
    retry: () => void configs.refetch(),
  };
}
