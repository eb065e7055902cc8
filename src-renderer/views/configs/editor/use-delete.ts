// Deleting one config: how many runs stay behind, and what follows.
import type { Failure } from '#contract/failure';
import { useCommand } from '../../../data/procedures.ts';
import { goTo } from '../../../routes.ts';
import { useRuns } from '../../runs/use-runs.ts';
import { dropDraft } from '../drafts.ts';

interface Deletion {
  /** null while they are being counted. */
  readonly runs: number | null;
  readonly failure: Failure | null;
  readonly isPending: boolean;
  readonly start: () => void;
}

export function useDelete(id: string, hash: string): Deletion {
  const command = useCommand('config.deleteConfig');
  const runs = useRuns();
  return {
    runs: runs.data ? runs.data.filter(({ config }) => config === id).length : null,
    failure: command.error?.failure ?? null,
    isPending: command.isPending,
    start: () =>
      command.mutate(
        { id, expected: hash },
        {
          onSuccess: () => {
            dropDraft(id);
            goTo({ screen: 'configs' });
          },
        },
      ),
  };
}
