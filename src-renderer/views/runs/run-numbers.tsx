// Every other number of a run, behind a disclosure: metrics per retriever, times, abstentions, and what it was made with.
import type { ReactNode } from 'react';
import type { RunSummary } from '#contract/scores';
import { formatCount, formatElapsed, formatMetric } from '../../ui/number-format.ts';
import { words } from '../../words.ts';

export function RunNumbers({ summary }: { readonly summary: RunSummary }) {
  const notes = [
    summary.noGold > 0 ? words.run.noGold(summary.noGold) : '',
    summary.unjudged > 0 ? words.run.unjudged(summary.unjudged) : '',
    summary.emptyResults.length > 0 ? words.run.empty(summary.emptyResults) : '',
  ].filter((note) => note !== '');
  return (
    <details className="more">
      <summary>{words.run.more}</summary>
      <div className="more-columns">
        <Metrics summary={summary} />
        <div>
          <Answered summary={summary} />
          <Times latency={summary.latency} />
        </div>
        <MadeWith summary={summary} />
      </div>
      {notes.map((note) => (
        <p key={note} className="quiet">
          {note}
        </p>
      ))}
    </details>
  );
}

function Metrics({ summary }: { readonly summary: RunSummary }) {
  const legs = Object.entries(summary.legs);
  const lists: readonly (readonly [string, RunSummary['retrieval']])[] = [
    [words.run.finalList, summary.retrieval],
    ...(legs.length > 1 ? legs : []),
  ];
  return (
    <section>
      <h3>{words.run.retrieval}</h3>
      <NumberTable
        head={[words.run.metric, ...lists.map(([name]) => name)]}
        rows={Object.keys(summary.retrieval).map((metric) => [
          metric,
          ...lists.map(([, values]) => formatMetric(values[metric] ?? null) ?? words.notScoreable),
        ])}
      />
    </section>
  );
}

function Answered({ summary: { unanswerable: counts } }: { readonly summary: RunSummary }) {
  const { answerable, unanswerable, answered, abstained } = words.run.answeredTable;
  return (
    <section>
      <h3>{words.run.answered}</h3>
      <NumberTable
        head={['', answered, abstained]}
        rows={[
          [answerable, formatCount(counts.answeredAnswerable), formatCount(counts.abstainedAnswerable)],
          [unanswerable, formatCount(counts.answeredUnanswerable), formatCount(counts.abstainedUnanswerable)],
        ]}
      />
    </section>
  );
}

function Times({ latency }: { readonly latency: RunSummary['latency'] }) {
  const say = (elapsedMs: number | null) => (elapsedMs === null ? words.never : formatElapsed(elapsedMs));
  return (
    <section>
      <h3>{words.run.perStep}</h3>
      <NumberTable
        head={[words.run.step, words.run.median, words.run.p95]}
        rows={Object.entries(latency).map(([step, { p50, p95 }]) => [step, say(p50), say(p95)])}
      />
    </section>
  );
}

function MadeWith({ summary: { versions } }: { readonly summary: RunSummary }) {
  const { models, ...rest } = versions;
  const lines = [...Object.entries(rest), ...Object.entries(models)];
  return (
    <section>
      <h3>{words.run.madeWith}</h3>
      <dl className="versions">
        {lines.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd title={value ?? undefined}>{value ?? words.never}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** The first column names the row; the others are numbers. */
function NumberTable(props: {
  readonly head: readonly string[];
  readonly rows: readonly (readonly ReactNode[])[];
}) {
  const [first, ...columns] = props.head;
  return (
    <table className="plain-table">
      <thead>
        <tr>
          {first === '' ? <td /> : <th scope="col">{first}</th>}
          {columns.map((name) => (
            <th key={name} scope="col" className="number">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {props.rows.map(([name, ...cells], index) => (
          <tr key={index}>
            <th scope="row">{name}</th>
            {cells.map((cell, place) => (
              <td key={place} className="number">
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
