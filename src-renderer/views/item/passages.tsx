// The passages as sent, in their order, with the evidence marked in their text and the cited ones named.
import type { Hit } from '#contract/items';
import { formatScore } from '../../ui/number-format.ts';
import { words } from '../../words.ts';
import type { ItemDetail } from './item.tsx';
import { markEvidence } from './mark-evidence.ts';
import { PlaceLink } from './verdict.tsx';

export function Passages({ detail: { question, item } }: { readonly detail: ItemDetail }) {
  const { passages, dropped } = item.prompt;
  if (passages.length === 0) return <p className="quiet">{words.item.noPassages}</p>;
  const cited = new Set(item.answer?.citations ?? []);
  const hits = new Map(item.retrieval.ranked.map((hit) => [hit.chunkId, hit]));
  return (
    <>
      <p className="quiet">{words.item.asSent(passages.length)}</p>
      <ol className="passages">
        {passages.map((passage) => {
          const pieces = markEvidence(passage, question.evidence);
          const isCited = cited.has(passage.number);
          return (
            <li key={passage.number} className={isCited ? 'passage passage-cited' : 'passage'}>
              <p className="passage-head">
                <strong>[{passage.number}]</strong>{' '}
                <PlaceLink document={passage.documentId} start={passage.start} end={passage.end} />
                <span className="quiet">
                  {isCited ? ` · ${words.item.cited}` : ''}
                  {pieces.some(({ isEvidence }) => isEvidence) ? ` · ${words.item.holdsEvidence}` : ''}
                </span>
              </p>
              <p className="passage-head quiet">{tellRanks(hits.get(passage.chunkId))}</p>
              <p className="document-text">
                {pieces.map((piece, index) =>
                  piece.isEvidence ? (
                    <mark key={index}>{piece.text}</mark>
                  ) : (
                    <span key={index}>{piece.text}</span>
                  ),
                )}
              </p>
            </li>
          );
        })}
      </ol>
      {dropped.length > 0 ? <p className="quiet">{words.item.dropped(dropped)}</p> : null}
    </>
  );
}

/** `rank 1; tfidf 2 (0.3217), bm25 1 (7.41)`: in the final list, then in each retriever that returned it. */
function tellRanks(hit: Hit | undefined): string {
  if (hit === undefined) return '';
  const each = Object.entries(hit.ranks).map(([retriever, rank]) => {
    const score = hit.scores[retriever];
    return `${retriever} ${rank}${score === undefined ? '' : ` (${formatScore(score)})`}`;
  });
  return words.item.passageRank(hit.position, each);
}
