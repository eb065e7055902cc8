// Asks before runs are deleted, and deletes them.
import { useState } from 'react';
import type { Failure } from '#contract/failure';
import { CallFailed, useCommand } from '../../data/procedures.ts';
import { notify } from '../../ui/notify.tsx';
import { ErrorPanel } from '../../ui/states.tsx';
import { words } from '../../words.ts';
import { ConfirmDialog } from '../configs/confirm-dialog.tsx';

interface DeleteRunsProps {
  /** Empty: the dialog is closed. */
  readonly runIds: readonly string[];
  readonly onClose: () => void;
  readonly onDeleted?: () => void;
}

/** The first that cannot be deleted ends it; those before it are gone, and the list shows it. */
export function DeleteRuns({ runIds, onClose, onDeleted }: DeleteRunsProps) {
  const remove = useCommand('run.deleteRun');
  const [failure, setFailure] = useState<Failure | null>(null);
  const close = () => {
    setFailure(null);
    onClose();
  };
  const confirm = async () => {
    try {
      for (const runId of runIds) await remove.mutateAsync({ runId });
      notify({ message: words.runs.deleted(runIds.length) });
      close();
      onDeleted?.();
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error;
      setFailure(error.failure);
    }
  };
  return (
    <ConfirmDialog
      opened={runIds.length > 0}
      title={words.runs.deleteTitle(runIds.length)}
      confirm={words.runs.delete}
      isPending={remove.isPending}
      onClose={close}
      onConfirm={() => void confirm()}
    >
      <p>{words.runs.deleteSays}</p>
      <ul className="plain-list">
        {runIds.map((runId) => (
          <li key={runId}>
            <code>{runId}</code>
          </li>
        ))}
      </ul>
      {failure ? <ErrorPanel failure={failure} /> : null}
    </ConfirmDialog>
  );
}
