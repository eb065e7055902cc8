// The runs of a comparison: their rates under each other, whether they can be compared at all, and how their configs differ.
import type { Output } from '#contract/api';
import { useProcedures } from '../../data/procedures.ts';
import { formatRoute } from '../../routes.ts';
import { Icon } from '../../ui/icons.tsx';
import { RateCell } from '../../ui/rate.tsx';
import { StageBar, StageKey } from '../../ui/stage-bar.tsx';
import { tripleOrder } from '../../ui/triple.tsx';
import { words } from '../../words.ts';
import { liveStages } from '../runs/runs-table.tsx';
import { countChanges } from './compare-rows.ts';

export type ComparisonOutput = Output<'run.compareItems'>;
const text = words.compare;

export function ComparedRuns({ comparison }: { readonly comparison: ComparisonOutput }) {
  const { differs, fields } = comparison;
  return (
    <>
      {differs.length > 0 ? <Differs differs={differs} /> : null}
      <RateTable comparison={comparison} />
      <Fields fields={fields} />
    </>
  );
}

/** Said before any figure: comparing these would lie. */
function Differs({ differs }: { readonly differs: readonly string[] }) {
  return (
    <section className="attention">
      <h2>
        <Icon name="warning" /> {text.notComparable}
      </h2>
      <ul className="problem-list">
        {differs.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <p className="quiet">{text.notComparableHint}</p>
    </section>
  );
}

function RateTable({ comparison: { runs, rows } }: { readonly comparison: ComparisonOutput }) {
  const summaries = useProcedures(
    'run.getSummary',
    runs.map(({ runId }) => ({ runId })),
  );
  return (
    <section>
      <div className="scroll-x" tabIndex={0} role="region" aria-label={text.runs}>
        <table className="plain-table wide compare-runs">
          <thead>
            <tr>
              <th scope="col">{text.run}</th>
              {tripleOrder.map((name) => (
                <th key={name} scope="col">
                  {words.marks[name]}
                </th>
              ))}
              <th scope="col">{words.runs.stages}</th>
            </tr>
          </thead>
          <tbody>
            {runs.map(({ runId, configName, k }, index) => {
              const summary = summaries[index]?.data;
              return (
                <tr key={runId}>
                  <th scope="row">
                    <a href={formatRoute({ screen: 'runs', id: runId })}>
                      {text.runHead(text.letter(index), configName, k)}
                    </a>{' '}
                    <span className="quiet run-against">
                      {index === 0
                        ? text.baseline
                        : text.tellChanges(text.letter(0), countChanges(rows, index))}
                    </span>
                  </th>
                  {tripleOrder.map((name) => (
                    <td key={name}>{summary ? <RateCell rate={summary[name]} /> : words.never}</td>
                  ))}
                  <td className="stages-cell">
                    {summary ? (
                      <StageBar {...liveStages({ ...summary.stages, ...summary.excluded })} />
                    ) : null}
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
      <StageKey label={words.overview.stageKey} />
    </section>
  );
}

function Fields({ fields }: Pick<ComparisonOutput, 'fields'>) {
  if (fields.length === 0) return <p className="quiet">{text.sameConfig}</p>;
  const runs = fields[0]?.values.length ?? 0;
  return (
    <details className="more">
      <summary>{text.fields(fields.length)}</summary>
      <div className="scroll-x" tabIndex={0} role="region" aria-label={text.fields(fields.length)}>
        <table className="plain-table">
          <thead>
            <tr>
              <th scope="col">{text.field}</th>
              {Array.from({ length: runs }, (_, index) => (
                <th key={index} scope="col">
                  {text.letter(index)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {fields.map(({ path, values }) => (
              <tr key={path}>
                <th scope="row">
                  <code>{path}</code>
                </th>
                {values.map((value, index) => (
                  <td key={index} className="field-value">
                    {value === undefined || value === null ? (
                      <span className="quiet">{text.absent}</span>
                    ) : (
                      <code>{JSON.stringify(value)}</code>
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
