// What the questions of a run are filtered by: stage, detail, tag and text; and the order they stand in.
import { NativeSelect, TextInput } from '@mantine/core';
import type { ItemRow } from '#contract/views';
import { goTo, type Route } from '../../routes.ts';
import { formatCount } from '../../ui/number-format.ts';
import { StageSign, stageWord } from '../../ui/stage-mark.tsx';
import { words } from '../../words.ts';
import { groupOf, itemGroups } from './item-columns.tsx';

export type ItemOrder = 'finished' | 'bank';

export interface ItemFilter {
  readonly stage: string;
  readonly detail: string;
  readonly tag: string;
  readonly text: string;
}

interface ItemFiltersProps {
  readonly rows: readonly ItemRow[];
  readonly route: Route;
  readonly filter: ItemFilter;
  readonly onText: (text: string) => void;
  readonly order: ItemOrder;
  readonly onOrder: (order: ItemOrder) => void;
}

/** All but the text stands in the address. */
export function ItemFilters({ rows, route, filter, onText, order, onOrder }: ItemFiltersProps) {
  const { stage, detail, tag } = filter;
  const choose = (change: Partial<ItemFilter>) => {
    const next = { stage, detail, tag, ...change };
    goTo({
      ...route,
      filter: {
        ...(next.stage === 'all' ? {} : { stage: next.stage }),
        ...(next.detail === '' ? {} : { detail: next.detail }),
        ...(next.tag === '' ? {} : { tag: next.tag }),
      },
    });
  };
  const tags = countEach(rows.flatMap((row) => row.tags));
  return (
    <div className="filters">
      <StageButtons rows={rows} stage={stage} onStage={(name) => choose({ stage: name, detail: '' })} />
      <DetailSelect rows={rows} stage={stage} detail={detail} onDetail={(name) => choose({ detail: name })} />
      {tags.length === 0 ? null : (
        <NativeSelect
          aria-label={words.items.tag}
          size="xs"
          value={tag}
          onChange={(event) => choose({ tag: event.currentTarget.value })}
          data={[
            { value: '', label: words.items.everyTag },
            ...tags.map(([name, n]) => option(name, name, n)),
          ]}
        />
      )}
      <TextInput
        aria-label={words.items.find}
        placeholder={words.items.find}
        type="search"
        size="xs"
        value={filter.text}
        onChange={(event) => onText(event.currentTarget.value)}
      />
      <NativeSelect
        aria-label={words.items.order}
        size="xs"
        value={order}
        onChange={(event) => onOrder(event.currentTarget.value === 'bank' ? 'bank' : 'finished')}
        data={[
          { value: 'bank', label: words.items.bankOrder },
          { value: 'finished', label: words.items.finishedOrder },
        ]}
      />
    </div>
  );
}

interface StageButtonsProps {
  readonly rows: readonly ItemRow[];
  readonly stage: string;
  readonly onStage: (stage: string) => void;
}

function StageButtons({ rows, stage, onStage }: StageButtonsProps) {
  const counts = new Map(countEach(rows.map(groupOf)));
  const groups = itemGroups.filter((name) => counts.has(name) || name === stage);
  return (
    <div role="group" aria-label={words.items.byStage} className="filter-buttons">
      <button type="button" aria-pressed={stage === 'all'} onClick={() => onStage('all')}>
        {words.items.all} <span className="quiet">{formatCount(rows.length)}</span>
      </button>
      {groups.map((name) => (
        <button
          key={name}
          type="button"
          aria-pressed={stage === name}
          onClick={() => onStage(stage === name ? 'all' : name)}
        >
          <StageSign stage={name} /> {stageWord(name)}{' '}
          <span className="quiet">{formatCount(counts.get(name) ?? 0)}</span>
        </button>
      ))}
    </div>
  );
}

interface DetailSelectProps {
  readonly rows: readonly ItemRow[];
  readonly stage: string;
  readonly detail: string;
  readonly onDetail: (detail: string) => void;
}

function DetailSelect({ rows, stage, detail, onDetail }: DetailSelectProps) {
  const offered = countEach(
    rows
      .filter((row) => stage === 'all' || groupOf(row) === stage)
      .flatMap((row) => (row.detail === null ? [] : [row.detail])),
  );
  const isGone = detail !== '' && !offered.some(([name]) => name === detail);
  return (
    <NativeSelect
      aria-label={words.items.detail}
      size="xs"
      value={detail}
      onChange={(event) => onDetail(event.currentTarget.value)}
      data={[
        { value: '', label: words.items.everyDetail },
        ...[...offered, ...(isGone ? [[detail, 0] as const] : [])].map(([name, n]) => option(name, name, n)),
      ]}
    />
  );
}

function option(value: string, label: string, n: number) {
  return { value, label: `${label} (${formatCount(n)})` };
}

/** Each name with how often it is there, the names in order. */
function countEach(names: readonly string[]): readonly (readonly [string, number])[] {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].sort(([left], [right]) => left.localeCompare(right));
}
