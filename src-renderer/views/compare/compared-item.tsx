// One question in several runs: verdicts and answers, both proof chains, and the ranked lists side by side.
import type { ProofStepName } from '#contract/scores';
import { useProcedures } from '../../data/procedures.ts';
import { formatRoute } from '../../routes.ts';
import { Icon } from '../../ui/icons.tsx';
import { ErrorPanel, Loading } from '../../ui/states.tsx';
import { words } from '../../words.ts';
import type { ItemDetail } from '../item/item.tsx';
import { Answer, Expected, Verdict } from '../item/verdict.tsx';
import { RankedLists } from './ranked-lists.tsx';

const text = words.compare;

interface ComparedItemProps {
  readonly runIds: readonly string[];
  readonly questionId: string;
}

/** A run that did not ask the question says so in its place. */
export function ComparedItem({ runIds, questionId }: ComparedItemProps) {
  const answers = useProcedures(
    'run.getItem',
    runIds.map((runId) => ({ runId, questionId })),
  );
  if (answers.some(({ isPending }) => isPending)) return <Loading lines={10} />;
  const details = answers.map(({ data }) => data ?? null);
  const question = details.find((detail) => detail !== null)?.question;
  return (
    <article className="item">
      <p className="crumbs">{questionId}</p>
      <h2 className="item-question">{question?.question ?? questionId}</h2>
      {question ? (
        <dl className="answers">
          <dt>{words.item.expected}</dt>
          <dd>
            <Expected question={question} />
          </dd>
        </dl>
      ) : null}
      <h3>{text.verdicts}</h3>
      <ol className="compared-verdicts">
        {answers.map(({ data, error }, index) => (
          <li key={runIds[index]}>
            <h4>
              {text.letter(index)}{' '}
              <a href={formatRoute({ screen: 'runs', id: runIds[index] ?? null, detail: questionId })}>
                {text.openItem}
              </a>
            </h4>
            {data ? <ShortVerdict detail={data} letter={text.letter(index)} /> : null}
            {error && !data ? <ErrorPanel failure={error.failure} /> : null}
          </li>
        ))}
      </ol>
      <h3>{text.proof}</h3>
      <ProofTable details={details} />
      <h3>{text.lists}</h3>
      <RankedLists
        retrievals={details.map((detail) => detail?.item.retrieval ?? null)}
        evidence={question?.evidence ?? []}
      />
    </article>
  );
}

function ShortVerdict({ detail, letter }: { readonly detail: ItemDetail; readonly letter: string }) {
  return (
    <>
      <Verdict detail={detail} label={text.verdictOf(letter)} />
      <p className="compared-answer">
        <Answer item={detail.item} />
      </p>
    </>
  );
}

function ProofTable({ details }: { readonly details: readonly (ItemDetail | null)[] }) {
  const steps = [...new Set(details.flatMap((detail) => detail?.score.proof.map(({ step }) => step) ?? []))];
  return (
    <div className="scroll-x" tabIndex={0} role="region" aria-label={text.proof}>
      <table className="plain-table wide proof-table">
        <thead>
          <tr>
            <th scope="col">{text.link}</th>
            {details.map((_, index) => (
              <th key={index} scope="col">
                {text.letter(index)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {steps.map((step) => (
            <tr key={step}>
              <th scope="row">{words.proofSteps[step]}</th>
              {details.map((detail, index) => (
                <ProofCell key={index} detail={detail} step={step} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function ProofCell({ detail, step }: { readonly detail: ItemDetail | null; readonly step: ProofStepName }) {
  const link = detail?.score.proof.find((one) => one.step === step);
  if (link === undefined) return <td className="quiet">{words.never}</td>;
  const { ok, says } = link;
  const isBroken = detail?.score.firstBroken === step;
  return (
    <td className={isBroken ? 'first-broken' : undefined}>
      <span className={`mark-${ok === null ? 'none' : ok ? 'yes' : 'no'}`}>
        <Icon name={ok === null ? 'dash' : ok ? 'check' : 'cross'} size={14} />
        <span className="unseen">{ok === null ? words.doesNotApply : ok ? words.yes : words.no}. </span>
      </span>{' '}
      {isBroken ? <strong className="broken-word">{words.item.firstBroken}</strong> : null}
      <span className={ok === null ? 'quiet' : undefined}>{words.tellReasons(says)}</span>
    </td>
  );
}
