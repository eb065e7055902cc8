// What an import would do: how many rows, which are refused and why, and what else should be known.
import type { ImportReport as Report, ImportRowProblem } from '#contract/views';
import { EmptyState } from '../../ui/states.tsx';
import { words } from '../../words.ts';

const text = words.bank.importing;

export function ImportReport({ report }: { readonly report: Report }) {
  return (
    <section aria-label={text.previewed} className="import-report">
      <h3>{text.previewed}</h3>
      <p>
        {text.says(report.rows, report.accepted)}{' '}
        {report.accepted > 0 ? text.outcome(report.added, report.updated, report.unchanged) : null}{' '}
        {report.documents > 0 ? text.documents(report.documents, report.documentsAdded) : null}
      </p>
      {report.accepted === 0 ? <EmptyState title={text.nothing} /> : null}
      <Rows title={text.rejected(report.rejected.length)} rows={report.rejected} isOpen />
      <Duplicates duplicates={report.duplicates} />
      <Rows title={text.notes(report.notes.length)} rows={report.notes} isOpen={report.notes.length <= 5} />
    </section>
  );
}

interface RowsProps {
  readonly title: string;
  readonly rows: readonly ImportRowProblem[];
  readonly isOpen: boolean;
}

function Rows({ title, rows, isOpen }: RowsProps) {
  if (rows.length === 0) return null;
  return (
    <details open={isOpen} className="more">
      <summary>{title}</summary>
      <ul className="problem-list">
        {rows.map(({ file, line, id, reason }, index) => (
          <li key={index}>
            <code>{text.place(file, line)}</code> {id === null ? null : <strong>{id}</strong>} {reason}
          </li>
        ))}
      </ul>
    </details>
  );
}

function Duplicates({ duplicates }: Pick<Report, 'duplicates'>) {
  if (duplicates.length === 0) return null;
  return (
    <details open className="more">
      <summary>{text.duplicates(duplicates.length)}</summary>
      <ul className="problem-list">
        {duplicates.map(({ id, here, there }, index) => (
          <li key={index}>
            <strong>{id}</strong> <span className="quiet">{text.here}</span> {here}{' '}
            <span className="quiet">{text.there}</span> {there}
          </li>
        ))}
      </ul>
    </details>
  );
}
