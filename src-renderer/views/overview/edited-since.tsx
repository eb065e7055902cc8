// Whether a config is another one than its last run was made with: its figures then are not those of the run.
import type { RunRow } from '#contract/views';
import { useProcedure } from '../../data/procedures.ts';
import { formatRoute } from '../../routes.ts';
import { Icon } from '../../ui/icons.tsx';
import { words } from '../../words.ts';

interface EditedSinceProps {
  readonly config: string;
  /** The last run of the config that has ended. */
  readonly lastRun: RunRow;
}

/** Nothing while it is not known, or where they are the same. */
export function EditedSince({ config, lastRun }: EditedSinceProps) {
  const now = useProcedure('config.getConfig', { id: config });
  const then = useProcedure('run.getSummary', { runId: lastRun.runId });
  const [mine, theirs] = [now.data?.configHash, then.data?.versions.configHash];
  if (mine === undefined || theirs === undefined || mine === theirs) return null;
  return (
    <span className="edited-since">
      <Icon name="warning" size={14} />{' '}
      <a href={formatRoute({ screen: 'runs', id: lastRun.runId })}>{words.overview.editedSince}</a>
    </span>
  );
}
