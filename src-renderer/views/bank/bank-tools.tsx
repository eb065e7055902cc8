// What can be done with the bank: a new question, an import, undo and redo; and with the questions that are selected.
import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Output } from '#contract/api';
import type { QuestionRow } from '#contract/views';
import { shortcutHint, useCommands } from '../../commands/commands.ts';
import { useProcedure } from '../../data/procedures.ts';
import { Icon } from '../../ui/icons.tsx';
import { formatMoment } from '../../ui/number-format.ts';
import type { TableState } from '../../ui/table/props.ts';
import { words } from '../../words.ts';
import { Dialog } from './dialog.tsx';
import { removeQuestions, stepBank, tagQuestions } from './edit/edits.ts';
import { openDraft } from './question/draft.tsx';
import { useEditWorld } from './edit/use-edit-world.ts';

const text = words.bank.tools;
const keys = { new: 'KeyN', undo: '$mod+KeyZ', redo: '$mod+Shift+KeyZ' };
type Step = NonNullable<Output<'bank.getSteps'>['undo']>;

export function BankTools({ onImport }: { readonly onImport: () => void }) {
  const world = useEditWorld();
  const { data } = useProcedure('bank.getSteps', {});
  const [undo, redo] = [data?.undo ?? null, data?.redo ?? null];
  const group = words.bank.title;
  useCommands([
    { id: 'bank.new', title: text.new, group, keys: keys.new, run: openDraft },
    { id: 'bank.import', title: text.import, group, run: onImport },
    {
      ...{ id: 'bank.undo', title: undo === null ? text.nothingToUndo : text.undo(undo.what), group },
      ...{ keys: keys.undo, enabled: undo !== null },
      run: () => undo !== null && void stepBank(world, 'undo', undo),
    },
    {
      ...{ id: 'bank.redo', title: redo === null ? text.nothingToRedo : text.redo(redo.what), group },
      ...{ keys: keys.redo, otherKeys: '$mod+KeyY', enabled: redo !== null },
      run: () => redo !== null && void stepBank(world, 'redo', redo),
    },
  ]);
  return (
    <div className="bank-tools">
      <Button
        size="compact-sm"
        leftSection={<Icon name="plus" size={14} />}
        title={shortcutHint(text.new, keys.new)}
        onClick={openDraft}
      >
        {text.new}
      </Button>
      <Button size="compact-sm" variant="default" onClick={onImport}>
        {text.import}
      </Button>
      <span role="group" aria-label={text.group} className="bank-tools">
        <StepButton direction="undo" step={undo} onStep={(row) => void stepBank(world, 'undo', row)} />
        <StepButton direction="redo" step={redo} onStep={(row) => void stepBank(world, 'redo', row)} />
      </span>
    </div>
  );
}

interface StepButtonProps {
  readonly direction: 'undo' | 'redo';
  readonly step: Step | null;
  readonly onStep: (step: Step) => void;
}

/** Says what would be taken back, or done again; where there is nothing it cannot be pressed. */
function StepButton({ direction, step, onStep }: StepButtonProps) {
  const isUndo = direction === 'undo';
  const title = shortcutHint(isUndo ? text.undoTitle : text.redoTitle, keys[direction]);
  const says =
    step === null ? '' : ` ${text.step(step.what, step.questions, step.by, formatMoment(step.at))}`;
  const nothing = isUndo ? text.nothingToUndo : text.nothingToRedo;
  return (
    <Button
      size="compact-sm"
      variant="default"
      className="step-button"
      leftSection={<Icon name={direction} size={14} />}
      disabled={step === null}
      title={`${title}${says}`}
      onClick={() => step !== null && onStep(step)}
    >
      {step === null ? nothing : isUndo ? text.undo(step.what) : text.redo(step.what)}
    </Button>
  );
}

/** Actions on what is selected; nothing while nothing is. */
export function BulkTools({ chosen, clearChoice }: TableState<QuestionRow>) {
  const world = useEditWorld();
  const [isTagging, setTagging] = useState(false);
  const ids = chosen.map(({ id }) => id);
  const remove = async () => {
    if (await removeQuestions(world, ids)) clearChoice();
  };
  if (ids.length === 0) return null;
  return (
    <span role="group" aria-label={text.bulk} className="bank-tools">
      <Button size="compact-xs" variant="default" onClick={() => setTagging(true)}>
        {text.tag}
      </Button>
      <Button
        size="compact-xs"
        variant="default"
        leftSection={<Icon name="trash" size={14} />}
        onClick={() => void remove()}
      >
        {text.delete(ids.length)}
      </Button>
      <Button size="compact-xs" variant="default" onClick={clearChoice}>
        {text.clear}
      </Button>
      <Dialog
        opened={isTagging}
        onClose={() => setTagging(false)}
        title={words.overview.questions(ids.length)}
        width={380}
      >
        <TagForm ids={ids} onDone={() => setTagging(false)} />
      </Dialog>
    </span>
  );
}

function TagForm({ ids, onDone }: { readonly ids: readonly string[]; readonly onDone: () => void }) {
  const world = useEditWorld();
  const [typed, setTyped] = useState('');
  const tag = typed.trim();
  const send = (isAdded: boolean) => {
    if (tag === '') return;
    onDone();
    void tagQuestions(world, ids, tag, isAdded);
  };
  return (
    <form
      className="run-form"
      onSubmit={(event) => {
        event.preventDefault();
        send(true);
      }}
    >
      <TextInput
        data-autofocus
        label={text.tagName}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <div className="form-end">
        <Button size="compact-md" variant="default" disabled={tag === ''} onClick={() => send(false)}>
          {text.removeTag}
        </Button>
        <Button size="compact-md" type="submit" disabled={tag === ''}>
          {text.addTag}
        </Button>
      </div>
    </form>
  );
}
