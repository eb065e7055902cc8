// The inspector of one question: its fields and evidence, its history, and what to do when it is gone.
import { Button, Tabs } from '@mantine/core';
import type { Output } from '#contract/api';
import { useProcedure } from '../../../data/procedures.ts';
import { goTo, useRoute } from '../../../routes.ts';
import { EmptyState, ErrorPanel, Loading } from '../../../ui/states.tsx';
import { words } from '../../../words.ts';
import { Draft } from './draft.tsx';
import { History } from './history.tsx';
import { QuestionEditor } from './question-editor.tsx';

const text = words.bank;

export type QuestionDetail = Output<'bank.getQuestion'>;

export function QuestionView({ id }: { readonly id: string }) {
  const { detail } = useRoute();
  return detail === 'draft' ? <Draft /> : <StoredQuestion id={id} />;
}

function StoredQuestion({ id }: { readonly id: string }) {
  const { data, error, refetch } = useProcedure('bank.getQuestion', { id });
  if (error?.failure.code === 'not-found') return <Gone id={id} />;
  if (error) return <ErrorPanel failure={error.failure} onRetry={() => void refetch()} />;
  if (!data) return <Loading lines={8} />;
  return (
    <article className="item">
      <p className="crumbs">{id}</p>
      <h2 className="item-question">{data.question.question}</h2>
      <Tabs defaultValue="edit" keepMounted={false} className="item-parts question-parts">
        <Tabs.List aria-label={text.inspector.parts}>
          <Tabs.Tab value="edit">{text.inspector.edit}</Tabs.Tab>
          <Tabs.Tab value="history">{text.inspector.history}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="edit">
          <QuestionEditor detail={data} />
        </Tabs.Panel>
        <Tabs.Panel value="history">
          <History id={id} current={data.question} />
        </Tabs.Panel>
      </Tabs>
    </article>
  );
}

/** A question that was deleted still has its history, and each version can be brought back. */
function Gone({ id }: { readonly id: string }) {
  return (
    <article className="item">
      <EmptyState title={text.history.gone(id)}>
        <Button size="compact-sm" variant="default" onClick={() => goTo({ screen: 'bank' })}>
          {text.history.back}
        </Button>
      </EmptyState>
      <History id={id} current={null} />
    </article>
  );
}
