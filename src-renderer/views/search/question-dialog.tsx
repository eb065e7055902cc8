// Makes a question of the bank out of a query, with the passage in sight as its evidence if wanted.
import { Button, Checkbox, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useCommand } from '../../data/procedures.ts';
import { ErrorPanel } from '../../ui/states.tsx';
import { words } from '../../words.ts';
import { DialogButton } from './dialog-button.tsx';
import { readAnswers, type Place } from './evidence.ts';

const text = words.search;

interface QuestionButtonProps {
  readonly query: string;
  /** null: the question is added without evidence. */
  readonly place: Place | null;
  readonly quote?: string;
}

export function QuestionButton(props: QuestionButtonProps) {
  return (
    <DialogButton label={text.addQuestion} size={520} says={text.addedAs}>
      {(done, close) => <QuestionForm {...props} onClose={close} onAdded={done} />}
    </DialogButton>
  );
}

interface QuestionFormProps extends QuestionButtonProps {
  readonly onClose: () => void;
  readonly onAdded: (id: string) => void;
}

function QuestionForm({ query, place, quote, onClose, onAdded }: QuestionFormProps) {
  const [question, setQuestion] = useState(query);
  const [answers, setAnswers] = useState('');
  const [isMarked, setMarked] = useState(place !== null);
  const add = useCommand('bank.addQuestions');
  const send = () =>
    add.mutate(
      {
        questions: [
          {
            question: question.trim(),
            answers: readAnswers(answers),
            evidence: isMarked && place !== null ? [{ ...place, group: 1 }] : [],
          },
        ],
      },
      { onSuccess: ({ questions }) => onAdded(questions[0]?.id ?? '') },
    );
  return (
    <form
      className="run-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (question.trim() !== '') send();
      }}
    >
      <TextInput
        label={text.question}
        size="sm"
        data-autofocus
        value={question}
        onChange={(event) => setQuestion(event.currentTarget.value)}
      />
      <AnswersField answers={answers} onChange={setAnswers} />
      {place === null ? null : (
        <>
          <Checkbox
            label={text.markPassage(place.document)}
            checked={isMarked}
            onChange={(event) => setMarked(event.currentTarget.checked)}
          />
          <blockquote className="dialog-quote" tabIndex={0}>
            {quote}
          </blockquote>
        </>
      )}
      {add.error ? <ErrorPanel failure={add.error.failure} /> : null}
      <div className="form-end">
        <Button variant="default" size="compact-md" onClick={onClose}>
          {text.cancel}
        </Button>
        <Button type="submit" size="compact-md" loading={add.isPending} disabled={question.trim() === ''}>
          {text.add}
        </Button>
      </div>
    </form>
  );
}

interface AnswersFieldProps {
  readonly answers: string;
  readonly onChange: (answers: string) => void;
}

function AnswersField({ answers, onChange }: AnswersFieldProps) {
  return (
    <label className="field">
      <span>
        {text.answers} <span className="quiet">{text.answersHint}</span>
      </span>
      <textarea
        className="text-area"
        rows={3}
        value={answers}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </label>
  );
}
