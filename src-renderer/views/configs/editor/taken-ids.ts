// The ids that a new config cannot have.
import { useProcedure } from '../../../data/procedures.ts';
import { useDrafts } from '../drafts.ts';

/** Every id that is in use, on the disk or by a draft. */
export function useTakenIds(): readonly string[] {
  const { data } = useProcedure('config.listConfigs', {});
  const drafts = useDrafts();
  return [...(data?.configs.map(({ id }) => id) ?? []), ...drafts.keys()];
}
