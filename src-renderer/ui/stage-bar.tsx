// How many questions each stage owns, as one bar; the legend beside it holds the same numbers as a table.
import type { RunSummary } from '#contract/scores';
import { formatCount } from './number-format.ts';
import { barStages, StageMark, StageSign, stageWord } from './stage-mark.tsx';
import { words } from '../words.ts';

export type StageCounts = RunSummary['stages'];

interface BarProps {
  readonly stages: StageCounts;
  /** Questions that count in no rate; drawn last, in grey. */
  readonly excluded: number;
}

function partsOf({ stages, excluded }: BarProps): readonly { readonly stage: string; readonly n: number }[] {
  return [...barStages.map((stage) => ({ stage, n: stages[stage] })), { stage: 'excluded', n: excluded }];
}

/** The bar in words, as a screen reader hears it. */
export function describeStages(props: BarProps): string {
  return partsOf(props)
    .filter(({ stage, n }) => n > 0 || stage !== 'excluded')
    .map(({ stage, n }) => `${stageWord(stage)} ${formatCount(n)}`)
    .join(', ');
}

/** A count is written into its part where it has room. */
export function StageBar(props: BarProps & { readonly tall?: boolean }) {
  const parts = partsOf(props).filter(({ n }) => n > 0);
  const total = parts.reduce((sum, { n }) => sum + n, 0);
  const text = describeStages(props);
  if (total === 0) return <span className="quiet">{words.never}</span>;
  return (
    <div
      className={`stage-bar${props.tall ? ' stage-bar-tall' : ''}`}
      role="img"
      aria-label={text}
      title={text}
    >
      {parts.map(({ stage, n }) => (
        <span key={stage} className={`stage-part stage-${stage}`} style={{ flexGrow: n }}>
          {n / total >= 0.08 ? formatCount(n) : ''}
        </span>
      ))}
    </div>
  );
}

/** The bar's table twin: its parts in the same order, each with its word and count. */
export function StageTable(props: BarProps) {
  const parts = partsOf(props);
  return (
    <div className="stage-table-box">
      <table className="stage-table">
        <caption className="unseen">{words.run.stagesTitle}</caption>
        <thead>
          <tr>
            {parts.map(({ stage }) => (
              <th key={stage} scope="col">
                <StageMark stage={stage} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr>
            {parts.map(({ stage, n }) => (
              <td key={stage}>{formatCount(n)}</td>
            ))}
          </tr>
        </tbody>
      </table>
    </div>
  );
}

/** What the colours of bars nearby stand for. */
export function StageKey({ label }: { readonly label: string }) {
  return (
    <p className="stage-key quiet">
      {label}
      {[...barStages, 'excluded'].map((stage) => (
        <span key={stage} className="stage-mark">
          <StageSign stage={stage} />
          {stageWord(stage)}
        </span>
      ))}
    </p>
  );
}
