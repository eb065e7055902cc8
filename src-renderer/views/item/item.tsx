// One question in one run: what was expected, what was answered, and the chain that proves the verdict.
import { Tabs } from '@mantine/core';
import type { Output } from '#contract/api';
import { useProcedure } from '../../data/procedures.ts';
import { ErrorPanel, Loading } from '../../ui/states.tsx';
import { words } from '../../words.ts';
import { Attempts } from './attempts.tsx';
import { Passages } from './passages.tsx';
import { ProofChain } from './proof-chain.tsx';
import { PromptAsSent } from './prompt.tsx';
import { Scores } from './scores.tsx';
import { Answer, Expected, Verdict } from './verdict.tsx';

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
