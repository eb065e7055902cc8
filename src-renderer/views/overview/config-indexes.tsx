// Each config with the state of its index, and the button that builds what is missing or out of date.
import { Button } from '@mantine/core';
import type { Overview, RunRow } from '#contract/views';
import { useIndexProgress } from '../../data/live.ts';
import { useCommand, useProcedure } from '../../data/procedures.ts';
import { formatRoute, goTo } from '../../routes.ts';
import { Mark } from '../../ui/triple.tsx';
import { EmptyState, ErrorPanel, ProgressBar } from '../../ui/states.tsx';
import { words } from '../../words.ts';
import { EditedSince } from './edited-since.tsx';

type ConfigState = Overview['configs'][number];

interface ConfigIndexesProps {
  readonly configs: readonly ConfigState[];
  /** Newest first. */
  readonly runs: readonly RunRow[];
}

export function ConfigIndexes({ configs, runs }: ConfigIndexesProps) {
  const chunksOf = useChunkCounts(configs);
  return (
    <section>
      <h2>{words.overview.configsTitle}</h2>
      {configs.length === 0 ? (
        <EmptyState title={words.overview.noConfigs}>
          <Button size="compact-md" variant="default" onClick={() => goTo({ screen: 'configs' })}>
            {words.overview.toConfigs}
          </Button>
        </EmptyState>
      ) : (
        <table className="plain-table wide">
          <thead>
            <tr>
              <th scope="col">{words.overview.config}</th>
              <th scope="col">{words.overview.index}</th>
              <td />
            </tr>
          </thead>
          <tbody>
            {configs.map((config) => (
              <ConfigLine
                key={config.id}
                config={config}
                chunks={chunksOf.get(config.id) ?? null}
                lastRun={runs.find((run) => run.config === config.id && !run.live) ?? null}
              />
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

/** By config; what cannot be counted is left out. */
function useChunkCounts(configs: readonly ConfigState[]): ReadonlyMap<string, number> {
  const current = configs.filter(({ indexCurrent }) => indexCurrent === true).map(({ id }) => id);
  const { data } = useProcedure('config.estimateRun', { configs: current }, { enabled: current.length > 0 });
  return new Map(
    (data?.estimates ?? []).flatMap(({ config, chunks }) =>
      chunks === null ? [] : [[config, chunks] as const],
    ),
  );
}

interface ConfigLineProps {
  readonly config: ConfigState;
  /** null: not known before the index is built. */
  readonly chunks: number | null;
  readonly lastRun: RunRow | null;
}

function ConfigLine({ config, chunks, lastRun }: ConfigLineProps) {
  const build = useCommand('index.buildIndex');
  const done = useIndexProgress(config.id);
  const isBuilding = build.isPending || done !== null;
  return (
    <>
      <tr>
        <th scope="row">
          <a href={formatRoute({ screen: 'configs', id: config.id })}>{config.name}</a>{' '}
          {config.name === config.id ? null : <span className="quiet">{config.id}</span>}{' '}
          {lastRun === null || config.problem !== null ? null : (
            <EditedSince config={config.id} lastRun={lastRun} />
          )}
        </th>
        <td>
          {isBuilding ? (
            <span className="stage-mark">
              <ProgressBar done={done ?? 0} label={words.overview.buildIndexOf(config.name)} />
              {words.overview.building(done ?? 0)}
            </span>
          ) : (
            <IndexState config={config} chunks={chunks} />
          )}
        </td>
        <td className="number">
          {config.indexCurrent === false && !isBuilding ? (
            <Button
              size="compact-sm"
              variant="default"
              aria-label={words.overview.buildIndexOf(config.name)}
              onClick={() => build.mutate({ config: config.id })}
            >
              {words.overview.buildIndex}
            </Button>
          ) : null}
        </td>
      </tr>
      {build.error ? (
        <tr>
          <td colSpan={3}>
            <ErrorPanel failure={build.error.failure} />
          </td>
        </tr>
      ) : null}
    </>
  );
}

function IndexState({ config, chunks }: Pick<ConfigLineProps, 'config' | 'chunks'>) {
  if (config.indexCurrent === null)
    return (
      <span>
        <Mark ok={false} /> {words.overview.indexUnknown}
      </span>
    );
  return (
    <span>
      <Mark ok={config.indexCurrent} />{' '}
      {config.indexCurrent ? words.overview.indexCurrent : words.overview.indexStale}
      {config.indexCurrent && chunks !== null ? (
        <span className="quiet"> {words.overview.chunks(chunks)}</span>
      ) : null}
    </span>
  );
}
