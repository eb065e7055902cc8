// A query under a config: ranked hits with rank and score per retriever.
import { Button, NativeSelect } from '@mantine/core';
import { useRef, useState } from 'react';
import type { Output } from '#contract/api';
import { useBuildStep } from '../../data/live.ts';
import { useProcedure } from '../../data/procedures.ts';
import { formatRoute, goTo, type Route } from '../../routes.ts';
import { EmptyState, ErrorPanel, Loading, ProgressBar } from '../../ui/states.tsx';
import { words } from '../../words.ts';
import { QuestionButton } from './question-dialog.tsx';
import { Hits } from './hits.tsx';
import { queryWords } from './mark-tokens.ts';
import { depths, readSearch, writeSearch, type Depth, type SearchAsked } from './search-route.ts';

type ConfigRow = Output<'config.listConfigs'>['configs'][number];
const text = words.search;

export function SearchView({ route }: { readonly route: Route }) {
  const { data, error, refetch } = useProcedure('config.listConfigs', {});
  const asked = readSearch(route);
  const usable = data?.configs.filter(({ problem }) => problem === null) ?? [];
  const config = asked.config ?? usable[0]?.id ?? null;
  return (
    <>
      <header className="page-head">
        <h1>{text.title}</h1>
      </header>
      {error && !data ? <ErrorPanel failure={error.failure} onRetry={() => void refetch()} /> : null}
      {data || error ? null : <Loading lines={3} />}
      {data && usable.length === 0 ? (
        <EmptyState title={text.noConfig} hint={text.noConfigHint}>
          <p>
            <a href={formatRoute({ screen: 'configs' })}>{text.toConfigs}</a>
          </p>
        </EmptyState>
      ) : null}
      {data && config !== null ? (
        <>
          <SearchForm key={asked.query} asked={{ ...asked, config }} configs={data.configs} />
          <Answer asked={asked} config={config} />
        </>
      ) : null}
    </>
  );
}

interface SearchFormProps {
  readonly asked: SearchAsked;
  readonly configs: readonly ConfigRow[];
}

/** Another config or depth asks at once; the query asks on Enter. */
function SearchForm({ asked, configs }: SearchFormProps) {
  const [query, setQuery] = useState(asked.query);
  const field = useRef<HTMLInputElement>(null);
  const ask = (part: Partial<SearchAsked>) =>
    goTo({ screen: 'search', filter: writeSearch({ ...asked, query: query.trim(), ...part }) });
  return (
    <form
      className="search-form"
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        ask({});
      }}
    >
      <input
        ref={field}
        className="search-field"
        type="search"
        autoFocus={asked.query === ''}
        aria-label={text.query}
        placeholder={text.query}
        value={query}
        onChange={(event) => setQuery(event.currentTarget.value)}
      />
      <NativeSelect
        size="xs"
        aria-label={text.config}
        value={asked.config ?? ''}
        onChange={(event) => ask({ config: event.currentTarget.value })}
        data={configs.map(({ id, name, problem }) => ({
          value: id,
          label: name,
          disabled: problem !== null,
        }))}
      />
      <NativeSelect
        size="xs"
        aria-label={text.depth}
        value={asked.depth}
        onChange={(event) => ask({ depth: event.currentTarget.value as Depth })}
        data={depths.map((depth) => ({ value: depth, label: text.depths[depth] }))}
      />
      <Button type="submit" size="compact-md" disabled={query.trim() === ''}>
        {text.search}
      </Button>
    </form>
  );
}

function Answer({ asked, config }: { readonly asked: SearchAsked; readonly config: string }) {
  const { query, depth } = asked;
  const { data, error, refetch, isFetching } = useProcedure(
    'retrieval.searchChunks',
    { config, query, k: depth === 'all' ? 'all' : Number(depth) },
    { enabled: query !== '' },
  );
  if (query === '') return <EmptyState title={text.nothingAsked} hint={text.nothingAskedHint} />;
  if (error && !isFetching) return <ErrorPanel failure={error.failure} onRetry={() => void refetch()} />;
  if (!data) return <Waiting config={config} />;
  return (
    <section aria-label={text.results} aria-busy={isFetching}>
      <div className="section-head">
        <p role="status">{text.hits(data.hits.length)}</p>
        <QuestionButton query={query} place={null} />
      </div>
      <Warnings warnings={data.warnings ?? []} />
      {data.hits.length === 0 ? (
        <NoHits query={query} />
      ) : (
        <Hits key={`${config} ${depth} ${query}`} query={query} hits={data.hits} />
      )}
    </section>
  );
}

/** A missing index is built before the search: how far that is, if it is. */
function Waiting({ config }: { readonly config: string }) {
  const step = useBuildStep(config);
  if (step === null) return <Loading />;
  return (
    <p className="button-line" role="status">
      <ProgressBar done={step.done} label={text.building(step.what)} /> {text.building(step.what)}
    </p>
  );
}

function Warnings({ warnings }: { readonly warnings: readonly string[] }) {
  if (warnings.length === 0) return null;
  return (
    <ul className="warnings">
      {warnings.map((warning, index) => (
        <li key={index}>{warning}</li>
      ))}
    </ul>
  );
}

function NoHits({ query }: { readonly query: string }) {
  return queryWords(query).size === 0 ? (
    <EmptyState title={text.noWord} hint={text.noWordHint} />
  ) : (
    <EmptyState title={text.noHits} hint={text.noHitsHint} />
  );
}
