// The summary of a run: rates with their intervals, who owns the failures, and what the figures mean in words.
import type { Rate, RunSummary } from '#contract/scores';
import type { RunProgress } from '../../data/live.ts';
import { formatElapsed, formatPercent, formatShare, weighQuestion } from '../../ui/number-format.ts';
import { Icon } from '../../ui/icons.tsx';
import { IntervalStrip } from '../../ui/rate.tsx';
import { StageBar, StageTable } from '../../ui/stage-bar.tsx';
import { words } from '../../words.ts';
import { RunNumbers } from './run-numbers.tsx';
import { liveStages } from './runs-table.tsx';

interface RunSummaryProps {
  readonly summary: RunSummary;
  /** While the run goes on; newer than the summary. */
  readonly progress: RunProgress | null;
}

export function RunSummaryView({ summary, progress }: RunSummaryProps) {
  const counts = progress
    ? liveStages(progress.stages)
    : liveStages({ ...summary.stages, ...summary.excluded });
  return (
    <>
      <Warnings warnings={summary.warnings} />
      <section>
        <h2>{words.run.stagesTitle}</h2>
        <StageBar {...counts} tall />
        <StageTable {...counts} />
      </section>
      <div className="summary-columns">
        <Rates summary={summary} />
        <Sentences summary={summary} />
      </div>
      <RunNumbers summary={summary} />
    </>
  );
}

function Warnings({ warnings }: { readonly warnings: readonly string[] }) {
  if (warnings.length === 0) return null;
  return (
    <section className="warnings" aria-label={words.run.warnings}>
      <ul>
        {warnings.map((warning) => (
          <li key={warning}>
            <Icon name="warning" /> {warning}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Each rate with what it is counted over, where its name does not say so. */
const rateRows = [
  ['found', words.run.over.answerable],
  ['grounded', words.run.over.scoreable],
  ['correct', words.run.over.scoreable],
  ['correctGivenFound', ''],
  ['correctGivenNotFound', ''],
  ['ceiling', words.run.over.answerable],
  ['correctIfRecovered', words.run.over.scoreable],
] as const;

function Rates({ summary }: { readonly summary: RunSummary }) {
  const points = weighQuestion(Math.min(summary.answerable, summary.scoreable));
  return (
    <section>
      <h2>{words.run.numbers}</h2>
      <table className="plain-table rates-table">
        <thead>
          <tr>
            <th scope="col">{words.run.rate}</th>
            <th scope="col" className="number">
              {words.run.share}
            </th>
            <th scope="col" className="number">
              {words.run.interval}
            </th>
            <td className="strip-cell" />
          </tr>
        </thead>
        <tbody>
          {rateRows.map(([name, base]) => (
            <RateLine key={name} name={words.run.rates[name]} base={base} rate={summary[name]} />
          ))}
        </tbody>
      </table>
      {points === null ? null : <p className="quiet">{words.run.weigh(points)}</p>}
    </section>
  );
}

function RateLine({
  name,
  base,
  rate,
}: {
  readonly name: string;
  readonly base: string;
  readonly rate: Rate;
}) {
  const percent = formatPercent(rate);
  return (
    <tr>
      <th scope="row">
        {name} <span className="quiet">{base}</span>
      </th>
      <td className="number">{percent === null ? words.never : formatShare(rate)}</td>
      <td className="number strong">{percent ?? <span className="quiet">{words.notScoreable}</span>}</td>
      <td className="strip-cell">
        <IntervalStrip rate={rate} />
      </td>
    </tr>
  );
}

function Sentences({ summary }: { readonly summary: RunSummary }) {
  const { tokens, cost } = summary;
  const spent = [
    words.run.tokensSay(tokens.prompt, tokens.completion, tokens.estimated),
    cost === 'unknown' ? '' : words.run.cost(`${cost.amount} ${cost.currency}`),
    // Written when a session of the run ends: while the first one goes on there is nothing to say.
    summary.elapsedMs === 0 ? '' : words.run.timeSays(formatElapsed(summary.elapsedMs)),
  ];
  const lines: readonly (readonly [string, string])[] = [
    [words.run.identity, summary.identity.says],
    [words.run.couldWin, summary.couldWin.says],
    [words.run.calls, summary.calls.says],
    [words.run.tokens, spent.filter((part) => part !== '').join(' ')],
  ];
  return (
    <dl className="sentences">
      {lines.map(([name, says]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{says}</dd>
        </div>
      ))}
    </dl>
  );
}
