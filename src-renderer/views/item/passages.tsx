// The passages as sent, in their order, with the evidence marked in their text and the cited ones named.
import { words } from '../../words.ts';
import type { ItemDetail } from './item.tsx';
import { markEvidence } from './mark-evidence.ts';

export function Passages({ detail: { question, item } }: { readonly detail: ItemDetail }) {
  const { passages, dropped } = item.prompt;
  if (passages.length === 0) return <p className="quiet">{words.item.noPassages}</p>;
  const cited = new Set(item.answer?.citations ?? []);
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
                <span className="quiet">
                  {words.item.place(passage.documentId, passage.start, passage.end)}
                  {isCited ? ` · ${words.item.cited}` : ''}
                  {pieces.some(({ isEvidence }) => isEvidence) ? ` · ${words.item.holdsEvidence}` : ''}
                </span>
              </p>
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
