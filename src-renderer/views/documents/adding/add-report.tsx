// How far adding files is, and afterwards what became of each of them and of the labels.
import { Button, CloseButton } from '@mantine/core';
import { useMemo, useRef, useState } from 'react';
import { formatRoute, goTo } from '../../../routes.ts';
import { formatCount } from '../../../ui/number-format.ts';
import { Icon } from '../../../ui/icons.tsx';
import { ScrollerContext } from '../../../ui/scroller.ts';
import { ErrorPanel, ProgressBar } from '../../../ui/states.tsx';
import { Table, type Column } from '../../../ui/table.tsx';
import { words } from '../../../words.ts';
import {
  cancelAdding,
  countOutcomes,
  dismissReport,
  filterResults,
  orderResults,
  reportFilters,
  useAdding,
  type AddingState,
  type FileResult,
  type ReportFilter,
} from './adding.ts';

const text = words.documents;

export function AddReport() {
  const adding = useAdding();
  if (adding.isRunning) return <Progress adding={adding} />;
  return adding.files === 0 ? null : <Report adding={adding} />;
}

function Progress({ adding }: { readonly adding: AddingState }) {
  const { results, files, current, left } = adding;
  const label = text.adding(Math.min(results.length + 1, files), files);
  return (
    <section className="add-report" aria-label={text.reportTitle}>
      <div className="button-line">
        <ProgressBar done={results.length / files} label={label} />
        <span>{label}</span>
        <span className="quiet clip">{current}</span>
        <Button size="compact-sm" variant="default" disabled={left > 0} onClick={cancelAdding}>
          {left > 0 ? text.cancelling : text.cancel}
        </Button>
      </div>
    </section>
  );
}

function Report({ adding }: { readonly adding: AddingState }) {
  const { results, labels, failure, left } = adding;
  return (
    <section className="add-report" aria-label={text.reportTitle}>
      <div className="section-head">
        <h2>{text.reportTitle}</h2>
        <CloseButton aria-label={text.dismiss} title={text.dismiss} onClick={dismissReport} />
      </div>
      <p>{text.addedSays(countOutcomes(results))}</p>
      {left > 0 ? <p>{text.notTried(left)}</p> : null}
      {failure ? <ErrorPanel failure={failure} /> : null}
      <TouchedLabels labels={labels} says={text.touched(labels.length)} />
      {results.length === 0 ? null : <Results results={results} />}
    </section>
  );
}

/** Which questions must be looked at again. */
export function TouchedLabels({
  labels,
  says,
}: {
  readonly labels: AddingState['labels'];
  readonly says: string;
}) {
  if (labels.length === 0) return null;
  return (
    <div className="warnings">
      <p>
        <Icon name="warning" /> {says}
      </p>
      <ul className="touched">
        {labels.map(({ question, says }, index) => (
          <li key={index}>
            <a href={formatRoute({ screen: 'bank', id: question })}>{question}</a>{' '}
            <span className="quiet">{says}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

const columns: readonly Column<FileResult>[] = [
  {
    id: 'outcome',
    header: text.outcome,
    width: '96px',
    render: ({ outcome }) => (
      <span className={outcome === 'rejected' ? 'outcome-rejected' : undefined}>
        {outcome === 'rejected' ? <Icon name="cross" size={13} /> : null} {text.outcomes[outcome] ?? outcome}
      </span>
    ),
  },
  {
    id: 'path',
    header: text.file,
    width: 'minmax(140px, 1fr)',
    render: ({ path }) => (
      <span className="clip" title={path}>
        {path}
      </span>
    ),
  },
  {
    id: 'characters',
    header: text.characters,
    width: '80px',
    numeric: true,
    render: ({ outcome, characters }) => (outcome === 'rejected' ? words.never : formatCount(characters)),
  },
  {
    id: 'says',
    header: text.reason,
    width: 'minmax(160px, 2fr)',
    render: ({ reason, warnings }) => {
      const says = [...(reason === null ? [] : [reason]), ...warnings].join('; ');
      return (
        <span className="clip" title={says}>
          {says || <span className="quiet">{text.fine}</span>}
        </span>
      );
    },
  },
];

function Results({ results }: { readonly results: readonly FileResult[] }) {
  const [filter, setFilter] = useState<ReportFilter>('all');
  const area = useRef<HTMLDivElement>(null);
  const rows = useMemo(() => orderResults(filterResults(results, filter)), [results, filter]);
  return (
    <>
      <div role="group" aria-label={text.reportFilter} className="filter-buttons">
        {reportFilters.map((name) => (
          <button key={name} type="button" aria-pressed={filter === name} onClick={() => setFilter(name)}>
            {text.reportFilters[name]}{' '}
            <span className="quiet">{formatCount(filterResults(results, name).length)}</span>
          </button>
        ))}
      </div>
      {rows.length === 0 ? (
        <p className="quiet">{text.noneOfThese}</p>
      ) : (
        <div ref={area} className="report-rows">
          <ScrollerContext value={area}>
            <div>
              <Table
                label={text.reportTitle}
                columns={columns}
                rows={rows}
                listKey={filter}
                keyOf={keyOf}
                onOpen={({ id }) => id !== null && goTo({ screen: 'documents', id })}
              />
            </div>
          </ScrollerContext>
        </div>
      )}
    </>
  );
}

function keyOf({ path, id }: FileResult): string {
  return `${path}\n${id ?? ''}`;
}
