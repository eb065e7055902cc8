// A reply typed by hand against the stored prompt: what it would have been, at once and beside everything that is saved.
import { Button, Textarea } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState, type ReactNode } from 'react';
import type { Output } from '#contract/api';
import type { CheckResult } from '#contract/scores';
import { useProcedure } from '../../data/procedures.ts';
import { StageMark } from '../../ui/stage-mark.tsx';
import { ErrorPanel, Loading } from '../../ui/states.tsx';
import { Mark } from '../../ui/triple.tsx';
import { words } from '../../words.ts';
import type { ItemDetail } from './item.tsx';
import { AnswerText } from './verdict.tsx';

const text = words.item.tryReply;
const settleMs = 150;

interface TryReplyProps {
  readonly runId: string;
  readonly detail: ItemDetail;
}

export function TryReply({ runId, detail: { item } }: TryReplyProps) {
  const last = item.attempts.at(-1)?.reply ?? '';
  const [reply, setReply] = useState(last);
  const [settled] = useDebouncedValue(reply, settleMs);
  const { data, error, isPlaceholderData } = useProcedure(
    'run.tryReply',
    { runId, questionId: item.questionId, reply: settled },
    { keepLast: true },
  );
  const isOld = isPlaceholderData || settled !== reply;
  return (
    <>
      <Textarea
        label={text.label}
        description={text.unsaved}
        spellCheck={false}
        rows={5}
        maxLength={100_000}
        classNames={{ input: 'reply-field' }}
        value={reply}
        onChange={(event) => setReply(event.currentTarget.value)}
      />
      <div className="reply-tools">
        <Button size="compact-sm" variant="default" disabled={reply === last} onClick={() => setReply(last)}>
          {text.reset}
        </Button>
      </div>
      {error ? <ErrorPanel failure={error.failure} /> : null}
      {data && !error ? <Result result={data} isOld={isOld} /> : error ? null : <Loading lines={3} />}
    </>
  );
}

interface ResultProps {
  readonly result: Output<'run.tryReply'>;
  /** Of a reply before the one that is typed now. */
  readonly isOld: boolean;
}

function Result({ result: { violation, answer, recovered, score }, isOld }: ResultProps) {
  return (
    <div role="status" aria-label={text.result} aria-busy={isOld}>
      <dl className="answers">
        <Line name={text.stage}>
          <StageMark stage={score.excluded?.kind ?? score.stage ?? 'unjudged'} detail={score.detail} />
        </Line>
        <Line name={text.format}>
          <Mark ok={violation === null} />{' '}
          {violation === null ? text.kept : `${words.details[violation.reason] ?? ''} ${violation.message}`}
        </Line>
        <Line name={text.grounded}>
          <Check check={score.grounded} />
        </Line>
        <Line name={text.correct}>
          <Check check={score.correct} />
        </Line>
        <Line name={text.readAs}>
          {answer === null ? (
            <span className="quiet">{text.readNothing}</span>
          ) : (
            <AnswerText answer={answer} />
          )}
        </Line>
        {recovered === null ? null : (
          <Line name={text.lenient}>
            <AnswerText answer={recovered} />
          </Line>
        )}
      </dl>
    </div>
  );
}

function Line({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

function Check({ check: { pass, reasons } }: { readonly check: CheckResult }) {
  return (
    <>
      <Mark ok={pass} />{' '}
      {reasons.length === 0 ? (pass ? text.passed : '') : reasons.map(words.tellReasons).join('; ')}
    </>
  );
}
