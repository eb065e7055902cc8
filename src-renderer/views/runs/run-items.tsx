// The questions of a run as rows, filtered by stage and detail; the row that is open stays where it is while others arrive.
import { NativeSelect } from '@mantine/core';
import { useMemo } from 'react';
import type { RunSummary } from '#contract/scores';
import type { ItemRow } from '#contract/views';
import { useWholeList } from '../../data/procedures.ts';
import { goTo, type Route } from '../../routes.ts';
import { formatCount } from '../../ui/number-format.ts';
import { barStages, StageMark, StageSign, stageWord } from '../../ui/stage-mark.tsx';
import { EmptyState, ErrorPanel, Loading } from '../../ui/states.tsx';
import { Table, type Column } from '../../ui/table.tsx';
import { Mark } from '../../ui/triple.tsx';
import { words } from '../../words.ts';

/** The word a row is filtered by: its stage, `excluded`, or `unjudged`. */
function groupOf({ stage, excluded }: ItemRow): string {
  return stage ?? (excluded === null ? 'unjudged' : 'excluded');
}

const columns: readonly Column<ItemRow>[] = [
  {
    id: 'question',
    header: words.items.question,
    width: 'minmax(150px, 2fr)',
    render: ({ question }) => (
      <span className="clip" title={question}>
        {question}
      </span>
    ),
  },
  { id: 'found', header: words.marks.found, width: '48px', render: ({ found }) => <Mark ok={found} /> },
  {
    id: 'grounded',
    header: words.marks.grounded,
    width: '68px',
    render: ({ grounded }) => <Mark ok={grounded} />,
  },
  {
    id: 'correct',
    header: words.marks.correct,
    width: '54px',
    render: ({ correct }) => <Mark ok={correct} />,
  },
  {
    id: 'rank',
    header: words.items.rank,
    hint: words.items.rankHint,
    width: '36px',
    numeric: true,
    render: ({ rank }) => (rank === null ? words.never : formatCount(rank)),
  },
  {
    id: 'stage',
    header: words.items.stage,
    width: 'minmax(150px, 1fr)',
    render: (row) => (
      <span className="clip" title={row.says}>
        <StageMark stage={row.excluded ?? row.stage ?? 'unjudged'} detail={row.detail} />
      </span>
    ),
  },
];

interface RunItemsProps {
  readonly runId: string;
  readonly route: Route;
  readonly summary: RunSummary;
  readonly isLive: boolean;
  readonly everyMs: number;
}

export function RunItems({ runId, route, summary, isLive, everyMs }: RunItemsProps) {
  const { data, error, refetch } = useWholeList('run.listItems', { runId }, ({ items }) => items, {
    refetchMs: () => (isLive ? everyMs : false),
  });
  const { stage = 'all', detail = '' } = route.filter;
  const rows = useMemo(
    () =>
      (data ?? []).filter(
        (row) => (stage === 'all' || groupOf(row) === stage) && (detail === '' || row.detail === detail),
      ),
    [data, stage, detail],
  );
  if (!data)
    return error ? <ErrorPanel failure={error.failure} onRetry={() => void refetch()} /> : <Loading />;
  return (
    <section>
      <div className="section-head">
        <h2>{words.items.title}</h2>
        <span className="quiet">{words.items.shown(rows.length, data.length)}</span>
      </div>
      <Filters rows={data} route={route} stage={stage} detail={detail} details={summary.details} />
      {rows.length === 0 ? (
        <EmptyState title={data.length === 0 ? words.items.noneYet : words.items.noneMatch} />
      ) : (
        <Table
          listKey={`${stage} ${detail}`}
          label={words.items.table}
          columns={columns}
          rows={rows}
          keyOf={({ questionId }) => questionId}
          selected={route.detail}
          onOpen={({ questionId }) => goTo({ ...route, detail: questionId })}
        />
      )}
    </section>
  );
}

interface FiltersProps {
  readonly rows: readonly ItemRow[];
  readonly route: Route;
  readonly stage: string;
  readonly detail: string;
  /** `<stage>.<detail>` to its count. */
  readonly details: RunSummary['details'];
}

function Filters({ rows, route, stage, detail, details }: FiltersProps) {
  const counts = new Map<string, number>();
  for (const row of rows) counts.set(groupOf(row), (counts.get(groupOf(row)) ?? 0) + 1);
  const groups = [...barStages, 'excluded', 'unjudged'].filter((name) => counts.has(name) || name === stage);
  const choose = (filter: Record<string, string>) => goTo({ ...route, filter });
  const offered = Object.entries(details).filter(([name]) => stage === 'all' || name.startsWith(`${stage}.`));
  return (
    <div className="filters">
      <div role="group" aria-label={words.items.byStage} className="filter-buttons">
        <button type="button" aria-pressed={stage === 'all'} onClick={() => choose({})}>
          {words.items.all} <span className="quiet">{formatCount(rows.length)}</span>
        </button>
        {groups.map((name) => (
          <button
            key={name}
            type="button"
            aria-pressed={stage === name}
            onClick={() => choose(stage === name ? {} : { stage: name })}
          >
            <StageSign stage={name} /> {stageWord(name)}{' '}
            <span className="quiet">{formatCount(counts.get(name) ?? 0)}</span>
          </button>
        ))}
      </div>
      <NativeSelect
        aria-label={words.items.detail}
        size="xs"
        value={detail}
        onChange={(event) => {
          const chosen = event.currentTarget.value;
          choose({ ...(stage === 'all' ? {} : { stage }), ...(chosen === '' ? {} : { detail: chosen }) });
        }}
        data={[
          { value: '', label: words.items.everyDetail },
          ...offered.map(([name, n]) => {
            const [group = '', word = ''] = name.split('.');
            const label = stage === 'all' ? `${stageWord(group)}: ${word}` : word;
            return { value: word, label: `${label} (${formatCount(n)})` };
          }),
        ]}
      />
    </div>
  );
}
