// Every reply of the model as it came, and what it breaks of the contract.
import type { Attempt } from '#contract/items';
import { formatElapsed } from '../../ui/number-format.ts';
import { Mark } from '../../ui/triple.tsx';
import { words } from '../../words.ts';
import type { ItemDetail } from './item.tsx';

export function Attempts({ item }: { readonly item: ItemDetail['item'] }) {
  if (item.attempts.length === 0)
    return (
      <p className="quiet">
        {item.providerError ? `${words.item.failed} ${item.providerError.message}` : words.item.noAttempts}
      </p>
    );
  return (
    <ol className="attempts">
      {item.attempts.map((attempt) => (
        <li key={attempt.attempt}>
          <AttemptView attempt={attempt as Attempt} />
        </li>
      ))}
    </ol>
  );
}

function AttemptView({ attempt }: { readonly attempt: Attempt }) {
  const { violation, recovered, usage, reply } = attempt;
  const facts = [
    attempt.finishReason ?? '',
    usage.promptTokens === null ? '' : words.item.promptTokens(usage.promptTokens),
    usage.completionTokens === null ? '' : words.item.completionTokens(usage.completionTokens),
    formatElapsed(attempt.elapsedMs),
  ].filter((fact) => fact !== '');
  return (
    <>
      <h4>
        {words.item.attempt(attempt.attempt)} <Mark ok={violation === null} />{' '}
        {violation
          ? words.item.breaks(words.details[violation.reason] ?? violation.reason)
          : words.item.keeps}
      </h4>
      {reply === '' ? <p className="quiet">{words.item.emptyReply}</p> : <pre>{reply}</pre>}
      {violation ? <p>{violation.message}</p> : null}
      {recovered ? <p className="quiet">{words.item.recovered(recovered.text)}</p> : null}
      <p className="quiet">{words.item.attemptSays(facts)}</p>
    </>
  );
}
