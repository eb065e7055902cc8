// One question in one run: what was expected, what was answered, and the chain that proves the verdict.
import { Tabs } from '@mantine/core';
import type { Output } from '#contract/api';
import { useProcedure } from '../../data/procedures.ts';
import { ErrorPanel, Loading } from '../../ui/states.tsx';
import { StageMark } from '../../ui/stage-mark.tsx';
import { Triple } from '../../ui/triple.tsx';
import { words } from '../../words.ts';
import { Attempts } from './attempts.tsx';
import { Passages } from './passages.tsx';
import { ProofChain } from './proof-chain.tsx';
import { PromptAsSent } from './prompt.tsx';
import { Scores } from './scores.tsx';

export type ItemDetail = Output<'run.getItem'>;

export function ItemView({ runId, questionId }: { readonly runId: string; readonly questionId: string }) {
  const { data, error, refetch } = useProcedure('run.getItem', { runId, questionId });
  if (data) return <Loaded detail={data} />;
  return error ? (
    <ErrorPanel failure={error.failure} onRetry={() => void refetch()} />
  ) : (
    <Loading lines={8} />
  );
}

function Loaded({ detail }: { readonly detail: ItemDetail }) {
  const { question, item, score } = detail;
  return (
    <article className="item">
      <p className="crumbs">{question.id}</p>
      <h2 className="item-question">{question.question}</h2>
      <Verdict detail={detail} />
      <dl className="answers">
        <dt>{words.item.expected}</dt>
        <dd>
          <Expected question={question} />
        </dd>
        <dt>{words.item.answer}</dt>
        <dd>
          <Answer item={item} />
        </dd>
      </dl>
      <h3>{words.item.proof}</h3>
      <ProofChain proof={score.proof} firstBroken={score.firstBroken} />
      <Tabs defaultValue="passages" keepMounted={false} className="item-parts">
        <Tabs.List aria-label={words.item.parts}>
          <Tabs.Tab value="passages">{words.item.passages}</Tabs.Tab>
          <Tabs.Tab value="scores">{words.item.scores}</Tabs.Tab>
          <Tabs.Tab value="prompt">{words.item.prompt}</Tabs.Tab>
          <Tabs.Tab value="attempts">{words.item.attempts}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="passages">
          <Passages detail={detail} />
        </Tabs.Panel>
        <Tabs.Panel value="scores">
          <Scores detail={detail} />
        </Tabs.Panel>
        <Tabs.Panel value="prompt">
          <PromptAsSent prompt={item.prompt} />
        </Tabs.Panel>
        <Tabs.Panel value="attempts">
          <Attempts item={item} />
        </Tabs.Panel>
      </Tabs>
    </article>
  );
}

/** The stage with what it means, then the triple, then what deserves a second look. */
function Verdict({ detail: { score } }: { readonly detail: ItemDetail }) {
  const stage = score.excluded?.kind ?? score.stage ?? 'unjudged';
  const meaning = (score.detail ? words.details[score.detail] : undefined) ?? words.stageMeanings[stage];
  const why = score.excluded?.reason ?? score.unjudged;
  return (
    <section className="verdict" aria-label={words.item.verdict}>
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

function Expected({ question }: { readonly question: ItemDetail['question'] }) {
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

function Answer({ item }: { readonly item: ItemDetail['item'] }) {
  const { answer, answeredBy, providerError } = item;
  if (answer === null)
    return (
      <span className="quiet">
        {providerError ? `${words.item.failed} ${providerError.message}` : words.item.noReply}
      </span>
    );
  const cited = answer.sources.length > 0 ? answer.sources : answer.citations.map(String);
  return (
    <>
      <q>{answer.text}</q>{' '}
      <span className="quiet">
        {answeredBy === 'harness'
          ? words.item.notCalled
          : answer.abstained
            ? words.item.abstained
            : cited.length > 0
              ? words.item.cites(cited)
              : words.item.citesNothing}
      </span>
    </>
  );
}
