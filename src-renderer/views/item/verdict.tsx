// What an item came to: its stage and marks, what was expected, and what was answered.
import type { Evidence } from '#contract/bank';
import { formatRoute } from '../../routes.ts';
import { StageMark } from '../../ui/stage-mark.tsx';
import { Triple } from '../../ui/triple.tsx';
import { words } from '../../words.ts';
import type { ItemDetail } from './item.tsx';

interface VerdictProps {
  readonly detail: ItemDetail;
  /** Names the verdict where there are several. */
  readonly label?: string;
}

/** The stage with what it means, then the triple, then what deserves a second look. */
export function Verdict({ detail: { score }, label = words.item.verdict }: VerdictProps) {
  const stage = score.excluded?.kind ?? score.stage ?? 'unjudged';
  const meaning = (score.detail ? words.details[score.detail] : undefined) ?? words.stageMeanings[stage];
  const why = score.excluded?.reason ?? score.unjudged;
  return (
    <section className="verdict" aria-label={label}>
      <p>
        <StageMark stage={stage} detail={score.detail} />
      </p>
      <Triple found={score.found} grounded={score.grounded.pass} correct={score.correct.pass} />
      {meaning ? <p className="verdict-words">{meaning}</p> : null}
      {why ? <p className="verdict-words quiet">{why}</p> : null}
      {score.flags.map((flag) => (
        <p key={flag} className="verdict-words quiet">
          {words.flags[flag] ?? flag}
        </p>
      ))}
    </section>
  );
}

export function Expected({ question }: { readonly question: ItemDetail['question'] }) {
  if (question.unanswerable === true) return <span className="quiet">{words.item.noAnswer}</span>;
  if (question.answers.length === 0) return <span className="quiet">{words.item.noAccepted}</span>;
  return (
    <>
      {question.answers.map((answer, index) => (
        <span key={index}>
          {index === 0 ? null : <span className="quiet"> {words.item.orElse} </span>}
          <q>{answer}</q>
        </span>
      ))}
    </>
  );
}

export function Answer({ item }: { readonly item: ItemDetail['item'] }) {
  const { answer, answeredBy, providerError } = item;
  if (answer === null)
    return (
      <span className="quiet">
        {providerError ? `${words.item.failed} ${providerError.message}` : words.item.noReply}
      </span>
    );
  return <AnswerText answer={answer} instead={answeredBy === 'harness' ? words.item.notCalled : undefined} />;
}

interface AnswerTextProps {
  readonly answer: NonNullable<ItemDetail['item']['answer']>;
  /** Said in place of what it cites. */
  readonly instead?: string;
}

/** An answer in its quotes, with what it cites. */
export function AnswerText({ answer, instead }: AnswerTextProps) {
  const cited = answer.sources.length > 0 ? answer.sources : answer.citations.map(String);
  const cites = cited.length > 0 ? words.item.cites(cited) : words.item.citesNothing;
  return (
    <>
      <q>{answer.text}</q>{' '}
      <span className="quiet">{instead ?? (answer.abstained ? words.item.abstained : cites)}</span>
    </>
  );
}

/** Where the answer stands: each place opens in its document, marked. */
export function EvidenceLinks({ evidence }: { readonly evidence: readonly Evidence[] }) {
  return (
    <ul>
      {evidence.map(({ document, start, end, quote }, index) => (
        <li key={index}>
          {start === undefined || end === undefined ? (
            <>
              <a href={formatRoute({ screen: 'documents', id: document })}>{document}</a>{' '}
              <span className="quiet">{quote === undefined ? words.item.wholeDocument : quote}</span>
            </>
          ) : (
            <PlaceLink document={document} start={start} end={end} />
          )}
        </li>
      ))}
    </ul>
  );
}

/** A place of a document by its offsets, which opens there. */
export function PlaceLink(place: {
  readonly document: string;
  readonly start: number;
  readonly end: number;
}) {
  const { document, start, end } = place;
  const address = formatRoute({ screen: 'documents', id: document, filter: { mark: `${start}-${end}` } });
  return <a href={address}>{words.item.place(document, start, end)}</a>;
}
