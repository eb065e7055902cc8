// The hits of a search: place, score, rank and score in each retriever, and the text with the query's words.
import { Button } from '@mantine/core';
import { memo, useMemo, useState } from 'react';
import type { Output } from '#contract/api';
import { formatRoute } from '../../routes.ts';
import { formatCount, formatScore } from '../../ui/number-format.ts';
import { words } from '../../words.ts';
import { EvidenceButton } from './evidence-dialog.tsx';
import { markWords, queryWords } from './mark-tokens.ts';
import { QuestionButton } from './question-dialog.tsx';

type Hit = Output<'retrieval.searchChunks'>['hits'][number];
const text = words.search;
/** Drawn at once, and more on demand: nobody reads the thousandth hit first. */
const drawnAtOnce = 100;

export function Hits({ query, hits }: { readonly query: string; readonly hits: readonly Hit[] }) {
  const [drawn, setDrawn] = useState(drawnAtOnce);
  const retrievers = useMemo(() => retrieversOf(hits), [hits]);
  const asked = useMemo(() => queryWords(query), [query]);
  return (
    <>
      <div className="scroll-x">
        <table className="plain-table wide hits">
          <thead>
            <tr>
              <th scope="col" className="number">
                {text.position}
              </th>
              <th scope="col" className="number">
                {text.score}
              </th>
              {retrievers.map((retriever) => (
                <th key={retriever} scope="col" className="number" title={text.retrieverHint}>
                  {retriever}
                </th>
              ))}
              <th scope="col">{text.passage}</th>
            </tr>
          </thead>
          <tbody>
            {hits.slice(0, drawn).map((hit) => (
              <HitLine key={hit.chunkId} hit={hit} retrievers={retrievers} asked={asked} query={query} />
            ))}
          </tbody>
        </table>
      </div>
      {hits.length > drawn ? (
        <Button size="compact-sm" variant="default" onClick={() => setDrawn(drawn + 200)}>
          {text.more(hits.length - drawn)}
        </Button>
      ) : null}
    </>
  );
}

/** In the order in which they first appear. */
export function retrieversOf(hits: readonly Pick<Hit, 'ranks' | 'scores'>[]): readonly string[] {
  return [...new Set(hits.flatMap(({ ranks, scores }) => [...Object.keys(ranks), ...Object.keys(scores)]))];
}

interface HitLineProps {
  readonly hit: Hit;
  readonly retrievers: readonly string[];
  readonly asked: ReadonlySet<string>;
  readonly query: string;
}

const HitLine = memo(function HitLine({ hit, retrievers, asked, query }: HitLineProps) {
  return (
    <tr>
      <th scope="row" className="number">
        {hit.position}
      </th>
      <td className="number">{formatScore(hit.score)}</td>
      {retrievers.map((retriever) => (
        <td key={retriever} className="number">
          <LegCell rank={hit.ranks[retriever]} score={hit.scores[retriever]} />
        </td>
      ))}
      <td>
        <HitPlace hit={hit} />
        <HitText hit={hit} asked={asked} />
        <div className="button-line">
          <QuestionButton query={query} place={placeOf(hit)} quote={hit.text} />
          <EvidenceButton place={placeOf(hit)} quote={hit.text} />
        </div>
      </td>
    </tr>
  );
});

function placeOf({ documentId, start, end }: Hit) {
  return { document: documentId, start, end };
}

function LegCell({ rank, score }: { readonly rank: number | undefined; readonly score: number | undefined }) {
  if (rank === undefined && score === undefined) return <span className="quiet">{words.never}</span>;
  return (
    <>
      {rank === undefined ? words.never : formatCount(rank)}
      {score === undefined ? null : <span className="quiet leg-score">{formatScore(score)}</span>}
    </>
  );
}

function HitPlace({ hit }: { readonly hit: Hit }) {
  const { documentId, start, end, page, headings, chunkId } = hit;
  const address = formatRoute({ screen: 'documents', id: documentId, filter: { mark: `${start}-${end}` } });
  const where = [...(page === null ? [] : [text.page(page)]), ...headings];
  return (
    <p className="passage-head">
      <a href={address} title={words.item.place(documentId, start, end)}>
        {documentId}
      </a>{' '}
      <span className="quiet" title={chunkId}>
        {where.join(' › ')}
      </span>
    </p>
  );
}

const shortLength = 600;

/** A long passage is cut, and shown whole on demand. */
function HitText({ hit, asked }: { readonly hit: Hit; readonly asked: ReadonlySet<string> }) {
  const [isWhole, setWhole] = useState(false);
  const isLong = hit.text.length > shortLength + 100;
  const shown = isLong && !isWhole ? hit.text.slice(0, shortLength) : hit.text;
  const pieces = useMemo(() => markWords(shown, asked), [shown, asked]);
  return (
    <p className="document-text search-text" dir="auto">
      {pieces.map(({ start, end, marks }) =>
        marks.length > 0 ? (
          <mark key={start} className="text-match">
            {shown.slice(start, end)}
          </mark>
        ) : (
          <span key={start}>{shown.slice(start, end)}</span>
        ),
      )}
      {isLong ? (
        <>
          {isWhole ? ' ' : '… '}
          <button type="button" className="jump" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
            {isWhole ? text.shorter : text.whole}
          </button>
        </>
      ) : null}
    </p>
  );
}
