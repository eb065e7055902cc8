// Every edit of one question: who, when, and what changed, in words; any version can be restored.
import { Button } from '@mantine/core';
import type { BankEdit, Question } from '#contract/bank';
import { useProcedure } from '../../../data/procedures.ts';
import { formatMoment } from '../../../ui/number-format.ts';
import { ErrorPanel, Loading } from '../../../ui/states.tsx';
import { words } from '../../../words.ts';
import { describeChange, isSame } from '../edit/change.ts';
import { Changes } from '../changes.tsx';
import { restoreVersion } from '../edit/edits.ts';
import { useEditWorld } from '../edit/use-edit-world.ts';

const text = words.bank.history;

interface HistoryProps {
  readonly id: string;
  /** null = it is not in the bank. */
  readonly current: Question | null;
}

export function History({ id, current }: HistoryProps) {
  const { data, error, refetch } = useProcedure('bank.getHistory', { id });
  if (error && !data) return <ErrorPanel failure={error.failure} onRetry={() => void refetch()} />;
  if (!data) return <Loading lines={4} />;
  if (data.edits.length === 0)
    return <p className="quiet">{current === null ? text.neverHint : text.none}</p>;
  return (
    <>
      {current === null ? <p className="quiet">{text.goneHint}</p> : null}
      <ol className="history">
        {data.edits.map((edit, index) => (
          <HistoryEntry key={index} edit={edit} current={current} isNewest={index === 0} />
        ))}
      </ol>
    </>
  );
}

interface HistoryEntryProps {
  readonly edit: BankEdit;
  readonly current: Question | null;
  readonly isNewest: boolean;
}

function HistoryEntry({ edit, current, isNewest }: HistoryEntryProps) {
  const { what, by, at, before, after } = edit;
  const isCurrent = isNewest && after !== null && isSame(after, current);
  return (
    <li className="passage">
      <p>
        <strong>{what}</strong> <span className="quiet">{text.by(by, formatMoment(at))}</span>
      </p>
      {after === null ? <p>{text.deleted}</p> : <Changes changes={describeChange(before, after)} />}
      {isCurrent ? <p className="quiet">{text.current}</p> : null}
      {after !== null && !isCurrent ? <RestoreButton version={after} at={at} /> : null}
      {after === null && before !== null ? <RestoreButton version={before} at={at} /> : null}
    </li>
  );
}

function RestoreButton({ version, at }: { readonly version: Question; readonly at: string }) {
  const world = useEditWorld();
  return (
    <Button
      size="compact-xs"
      variant="default"
      onClick={() => void restoreVersion(world, version, formatMoment(at))}
    >
      {text.restore}
    </Button>
  );
}
