// What can be done with one config: save, discard, duplicate, delete; as buttons and as commands.
import { Button } from '@mantine/core';
import { useState } from 'react';
import { shortcutHint, useCommands } from '../../../commands/commands.ts';
import { goTo } from '../../../routes.ts';
import { ErrorPanel } from '../../../ui/states.tsx';
import { words } from '../../../words.ts';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { keepDraft, newDraft } from '../drafts.ts';
import { nextId } from '../ids.ts';
import { useTakenIds } from './taken-ids.ts';
import { useDelete } from './use-delete.ts';
import type { Editor } from './use-editor.ts';
import type { Save } from './use-save.ts';

const text = words.configs.editor;
/** Known even where nothing is to be saved: the browser would else save the page. */
const saveKeys = '$mod+KeyS';

interface ActionsProps {
  readonly id: string;
  readonly editor: Editor;
  readonly save: Save;
}

export function Actions({ id, editor, save }: ActionsProps) {
  const [asks, setAsks] = useState<'discard' | 'delete' | null>(null);
  const { draft } = editor;
  const duplicate = useDuplicate(id, editor);
  const askDiscard = () => setAsks('discard');
  const askDelete = () => setAsks('delete');
  useActionCommands({ editor, save, duplicate, askDiscard, askDelete });
  return (
    <div className="config-actions">
      {editor.isChanged ? (
        <Button size="compact-md" variant="default" onClick={askDiscard}>
          {text.discard}
        </Button>
      ) : null}
      <Button size="compact-md" variant="default" disabled={draft.file === null} onClick={duplicate}>
        {text.duplicate}
      </Button>
      {draft.base === null ? null : (
        <Button size="compact-md" variant="default" onClick={askDelete}>
          {text.remove}
        </Button>
      )}
      <Button
        size="compact-md"
        disabled={!save.isPossible}
        loading={save.isPending}
        title={shortcutHint(text.save, saveKeys)}
        onClick={save.start}
      >
        {text.save}
      </Button>
      <DiscardDialog editor={editor} opened={asks === 'discard'} onClose={() => setAsks(null)} />
      {draft.base === null ? null : (
        <DeleteDialog
          id={id}
          hash={draft.base.hash}
          opened={asks === 'delete'}
          onClose={() => setAsks(null)}
        />
      )}
    </div>
  );
}

/** The copy is a new config that is not saved yet, under the next id that is free. */
function useDuplicate(id: string, { draft }: Editor): () => void {
  const taken = useTakenIds();
  return () => {
    if (draft.file === null) return;
    const copy = nextId(String(draft.file['id'] ?? id), taken);
    const { name } = draft.file;
    const renamed = typeof name === 'string' ? { name: text.copyName(name) } : {};
    keepDraft(copy, newDraft({ ...draft.file, id: copy, ...renamed }));
    goTo({ screen: 'configs', id: copy });
  };
}

interface ActionCommands {
  readonly editor: Editor;
  readonly save: Save;
  readonly duplicate: () => void;
  readonly askDiscard: () => void;
  readonly askDelete: () => void;
}

function useActionCommands({ editor, save, duplicate, askDiscard, askDelete }: ActionCommands): void {
  const group = words.configs.title;
  const { draft, isChanged } = editor;
  useCommands([
    { id: 'config.save', title: text.save, group, keys: saveKeys, run: save.start },
    { id: 'config.duplicate', title: text.duplicate, group, run: duplicate, enabled: draft.file !== null },
    { id: 'config.discard', title: text.discard, group, run: askDiscard, enabled: isChanged },
    { id: 'config.delete', title: text.remove, group, run: askDelete, enabled: draft.base !== null },
  ]);
}

interface DiscardDialogProps {
  readonly editor: Editor;
  readonly opened: boolean;
  readonly onClose: () => void;
}

function DiscardDialog({ editor, opened, onClose }: DiscardDialogProps) {
  return (
    <ConfirmDialog
      opened={opened}
      title={text.discardTitle}
      confirm={text.discard}
      onClose={onClose}
      onConfirm={() => {
        onClose();
        editor.discard();
        if (editor.draft.base === null) goTo({ screen: 'configs' });
      }}
    >
      <p>{text.discardSays}</p>
    </ConfirmDialog>
  );
}

interface DeleteDialogProps {
  readonly id: string;
  readonly hash: string;
  readonly opened: boolean;
  readonly onClose: () => void;
}

function DeleteDialog({ id, hash, opened, onClose }: DeleteDialogProps) {
  const { runs, failure, isPending, start } = useDelete(id, hash);
  return (
    <ConfirmDialog
      opened={opened}
      title={text.deleteTitle}
      confirm={text.deleteYes}
      isPending={isPending}
      onClose={onClose}
      onConfirm={start}
    >
      <p>{runs === null ? text.deleteSaysPlain(id) : text.deleteSays(id, runs)}</p>
      {failure === null ? null : <ErrorPanel failure={failure} />}
    </ConfirmDialog>
  );
}
