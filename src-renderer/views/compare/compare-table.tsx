// The questions of a comparison, filtered by what changed; one opens in the inspector.
import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { useDeferredValue, useMemo, useState } from 'react';
import type { ComparisonRow } from '#contract/views';
import { goTo, type Route } from '../../routes.ts';
import { stageWord } from '../../ui/stage-mark.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { Table } from '../../ui/table.tsx';
import { useWidth } from '../../ui/use-width.ts';
import { words } from '../../words.ts';
import {
  narrowColumns,
  narrowRowHeight,
  roomForQuestion,
  roomPerRun,
  wideColumns,
  wideRowHeight,
} from './compare-columns.tsx';
import type { ComparisonOutput } from './compared-runs.tsx';
import { filterComparison, listTransitions, writeTransition } from './compare-rows.ts';

const text = words.compare;
const keyOf = ({ questionId }: ComparisonRow): string => questionId;

interface CompareTableProps {
  readonly comparison: ComparisonOutput;
  readonly route: Route;
}

export function CompareTable({ comparison: { rows, runs }, route }: CompareTableProps) {
  const [typed, setTyped] = useState('');
  const deferred = useDeferredValue(typed);
  const { only, first, transition = '', tag = '' } = route.filter;
  const [onlyChanged, regressionsFirst] = [only === 'changed', first === 'regressions'];
  const shown = useMemo(
    () => filterComparison(rows, { onlyChanged, regressionsFirst, transition, tag, text: deferred }),
    [rows, onlyChanged, regressionsFirst, transition, tag, deferred],
  );
  const [area, width] = useWidth();
  const isWide = width >= roomForQuestion + roomPerRun * runs.length;
  const columns = useMemo(() => (isWide ? wideColumns(runs.length) : narrowColumns()), [isWide, runs.length]);
  return (
    <section ref={area}>
      <div className="section-head">
        <h2>{text.questions}</h2>
        <span className="quiet" role="status">
          {text.shown(shown.length, rows.length)}
        </span>
      </div>
      <CompareFilters rows={rows} route={route} typed={typed} onType={setTyped} />
      {shown.length === 0 ? (
        <EmptyState title={text.noneMatch} />
      ) : (
        <Table
          label={text.table}
          listKey={`${only} ${first} ${transition} ${tag} ${deferred}`}
          columns={columns}
          rows={shown}
          keyOf={keyOf}
          rowHeight={isWide ? wideRowHeight : narrowRowHeight(runs.length)}
          selected={route.detail}
          onOpen={({ questionId }) => goTo({ ...route, detail: questionId })}
        />
      )}
    </section>
  );
}

interface FiltersProps {
  readonly rows: readonly ComparisonRow[];
  readonly route: Route;
  readonly typed: string;
  readonly onType: (text: string) => void;
}

/** All but the text stands in the address. */
function CompareFilters({ rows, route, typed, onType }: FiltersProps) {
  const { only, first, transition = '', tag = '' } = route.filter;
  const choose = (name: string, value: string) => {
    const { [name]: _gone, ...others } = route.filter;
    goTo({ ...route, filter: value === '' ? others : { ...others, [name]: value } });
  };
  const transitions = useMemo(() => listTransitions(rows), [rows]);
  const tags = useMemo(() => [...new Set(rows.flatMap((row) => row.tags))].sort(), [rows]);
  return (
    <div className="filters">
      <Checkbox
        label={text.onlyChanged}
        title={text.onlyChangedHint}
        checked={only === 'changed'}
        onChange={(event) => choose('only', event.currentTarget.checked ? 'changed' : '')}
      />
      <Checkbox
        label={text.regressionsFirst}
        checked={first === 'regressions'}
        onChange={(event) => choose('first', event.currentTarget.checked ? 'regressions' : '')}
      />
      <NativeSelect
        aria-label={text.transition}
        size="xs"
        value={transition}
        onChange={(event) => choose('transition', event.currentTarget.value)}
        data={[
          { value: '', label: text.everyTransition },
          ...transitions.map((one) => ({
            value: writeTransition(one),
            label: text.tellTransition(text.letter(one.run), stageWord(one.from), stageWord(one.to), one.n),
          })),
        ]}
      />
      {tags.length === 0 ? null : (
        <NativeSelect
          aria-label={text.tag}
          size="xs"
          value={tag}
          onChange={(event) => choose('tag', event.currentTarget.value)}
          data={[{ value: '', label: text.everyTag }, ...tags]}
        />
      )}
      <TextInput
        aria-label={text.find}
        placeholder={text.find}
        type="search"
        size="xs"
        value={typed}
        onChange={(event) => onType(event.currentTarget.value)}
      />
    </div>
  );
}
