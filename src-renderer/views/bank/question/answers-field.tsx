// The accepted answers of a question, one field each, and an empty one for the next.
import { CloseButton } from '@mantine/core';
import { words } from '../../../words.ts';
import { joinAnswers } from '../edit/change.ts';
import type { FieldProps } from './question-editor.tsx';
import { TypedField } from './typed-field.tsx';

const text = words.bank.inspector;

/** An emptied field takes its answer out. */
export function AnswersField({ question, save }: FieldProps) {
  const { answers } = question;
  const put = (seen: readonly string[], index: number, typed: string) => {
    const answer = typed.trim();
    const next = seen.toSpliced(index, 1, ...(answer === '' ? [] : [answer]));
    save('answers', [...seen], [...new Set(next)], typed === '' ? joinAnswers(next) : typed);
  };
  return (
    <fieldset className="answers-field">
      <legend>{text.answers}</legend>
      {answers.map((_, index) => (
        <div key={index} className="answer-line">
          <TypedField
            isLabelHidden
            label={text.answer(index + 1)}
            value={answers}
            write={(value) => value[index] ?? ''}
            save={(typed, seen) => put(seen, index, typed)}
          />
          <CloseButton
            size="sm"
            aria-label={text.removeAnswer(index + 1)}
            title={text.removeAnswer(index + 1)}
            onClick={() => put(answers, index, '')}
          />
        </div>
      ))}
      <TypedField
        isLabelHidden
        label={text.newAnswer}
        placeholder={text.newAnswer}
        value={answers}
        write={() => ''}
        save={(typed, seen) => put(seen, seen.length, typed)}
      />
    </fieldset>
  );
}
