// Whether this folder is trusted, and what its configs name that is not part of it.
import { Button } from '@mantine/core';
import type { Overview } from '#contract/views';
import { useCommand, useProcedure } from '../../data/procedures.ts';
import { formatRoute } from '../../routes.ts';
import { Icon } from '../../ui/icons.tsx';
import { ErrorPanel, Loading } from '../../ui/states.tsx';
import { words } from '../../words.ts';

const text = words.settings.trust;

export function TrustSettings() {
  const { data, error, refetch } = useProcedure('workspace.getOverview', {});
  return (
    <section aria-label={text.title}>
      <h2>{text.title}</h2>
      {data ? (
        <Trust overview={data} />
      ) : error ? (
        <ErrorPanel failure={error.failure} onRetry={() => void refetch()} />
      ) : (
        <Loading lines={3} />
      )}
    </section>
  );
}

function Trust({ overview }: { readonly overview: Overview }) {
  const trust = useCommand('workspace.trustFolder');
  return (
    <>
      <p>
        <Icon name={overview.trusted ? 'lock' : 'warning'} size={14} />{' '}
        {overview.trusted ? text.trusted : words.overview.names}
      </p>
      <Names names={overview.names} />
      {trust.error ? <ErrorPanel failure={trust.error.failure} /> : null}
      {overview.trusted ? null : (
        <Button
          size="compact-md"
          variant="default"
          loading={trust.isPending}
          onClick={() => trust.mutate({})}
        >
          {words.overview.trust}
        </Button>
      )}
    </>
  );
}

function Names({ names }: Pick<Overview, 'names'>) {
  if (names.length === 0) return <p className="quiet">{text.noNames}</p>;
  return (
    <div className="scroll-x" tabIndex={0} role="group" aria-label={text.names}>
      <table className="plain-table">
        <caption>{text.names}</caption>
        <thead>
          <tr>
            <th scope="col">{text.config}</th>
            <th scope="col">{text.kind}</th>
            <th scope="col">{text.value}</th>
          </tr>
        </thead>
        <tbody>
          {names.map(({ config, kind, value }) => (
            <tr key={`${config} ${kind} ${value}`}>
              <th scope="row">
                <a href={formatRoute({ screen: 'configs', id: config })}>{config}</a>
              </th>
              <td>{text.kinds[kind] ?? kind}</td>
              <td>
                <code>{value}</code>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
