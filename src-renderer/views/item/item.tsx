// One question in one run: what was expected, what was answered, and the chain that proves the verdict.
import { Tabs } from '@mantine/core';
import type { Output } from '#contract/api';
import { useProcedure } from '../../data/procedures.ts';
import { formatRoute } from '../../routes.ts';
import { ErrorPanel, Loading } from '../../ui/states.tsx';
import { words } from '../../words.ts';
import { Attempts } from './attempts.tsx';
import { Passages } from './passages.tsx';
import { ProofChain } from './proof-chain.tsx';
import { PromptAsSent } from './prompt.tsx';
import { Scores } from './scores.tsx';
import { TryReply } from './try-reply.tsx';
import { Answer, EvidenceLinks, Expected, Verdict } from './verdict.tsx';

export type ItemDetail = Output<'run.getItem'>;

export function ItemView({ runId, questionId }: { readonly runId: string; readonly questionId: string }) {
  const { data, error, refetch } = useProcedure('run.getItem', { runId, questionId });
  if (data) return <Loaded runId={runId} detail={data} />;
  return error ? (
    <ErrorPanel failure={error.failure} onRetry={() => void refetch()} />
  ) : (
    <Loading lines={8} />
  );
}

function Loaded({ runId, detail }: { readonly runId: string; readonly detail: ItemDetail }) {
  const { question, item, score } = detail;
  return (
    <article className="item">
      <p className="crumbs">
        <a href={formatRoute({ screen: 'bank', id: question.id })}>{words.item.inBank(question.id)}</a>
      </p>
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
        {question.evidence.length > 0 ? (
          <>
            <dt>{words.item.evidence}</dt>
            <dd>
              <EvidenceLinks evidence={question.evidence} />
            </dd>
          </>
        ) : null}
      </dl>
      <h3>{words.item.proof}</h3>
      <ProofChain proof={score.proof} firstBroken={score.firstBroken} />
      <Tabs defaultValue="passages" keepMounted={false} className="item-parts">
        <Tabs.List aria-label={words.item.parts}>
          <Tabs.Tab value="passages">{words.item.passages}</Tabs.Tab>
          <Tabs.Tab value="scores">{words.item.scores}</Tabs.Tab>
          <Tabs.Tab value="prompt">{words.item.prompt}</Tabs.Tab>
          <Tabs.Tab value="attempts">{words.item.attempts}</Tabs.Tab>
          <Tabs.Tab value="try">{words.item.tryReply.tab}</Tabs.Tab>
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
        <Tabs.Panel value="try">
          <TryReply runId={runId} detail={detail} />
        </Tabs.Panel>
      </Tabs>
    </article>
  );
}
