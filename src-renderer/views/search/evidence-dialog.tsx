// Marks a passage as evidence of a question that is in the bank: in a group of its own, or beside others of a group.
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useDeferredValue, useMemo, useState } from 'react';
import type { Question } from '#contract/bank';
import { useCommand, useWholeList } from '../../data/procedures.ts';
import { EmptyState, ErrorPanel, Loading } from '../../ui/states.tsx';
import { foldText } from '../../ui/table/view-rows.ts';
import { words } from '../../words.ts';
import { DialogButton } from './dialog-button.tsx';
import { groupsOf, hasEvidence, nextGroup, withEvidence, type Place } from './evidence.ts';

const text = words.search;

interface EvidenceButtonProps {
  readonly place: Place;
  readonly quote: string;
}

export function EvidenceButton(props: EvidenceButtonProps) {
  return (
    <DialogButton label={text.markEvidence} size={620} says={text.evidenceOf}>
      {(done, close) => <EvidenceForm {...props} onClose={close} onMarked={done} />}
    </DialogButton>
  );
}

interface EvidenceFormProps extends EvidenceButtonProps {
  readonly onClose: () => void;
  readonly onMarked: (id: string) => void;
}

const mostOffered = 40;

function EvidenceForm(props: EvidenceFormProps) {
  const { data, error, refetch } = useWholeList('bank.listQuestions', {}, ({ questions }) => questions);
  if (error && !data) return <ErrorPanel failure={error.failure} onRetry={() => void refetch()} />;
  if (!data) return <Loading lines={4} />;
  if (data.length === 0) return <EmptyState title={words.bank.none} hint={text.noQuestionHint} />;
  return <LoadedForm {...props} questions={data} />;
}

function LoadedForm(props: EvidenceFormProps & { readonly questions: readonly Question[] }) {
  const { place, quote, onClose, onMarked, questions } = props;
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<string | null>(null);
  const [group, setGroup] = useState<number | null>(null);
  const edit = useCommand('bank.editQuestions');
  const offered = useOffered(questions, useDeferredValue(typed));
  const question = questions.find(({ id }) => id === chosen) ?? null;
  const isDouble = question !== null && hasEvidence(question, place);
  const send = () => {
    if (question === null || isDouble) return;
    const after = withEvidence(question, place, group ?? nextGroup(question));
    edit.mutate(
      { what: text.step(question.id), edits: [{ before: question, after }] },
      { onSuccess: () => onMarked(question.id) },
    );
  };
  return (
    <form
      className="run-form"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <blockquote className="dialog-quote" tabIndex={0}>
        {quote}
      </blockquote>
      <TextInput
        size="sm"
        label={text.whichQuestion}
        placeholder={text.filterQuestions}
        data-autofocus
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <QuestionChoice
        offered={offered}
        chosen={chosen}
        onChoose={(id) => {
          setChosen(id);
          setGroup(null);
        }}
      />
      {question === null ? null : <GroupChoice question={question} group={group} onChange={setGroup} />}
      {isDouble ? <p role="status">{text.alreadyMarked}</p> : null}
      {edit.error ? <ErrorPanel failure={edit.error.failure} /> : null}
      <FormEnd onClose={onClose} isBusy={edit.isPending} isReady={question !== null && !isDouble} />
    </form>
  );
}

/** Those whose id or text holds every word that is typed. */
function useOffered(questions: readonly Question[], typed: string): readonly Question[] {
  const folded = useMemo(
    () => questions.map((question) => ({ question, text: foldText(`${question.id} ${question.question}`) })),
    [questions],
  );
  return useMemo(() => {
    const parts = foldText(typed).split(/\s+/);
    return folded
      .filter((each) => parts.every((part) => each.text.includes(part)))
      .map(({ question }) => question);
  }, [folded, typed]);
}

interface QuestionChoiceProps {
  readonly offered: readonly Question[];
  readonly chosen: string | null;
  readonly onChoose: (id: string) => void;
}

/** Radio buttons of the browser: arrow keys move among them. */
function QuestionChoice({ offered, chosen, onChoose }: QuestionChoiceProps) {
  return (
    <fieldset className="question-choice">
      <legend className="unseen">{text.whichQuestion}</legend>
      {offered.slice(0, mostOffered).map(({ id, question }) => (
        <label key={id} className="question-option">
          <input type="radio" name="question" checked={id === chosen} onChange={() => onChoose(id)} />
          <span>
            {question} <span className="quiet">{id}</span>
          </span>
        </label>
      ))}
      <p className="quiet" role="status">
        {offered.length === 0
          ? text.noneOffered
          : offered.length > mostOffered
            ? text.moreOffered(offered.length - mostOffered)
            : ''}
      </p>
    </fieldset>
  );
}

interface GroupChoiceProps {
  readonly question: Question;
  /** null = a new one. */
  readonly group: number | null;
  readonly onChange: (group: number | null) => void;
}

function GroupChoice({ question, group, onChange }: GroupChoiceProps) {
  return (
    <>
      <NativeSelect
        size="sm"
        label={text.group}
        description={text.groupHint}
        value={group ?? ''}
        onChange={(event) =>
          onChange(event.currentTarget.value === '' ? null : Number(event.currentTarget.value))
        }
        data={[
          { value: '', label: text.newGroup },
          ...groupsOf(question).map((each) => ({
            value: String(each),
            label: text.addToGroup(each, question.evidence.filter((one) => one.group === each).length),
          })),
        ]}
      />
      {question.unanswerable === true ? <p role="status">{text.isUnanswerable}</p> : null}
    </>
  );
}

interface FormEndProps {
  readonly onClose: () => void;
  readonly isBusy: boolean;
  readonly isReady: boolean;
}

function FormEnd({ onClose, isBusy, isReady }: FormEndProps) {
  return (
    <div className="form-end">
      <Button variant="default" size="compact-md" onClick={onClose}>
        {text.cancel}
      </Button>
      <Button type="submit" size="compact-md" loading={isBusy} disabled={!isReady}>
        {text.mark}
      </Button>
    </div>
  );
}
