// Saving one config: under which expectation, and what follows.
import { useState } from 'react';
import type { Failure } from '#contract/failure';
import { announce } from '../../../data/live.ts';
import { useCommand } from '../../../data/procedures.ts';
import { goTo } from '../../../routes.ts';
import { words } from '../../../words.ts';
import { dropDraft, keepDraft, newDraft, writeFile, type Base } from '../drafts.ts';
import type { JsonObject } from '../form/json-values.ts';
import type { Editor } from './use-editor.ts';

export interface Save {
  readonly isPossible: boolean;
  readonly isPending: boolean;
  readonly failure: Failure | null;
  readonly start: () => void;
  /** Forgets a failure that was dealt with. */
  readonly settle: () => void;
  /** Keeps the draft as a new config under another id, and opens that. */
  readonly asCopy: (copy: string) => void;
}

export function useSave(id: string, editor: Editor): Save {
  const command = useCommand('config.saveConfig');
  const [failed, setFailed] = useState<{ readonly failure: Failure; readonly base: Base | null } | null>(
    null,
  );
  const { draft, isChanged } = editor;
  const { file, base } = draft;
  const isPossible = isChanged && draft.error === null && file !== null && !command.isPending;
  const start = () => {
    if (!isPossible) return;
    const isOwn = file['id'] === id;
    setFailed(null);
    command.mutate(
      { file, expected: isOwn ? (base?.hash ?? null) : null },
      {
        onSuccess: ({ id: saved, hash }) => settleSaved(id, saved, file, hash),
        onError: ({ failure }) => setFailed({ failure, base }),
      },
    );
  };
  return {
    isPossible,
    isPending: command.isPending,
    // A failure is about the file that the draft began from then.
    failure: failed !== null && failed.base === base ? failed.failure : null,
    start,
    settle: () => setFailed(null),
    asCopy: (copy) => {
      if (file === null) return;
      keepDraft(copy, newDraft({ ...file, id: copy }));
      dropDraft(id);
      goTo({ screen: 'configs', id: copy });
    },
  };
}

/** What was saved is what the disk holds, until that is read again. */
function settleSaved(id: string, saved: string, file: JsonObject, hash: string): void {
  const text = writeFile(file);
  dropDraft(id);
  keepDraft(saved, { text, file, error: null, base: { text, hash } });
  announce(words.configs.editor.saving(saved));
  if (saved !== id) goTo({ screen: 'configs', id: saved });
}
