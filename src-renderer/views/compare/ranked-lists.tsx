// The ranked lists of several runs side by side: each chunk's position in every list, and how it moved.
import type { Evidence } from '#contract/bank';
import type { Retrieval } from '#contract/items';
import { formatRoute } from '../../routes.ts';
import { formatCount, formatScore } from '../../ui/number-format.ts';
import { words } from '../../words.ts';
import { alignLists, placesGained, type AlignedChunk, type AlignedPlace } from './align-lists.ts';

const text = words.compare;
const depth = 10;
const nothing: Retrieval = { legs: [], ranked: [], selected: 0 };

interface RankedListsProps {
  /** null where a run did not ask the question. */
  readonly retrievals: readonly (Retrieval | null)[];
  readonly evidence: readonly Evidence[];
}

export function RankedLists({ retrievals, evidence }: RankedListsProps) {
  const chunks = alignLists(
    retrievals.map((retrieval) => retrieval ?? nothing),
    evidence,
    depth,
  );
  if (chunks.length === 0) return <p className="quiet">{text.emptyLists}</p>;
  return (
    <>
      <p className="quiet">{text.listsHint(depth)}</p>
      <div className="scroll-x" tabIndex={0} role="region" aria-label={text.lists}>
        <table className="plain-table wide">
          <thead>
            <tr>
              <th scope="col">{text.chunk}</th>
              {retrievals.map((_, index) => (
                <th key={index} scope="col" className="number">
                  {text.letter(index)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {chunks.map((chunk) => (
              <ChunkLine key={chunk.key} chunk={chunk} />
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

function ChunkLine({
  chunk: { documentId, start, end, places, isEvidence },
}: {
  readonly chunk: AlignedChunk;
}) {
  const address = formatRoute({ screen: 'documents', id: documentId, filter: { mark: `${start}-${end}` } });
  const first = places[0] ?? null;
  return (
    <tr>
      <th scope="row">
        <a href={address}>{text.place(documentId, start, end)}</a>{' '}
        {isEvidence ? <mark className="evidence-word">{text.evidence}</mark> : null}
      </th>
      {places.map((place, index) => (
        <td key={index} className="number">
          <Place place={place} />
          {index === 0 ? null : <Moved first={first} other={place} />}
        </td>
      ))}
    </tr>
  );
}

/** Bold where the chunk was selected. */
function Place({ place }: { readonly place: AlignedPlace | null }) {
  if (place === null) return <span title={text.notInList}>{words.never}</span>;
  const { position, score, isSelected } = place;
  const shown = formatCount(position);
  return (
    <span title={formatScore(score)}>
      {isSelected ? <strong>{shown}</strong> : shown}
      {isSelected ? <span className="unseen"> {text.selected}</span> : null}
    </span>
  );
}

function Moved({
  first,
  other,
}: {
  readonly first: AlignedPlace | null;
  readonly other: AlignedPlace | null;
}) {
  const gained = placesGained(first, other);
  if (gained === null) {
    if (first === null && other === null) return null;
    return <span className="moved quiet">{first === null ? text.entered : text.left}</span>;
  }
  return (
    <span className={`moved ${gained > 0 ? 'mark-yes' : gained < 0 ? 'mark-no' : 'quiet'}`}>
      <span aria-hidden="true">{text.moved(gained)}</span>
      <span className="unseen">{text.movedSays(gained)}</span>
    </span>
  );
}
