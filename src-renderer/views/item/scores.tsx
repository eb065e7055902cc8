// The final list with the rank and the own score of each retriever, and where the evidence stands in every list.
import { formatCount, formatScore } from '../../ui/number-format.ts';
import { words } from '../../words.ts';
import type { ItemDetail } from './item.tsx';

/** What lies deeper is in the lists of the run; nobody reads it here. */
const rowsShown = 20;

export function Scores({ detail: { item, score } }: { readonly detail: ItemDetail }) {
  const { ranked, legs, selected } = item.retrieval;
  const retrievers = legs.map(({ retriever }) => retriever);
  const evidenceRanks = Object.entries(score.legRanks);
  return (
    <>
      {evidenceRanks.length > 0 ? (
        <p className="quiet">
          {words.item.firstEvidence}{' '}
          {evidenceRanks.map(([name, rank]) => words.item.goldRank(name, rank)).join('; ')}.
        </p>
      ) : null}
      <div className="scroll-x" tabIndex={0} role="region" aria-label={words.item.rankedTable}>
        <table className="plain-table">
          <caption className="unseen">{words.item.rankedTable}</caption>
          <thead>
            <tr>
              <th scope="col" className="number">
                {words.item.position}
              </th>
              <th scope="col">{words.item.chunk}</th>
              <th scope="col" className="number">
                {words.item.score}
              </th>
              {retrievers.map((name) => (
                <th key={name} scope="col" className="number">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {ranked.slice(0, rowsShown).map((hit) => (
              <tr key={hit.chunkId} className={hit.position <= selected ? undefined : 'quiet'}>
                <td className="number">{formatCount(hit.position)}</td>
                <th scope="row">
                  {hit.chunkId}
                  {hit.position <= selected ? (
                    <span className="quiet"> {words.item.selectedMark}</span>
                  ) : null}
                </th>
                <td className="number">{formatScore(hit.score)}</td>
                {retrievers.map((name) => (
                  <td key={name} className="number">
                    {tellLeg(hit.ranks[name], hit.scores[name])}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {ranked.length > rowsShown ? (
        <p className="quiet">{words.item.ofRanked(rowsShown, ranked.length)}</p>
      ) : null}
    </>
  );
}

/** `0.3217 (2)`: score and rank; a dash where the retriever did not return the chunk. */
function tellLeg(rank: number | undefined, score: number | undefined): string {
  if (rank === undefined) return words.never;
  return score === undefined ? `(${rank})` : `${formatScore(score)} (${rank})`;
}
