// What is wrong with the workspace, with every place of it, and the trust that a folder from elsewhere waits for.
import { Button } from '@mantine/core';
import type { Overview } from '#contract/views';
import { useCommand, useProcedure } from '../../data/procedures.ts';
import { formatRoute } from '../../routes.ts';
import { Icon } from '../../ui/icons.tsx';
import { ErrorPanel, Loading, ProblemList } from '../../ui/states.tsx';
import { words } from '../../words.ts';

/** As the bank's column of states is filtered. */
const reviewFilter = { state: 'review' };

export function Attention({ overview }: { readonly overview: Overview }) {
  const isWrong =
    overview.problems.length > 0 ||
    overview.labelsToReview > 0 ||
    overview.configs.some(({ problem }) => problem !== null);
  return (
    <>
      {isWrong ? (
        <section className="attention">
          <h2>
            <Icon name="warning" /> {words.overview.attention}
          </h2>
          {overview.labelsToReview > 0 ? (
            <p>
              <a href={formatRoute({ screen: 'bank', filter: reviewFilter })}>
                {words.overview.labelsToReview(overview.labelsToReview)}
              </a>
            </p>
          ) : null}
          <Problems general={overview.problems} />
        </section>
      ) : (
        <p className="all-well">
          <Icon name="check" size={14} /> {words.overview.allWell}
        </p>
      )}
      {overview.trusted ? null : <Trust names={overview.names} />}
    </>
  );
}

/** The validation names file and line; until it answers, or where it cannot, the general messages stand. */
function Problems({ general }: { readonly general: readonly string[] }) {
  const { data, error } = useProcedure('workspace.validateFiles', {});
  if (data && data.problems.length > 0) return <ProblemList problems={data.problems} />;
  return (
    <>
      <ProblemList problems={general.map((message) => ({ message }))} />
      {error ? <ErrorPanel failure={error.failure} /> : data ? null : <Loading lines={2} />}
    </>
  );
}

function Trust({ names }: { readonly names: Overview['names'] }) {
  const trust = useCommand('workspace.trustFolder');
  return (
    <section className="attention">
      <h2>
        <Icon name="lock" /> {words.frame.trustLabel}
      </h2>
      <p>{words.overview.names}</p>
      <ul className="problem-list">
        {names.map(({ config, kind, value }) => (
          <li key={`${config} ${kind} ${value}`}>
            <code>configs/{config}.json</code> {kind} <code>{value}</code>
          </li>
        ))}
      </ul>
      {trust.error ? <ErrorPanel failure={trust.error.failure} /> : null}
      <Button size="compact-md" variant="default" loading={trust.isPending} onClick={() => trust.mutate({})}>
        {words.overview.trust}
      </Button>
    </section>
  );
}
