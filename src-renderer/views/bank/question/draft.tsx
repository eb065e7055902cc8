// A question that is being written: it becomes one of the bank when it is added, and is kept until then.
import { Button, Textarea, TextInput } from '@mantine/core';
import { useEffect, useState, type KeyboardEvent } from 'react';
import { goTo, parseRoute } from '../../../routes.ts';
import { words } from '../../../words.ts';
import { splitAnswers, splitTags } from '../edit/change.ts';
import { addQuestion } from '../edit/edits.ts';
import { useEditWorld } from '../edit/use-edit-world.ts';

const text = words.bank;

interface DraftTexts {
  readonly question: string;
  readonly answers: string;
  readonly tags: string;
  readonly id: string;
}

const empty: DraftTexts = { question: '', answers: '', tags: '', id: '' };
/** Outlives the inspector: to look something up elsewhere costs nothing. */
let kept = empty;

/** Opens the inspector on the draft, as it was left. */
export function openDraft(): void {
  const route = parseRoute(window.location.hash);
  const filter = route.screen === 'bank' ? route.filter : {};
  goTo({ screen: 'bank', id: 'new', detail: 'draft', filter });
}

export function Draft() {
  const world = useEditWorld();
  const [draft, setDraft] = useState(kept);
  const [isMissing, setMissing] = useState(false);
  useEffect(() => {
    kept = draft;
  }, [draft]);
  const set = (part: Partial<DraftTexts>) => setDraft({ ...draft, ...part });
  const add = async () => {
    const { question, answers, tags, id } = draft;
    setMissing(question.trim() === '');
    if (question.trim() === '') return;
    const added = await addQuestion(world, {
      question: question.trim(),
      answers: splitAnswers(answers),
      evidence: [],
      ...(splitTags(tags).length > 0 ? { tags: splitTags(tags) } : {}),
      ...(id.trim() === '' ? {} : { id: id.trim() }),
    });
    if (added === null) return;
    kept = empty;
    setDraft(empty);
    // Without the filters, which may hide it.
    goTo({ screen: 'bank', id: added });
  };
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    void add();
  };
  return (
    <article className="item">
      <h2 className="item-question">{text.draft.title}</h2>
      <form
        className="question-form"
        onKeyDown={press}
        onSubmit={(event) => {
          event.preventDefault();
          void add();
        }}
      >
        <DraftFields draft={draft} set={set} isMissing={isMissing} />
        <p className="quiet">{text.draft.hint}</p>
        <div>
          <Button type="submit" size="compact-md">
            {text.draft.add}
          </Button>
        </div>
      </form>
    </article>
  );
}

interface DraftFieldsProps {
  readonly draft: DraftTexts;
  readonly set: (part: Partial<DraftTexts>) => void;
  readonly isMissing: boolean;
}

function DraftFields({ draft, set, isMissing }: DraftFieldsProps) {
  return (
    <>
      <Textarea
        size="xs"
        className="long-field"
        rows={2}
        label={text.inspector.text}
        value={draft.question}
        error={isMissing ? text.draft.needsText : null}
        ref={focusOnce}
        onChange={({ currentTarget }) => set({ question: currentTarget.value })}
      />
      <TextInput
        size="xs"
        label={text.inspector.answers}
        placeholder={text.answersHint}
        value={draft.answers}
        onChange={({ currentTarget }) => set({ answers: currentTarget.value })}
      />
      <TextInput
        size="xs"
        label={text.inspector.tags}
        placeholder={text.tagsHint}
        value={draft.tags}
        onChange={({ currentTarget }) => set({ tags: currentTarget.value })}
      />
      <TextInput
        size="xs"
        label={text.draft.id}
        description={text.draft.idHint}
        value={draft.id}
        spellCheck={false}
        onChange={({ currentTarget }) => set({ id: currentTarget.value })}
      />
    </>
  );
}

/** After the inspector, which takes the focus for those who work by keyboard. */
function focusOnce(field: HTMLTextAreaElement | null): void {
  if (field !== null) setTimeout(() => field.focus(), 0);
}
