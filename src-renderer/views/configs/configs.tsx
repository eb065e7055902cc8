// The configs with what is wrong with them, and the file of the one that is open.
import type { Output } from '#contract/api';
import { useProcedure } from '../../data/procedures.ts';
import { ErrorPanel, Loading } from '../../ui/states.tsx';
import type { Column } from '../../ui/table.tsx';
import { Mark } from '../../ui/triple.tsx';
import { words } from '../../words.ts';
import { ListPage } from '../../ui/list-page.tsx';

type ConfigRow = Output<'config.listConfigs'>['configs'][number];
const text = words.configs;

const columns: readonly Column<ConfigRow>[] = [
  {
    id: 'config',
    header: text.config,
    width: 'minmax(160px, 1fr)',
    render: ({ name }) => (
      <span className="clip" title={name}>
        {name}
      </span>
    ),
  },
  {
    id: 'id',
    header: text.id,
    width: 'minmax(100px, 200px)',
    render: ({ id }) => <span className="clip">{id}</span>,
  },
  {
    id: 'state',
    header: text.state,
    width: 'minmax(120px, 1fr)',
    render: ({ problem }) => (
      <span className="clip" title={problem ?? undefined}>
        <Mark ok={problem === null} /> {problem ?? text.fine}
      </span>
    ),
  },
];

export function ConfigsView({ selected }: { readonly selected: string | null }) {
  const { data, error, refetch } = useProcedure('config.listConfigs', {});
  return (
    <ListPage
      screen="configs"
      title={text.title}
      none={text.none}
      noneHint={text.noneHint}
      query={{ data: data?.configs, error, refetch }}
      say={(rows) => words.overview.configs(rows.length)}
      columns={columns}
      keyOf={({ id }) => id}
      selected={selected}
    />
  );
}

export function ConfigView({ id }: { readonly id: string }) {
  const { data, error, refetch } = useProcedure('config.getConfig', { id });
  if (!data)
    return error ? <ErrorPanel failure={error.failure} onRetry={() => void refetch()} /> : <Loading />;
  return (
    <article className="item">
      <p className="crumbs">configs/{id}.json</p>
      <h2>{data.complete.name}</h2>
      <h3>{text.file}</h3>
      <pre>{JSON.stringify(data.file, null, 2)}</pre>
      <h3>{text.complete}</h3>
      <pre>{JSON.stringify(data.complete, null, 2)}</pre>
    </article>
  );
}
