// The fields of a question, each of which saves itself.
import { Button, Checkbox, NativeSelect } from '@mantine/core';
import type { Question } from '#contract/bank';
import { goTo, parseRoute } from '../../../routes.ts';
import { Icon } from '../../../ui/icons.tsx';
import { words } from '../../../words.ts';
import { joinTags, splitTags, type Field } from '../edit/change.ts';
import { removeQuestions, saveField } from '../edit/edits.ts';
import { useEditWorld } from '../edit/use-edit-world.ts';
import { AnswersField } from './answers-field.tsx';
import { EvidenceEditor } from './evidence-editor.tsx';
import { MatchField } from './match-field.tsx';
import type { QuestionDetail } from './question.tsx';
import { TypedField } from './typed-field.tsx';

const text = words.bank.inspector;

/** `mine` is what the analyst wrote, in case it cannot be saved. */
export type Save = <Name extends Field>(
  field: Name,
  seen: Question[Name] | undefined,
  value: Question[Name] | undefined,
  mine: string,
) => void;

export function QuestionEditor({ detail }: { readonly detail: QuestionDetail }) {
  const { question } = detail;
  const { id } = question;
  const world = useEditWorld();
  const save: Save = (field, seen, value, mine) => void saveField(world, { id, field, seen, value, mine });
  const remove = async () => {
    const { filter } = parseRoute(window.location.hash);
    if (await removeQuestions(world, [id])) goTo({ screen: 'bank', filter });
  };
  return (
    <div className="question-form">
      <TypedField
        label={text.text}
        isLong
        value={question.question}
        write={String}
        problemOf={(typed) => (typed.trim() === '' ? words.bank.draft.needsText : null)}
        save={(typed, seen) => save('question', seen, typed.trim(), typed)}
      />
      <AnswersField question={question} save={save} />
      <MatchField question={question} save={save} />
      <Checkbox
        size="xs"
        label={text.unanswerable}
        checked={question.unanswerable === true}
        onChange={({ currentTarget: { checked } }) =>
          save('unanswerable', question.unanswerable, checked ? true : undefined, text.unanswerable)
        }
      />
      <EvidenceEditor detail={detail} />
      <RequireField question={question} save={save} />
      <TypedField
        label={text.tags}
        hint={text.tagsHint}
        value={question.tags}
        write={joinTags}
        save={(typed, seen) => save('tags', seen, splitTags(typed), typed)}
      />
      <OriginField question={question} save={save} />
      <p className="quiet">{text.saved}</p>
      <div>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<Icon name="trash" size={14} />}
          onClick={() => void remove()}
        >
          {text.delete}
        </Button>
      </div>
    </div>
  );
}

export interface FieldProps {
  readonly question: Question;
  readonly save: Save;
}

function RequireField({ question, save }: FieldProps) {
  const { require } = question;
  return (
    <NativeSelect
      size="xs"
      className="short-field"
      label={text.require}
      value={require ?? 'default'}
      data={(['default', 'all', 'any'] as const).map((value) => ({ value, label: text.requires[value] }))}
      onChange={({ currentTarget: { value } }) =>
        save('require', require, value === 'all' || value === 'any' ? value : undefined, value)
      }
    />
  );
}

/** An import may have kept more than a text: that is shown, and left alone. */
function OriginField({ question, save }: FieldProps) {
  const { origin } = question;
  if (origin !== undefined && origin !== null && typeof origin !== 'string')
    return (
      <div>
        <p className="quiet">{text.origin}</p>
        <pre>{JSON.stringify(origin, null, 2)}</pre>
      </div>
    );
  return (
    <TypedField
      label={text.origin}
      value={origin}
      write={(value) => (typeof value === 'string' ? value : '')}
      save={(typed, seen) => save('origin', seen, typed.trim() === '' ? undefined : typed.trim(), typed)}
    />
  );
}
