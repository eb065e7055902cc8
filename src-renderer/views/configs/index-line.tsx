// The index of one config: whether it is current, and the button that builds it.
import { Button } from '@mantine/core';
import { useIndexProgress } from '../../data/live.ts';
import { useCommand, useProcedure } from '../../data/procedures.ts';
import { ErrorPanel, ProgressBar } from '../../ui/states.tsx';
import { Mark } from '../../ui/triple.tsx';
import { words } from '../../words.ts';

/** Nothing where the config cannot be used: its problems say why. */
export function IndexLine({ id }: { readonly id: string }) {
  const { data } = useProcedure('workspace.getOverview', {});
  const build = useCommand('index.buildIndex');
  const done = useIndexProgress(id);
  const isCurrent = data?.configs.find((config) => config.id === id)?.indexCurrent ?? null;
  if (build.isPending || done !== null)
    return (
      <p className="index-line">
        {words.overview.index}: <ProgressBar done={done ?? 0} label={words.overview.buildIndexOf(id)} />{' '}
        {words.overview.building(done ?? 0)}
      </p>
    );
  if (isCurrent === null) return null;
  return (
    <>
      <p className="index-line">
        {words.overview.index}: <Mark ok={isCurrent} />{' '}
        {isCurrent ? words.overview.indexCurrent : words.overview.indexStale}{' '}
        {isCurrent ? null : (
          <Button
            size="compact-xs"
            variant="default"
            aria-label={words.overview.buildIndexOf(id)}
            onClick={() => build.mutate({ config: id })}
          >
            {words.overview.buildIndex}
          </Button>
        )}
      </p>
      {build.error ? <ErrorPanel failure={build.error.failure} /> : null}
    </>
  );
}
