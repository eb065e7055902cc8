// Each config with the state of its index, and the button that builds what is missing or out of date.
import { Button } from '@mantine/core';
import type { Overview } from '#contract/views';
import { useIndexProgress } from '../../data/live.ts';
import { useCommand } from '../../data/procedures.ts';
import { formatRoute } from '../../routes.ts';
import { Mark } from '../../ui/triple.tsx';
import { EmptyState, ErrorPanel, ProgressBar } from '../../ui/states.tsx';
import { words } from '../../words.ts';

type ConfigState = Overview['configs'][number];

export function ConfigIndexes({ configs }: { readonly configs: readonly ConfigState[] }) {
  return (
    <section>
      <h2>{words.overview.configsTitle}</h2>
      {configs.length === 0 ? (
        <EmptyState title={words.overview.noConfigs} />
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
              <ConfigLine key={config.id} config={config} />
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

function ConfigLine({ config }: { readonly config: ConfigState }) {
  const build = useCommand('index.buildIndex');
  const done = useIndexProgress(config.id);
  const isBuilding = build.isPending || done !== null;
  return (
    <>
      <tr>
        <th scope="row">
          <a href={formatRoute({ screen: 'configs', id: config.id })}>{config.name}</a>{' '}
          {config.name === config.id ? null : <span className="quiet">{config.id}</span>}
        </th>
        <td>
          {isBuilding ? (
            <span className="stage-mark">
              <ProgressBar done={done ?? 0} label={words.overview.buildIndexOf(config.name)} />
              {words.overview.building(done ?? 0)}
            </span>
          ) : (
            <IndexState config={config} />
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

function IndexState({ config }: { readonly config: ConfigState }) {
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
    </span>
  );
}
