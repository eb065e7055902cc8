// What to do when the file on the disk is no longer the one that was opened, or when saving was refused.
import { Button } from '@mantine/core';
import { useEffect, useRef, type ReactNode } from 'react';
import { Icon } from '../../../ui/icons.tsx';
import { ErrorPanel } from '../../../ui/states.tsx';
import { words } from '../../../words.ts';
import { useTakenIds } from './taken-ids.ts';
import { Differences } from '../json/differences.tsx';
import { draftOfBase } from '../drafts.ts';
import { nextId } from '../ids.ts';
import type { Editor } from './use-editor.ts';
import type { Save } from './use-save.ts';

const text = words.configs.editor;

interface TroubleProps {
  readonly id: string;
  readonly editor: Editor;
  readonly save: Save;
}

/** Brought into sight: who saved may be far down in the form. */
export function SaveFailure({ id, editor, save }: TroubleProps) {
  const { failure } = save;
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (failure !== null) place.current?.scrollIntoView({ block: 'center' });
  }, [failure]);
  if (failure === null) return null;
  return (
    <div ref={place}>
      {failure.code === 'conflict' && editor.theirs !== null ? (
        <TheirsPanel id={id} editor={editor} save={save} />
      ) : (
        <ErrorPanel failure={failure} />
      )}
    </div>
  );
}

/** The file changed under the draft: shown as soon as it is heard of, not only when saving is refused. */
export function TheirsPanel({ id, editor, save }: TroubleProps) {
  const { theirs, draft } = editor;
  const taken = useTakenIds();
  if (theirs === null) return null;
  if (theirs === 'gone')
    return (
      <Panel says={text.gone(id)}>
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => {
            save.settle();
            editor.rebase(null);
          }}
        >
          {text.keepAsNew}
        </Button>
      </Panel>
    );
  return (
    <Panel says={text.conflict(id)}>
      <h3>{text.differences}</h3>
      <Differences
        left={draft.file}
        right={draftOfBase(theirs).file}
        leftName={text.mine}
        rightName={text.theirs}
      />
      <div className="form-start">
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => {
            save.settle();
            editor.discard();
          }}
        >
          {text.loadTheirs}
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          disabled={draft.error !== null || draft.file === null}
          onClick={() => save.asCopy(nextId(id, taken))}
        >
          {text.saveCopy}
        </Button>
      </div>
    </Panel>
  );
}

function Panel({ says, children }: { readonly says: string; readonly children: ReactNode }) {
  return (
    <section className="attention" role="alert">
      <h2>
        <Icon name="warning" /> {text.conflictTitle}
      </h2>
      <p>{says}</p>
      {children}
    </section>
  );
}
