// What a config finds for a text: arrow keys move among the hits, Enter marks one as evidence.
import { Button, TextInput } from '@mantine/core';
import { useId, useState, type KeyboardEvent } from 'react';
import type { Output } from '#contract/api';
import { useProcedure } from '../../../data/procedures.ts';
import { EmptyState, ErrorPanel, Loading } from '../../../ui/states.tsx';
import { words } from '../../../words.ts';
import type { QuestionDetail } from '../question/question.tsx';
import { spansIn } from './marks.ts';
import { cutText } from './span.ts';

const text = words.bank.picker;
const depth = 20;

export type FoundHit = Output<'retrieval.searchChunks'>['hits'][number];

interface HitsProps {
  readonly detail: QuestionDetail;
  readonly config: string;
  readonly group: number;
  readonly onShow: (hit: FoundHit) => void;
  readonly onMark: (hit: FoundHit) => void;
}

export function Hits(props: HitsProps) {
  const { detail, config } = props;
  const [typed, setTyped] = useState(detail.question.question);
  const [query, setQuery] = useState(typed);
  const { data, error, refetch } = useProcedure('retrieval.searchChunks', { config, query, k: depth });
  return (
    <section className="picker-column" aria-label={text.hits}>
      <form
        className="picker-search"
        onSubmit={(event) => {
          event.preventDefault();
          if (typed.trim() !== '') setQuery(typed.trim());
        }}
      >
        <TextInput
          size="xs"
          aria-label={text.query}
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
        <Button type="submit" size="compact-md" variant="default">
          {text.search}
        </Button>
      </form>
      <p className="quiet">{text.hint}</p>
      {error && !data ? <ErrorPanel failure={error.failure} onRetry={() => void refetch()} /> : null}
      {data || error ? null : <Loading />}
      {data?.hits.length === 0 ? <EmptyState title={text.noHits} /> : null}
      {data && data.hits.length > 0 ? (
        <HitList key={`${config} ${query}`} {...props} hits={data.hits} />
      ) : null}
    </section>
  );
}

function HitList(props: HitsProps & { readonly hits: readonly FoundHit[] }) {
  const { hits, onShow, onMark } = props;
  const id = useId();
  const [active, setActive] = useState(-1);
  const show = (index: number) => {
    const hit = hits[index];
    if (hit === undefined) return;
    setActive(index);
    onShow(hit);
    document.getElementById(`${id}-${index}`)?.scrollIntoView({ block: 'nearest' });
  };
  const press = (event: KeyboardEvent) => {
    const hit = hits[active];
    if (event.key === 'ArrowDown') show(Math.min(hits.length - 1, active + 1));
    else if (event.key === 'ArrowUp') show(Math.max(0, active - 1));
    else if (event.key === 'Home') show(0);
    else if (event.key === 'End') show(hits.length - 1);
    else if (event.key === 'Enter' && hit !== undefined) onMark(hit);
    else return;
    event.preventDefault();
  };
  return (
    <ul
      role="listbox"
      className="hit-list"
      aria-label={text.hits}
      tabIndex={0}
      aria-activedescendant={active < 0 ? undefined : `${id}-${active}`}
      onKeyDown={press}
      onFocus={() => {
        if (active < 0) show(0);
      }}
    >
      {hits.map((hit, index) => (
        <Hit
          key={hit.chunkId}
          {...props}
          id={`${id}-${index}`}
          hit={hit}
          isActive={index === active}
          onShow={() => show(index)}
        />
      ))}
    </ul>
  );
}

interface HitProps {
  readonly detail: QuestionDetail;
  readonly id: string;
  readonly hit: FoundHit;
  readonly isActive: boolean;
  readonly onShow: () => void;
}

function Hit({ detail, id, hit, isActive, onShow }: HitProps) {
  const spans = spansIn(detail, hit.documentId)
    .filter(({ start, end }) => start < hit.end && end > hit.start)
    .map(({ start, end, group }) => ({ start: start - hit.start, end: end - hit.start, group }));
  const groups = [...new Set(spans.map(({ group }) => group))];
  return (
    <li id={id} role="option" aria-selected={isActive} className="hit" onClick={onShow}>
      <p className="passage-head">
        <strong>{text.rank(hit.position)}</strong> <span className="quiet">{hit.chunkId}</span>{' '}
        {groups.map((group) => (
          <span key={group} className="hit-marked">
            {text.marked(group)}
          </span>
        ))}
      </p>
      <p className="hit-text">
        {cutText(hit.text, spans).map(({ start, end, isEvidence }) => {
          const piece = hit.text.slice(start, end);
          return isEvidence ? <mark key={start}>{piece}</mark> : <span key={start}>{piece}</span>;
        })}
      </p>
    </li>
  );
}
