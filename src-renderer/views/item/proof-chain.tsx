// The proof of a verdict, link by link from the source to the accepted answer, with the first broken one marked.
import type { ProofStep, Score } from '#contract/scores';
import { Icon } from '../../ui/icons.tsx';
import { words } from '../../words.ts';

interface ProofChainProps {
  readonly proof: readonly ProofStep[];
  readonly firstBroken: Score['firstBroken'];
}

export function ProofChain({ proof, firstBroken }: ProofChainProps) {
  return (
    <ol className="proof">
      {proof.map((link) => (
        <Link key={link.step} link={link} isFirstBroken={link.step === firstBroken} />
      ))}
    </ol>
  );
}

function Link({
  link: { step, ok, says },
  isFirstBroken,
}: {
  readonly link: ProofStep;
  readonly isFirstBroken: boolean;
}) {
  const word = ok === null ? words.doesNotApply : ok ? words.yes : words.no;
  return (
    <li className={isFirstBroken ? 'link first-broken' : 'link'}>
      <span className={`link-sign mark-${ok === null ? 'none' : ok ? 'yes' : 'no'}`}>
        <Icon name={ok === null ? 'dash' : ok ? 'check' : 'cross'} size={14} />
      </span>
      <span className="link-step">
        {words.proofSteps[step]}
        <span className="unseen">: {word}. </span>
      </span>
      <span className={ok === null ? 'link-says quiet' : 'link-says'}>
        {isFirstBroken ? <strong className="broken-word">{words.item.firstBroken}</strong> : null}
        {words.tellReasons(says)}
      </span>
    </li>
  );
}
