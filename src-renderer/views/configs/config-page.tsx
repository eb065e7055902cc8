// One config: its state and what can be done with it, then the editor, the estimate and the comparison.
import { Button, Tabs } from '@mantine/core';
import { useState } from 'react';
import { useProcedure } from '../../data/procedures.ts';
import { formatRoute, goTo } from '../../routes.ts';
import { ErrorPanel, Loading } from '../../ui/states.tsx';
import { words } from '../../words.ts';
import { CompareWith } from './compare-with.tsx';
import { ConfigEditor } from './config-editor.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { isChanged, keepDraft, newDraft, useDrafts } from './drafts.ts';
import { RunEstimate } from './estimate.tsx';
import { nextId } from './ids.ts';
import { IndexLine } from './index-line.tsx';
import { useCheck, useEditor, type Check, type Editor } from './use-editor.ts';
import { useDelete } from './use-delete.ts';
import { useSave } from './use-save.ts';
import { useSaveKey } from './use-save-key.ts';
import { SaveFailure, TheirsPanel } from './save-trouble.tsx';

const text = words.configs.editor;

export function ConfigPage({ id }: { readonly id: string }) {
  const state = useEditor(id);
  if (state.kind === 'open') return <OpenConfig id={id} editor={state.editor} />;
  return (
    <>
      <Crumbs />
      <h1>{id}</h1>
      {state.kind === 'failed' ? (
        <ErrorPanel failure={state.failure} onRetry={state.retry} />
      ) : (
        <Loading lines={10} />
      )}
    </>
  );
}

function Crumbs() {
  return (
    <p className="crumbs">
      <a href={formatRoute({ screen: 'configs' })}>{text.back}</a>
    </p>
  );
}

/** Every id that is in use, on the disk or by a draft. */
export function useTakenIds(): readonly string[] {
  const { data } = useProcedure('config.listConfigs', {});
  const drafts = useDrafts();
  return [...(data?.configs.map(({ id }) => id) ?? []), ...drafts.keys()];
}

function OpenConfig({ id, editor }: { readonly id: string; readonly editor: Editor }) {
  const check = useCheck(editor.draft.file);
  const save = useSave(id, editor);
  useSaveKey(save.start);
  const { draft } = editor;
  const { name } = draft.file ?? {};
  return (
    <>
      <Crumbs />
      <header className="page-head config-head">
        <h1>{typeof name === 'string' && name !== '' ? name : id}</h1>
        <Actions id={id} editor={editor} save={save} />
      </header>
      <StateLine id={id} editor={editor} check={check} />
      {editor.theirs !== null && save.failure === null ? (
        <TheirsPanel id={id} editor={editor} save={save} />
      ) : null}
      {save.failure === null ? null : <SaveFailure id={id} editor={editor} save={save} />}
      <Tabs defaultValue="edit" keepMounted={false} className="config-tabs">
        <Tabs.List aria-label={text.tabs}>
          <Tabs.Tab value="edit">{text.edit}</Tabs.Tab>
          <Tabs.Tab value="estimate">{text.estimate}</Tabs.Tab>
          <Tabs.Tab value="compare">{text.compare}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="edit">
          <ConfigEditor id={id} editor={editor} check={check} />
        </Tabs.Panel>
        <Tabs.Panel value="estimate">
          {editor.isChanged ? <p>{words.configs.estimateOf.saved}</p> : null}
          {draft.base === null ? null : <RunEstimate configs={[id]} />}
        </Tabs.Panel>
        <Tabs.Panel value="compare">
          <CompareWith id={id} file={draft.file} complete={check.complete} />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}

interface ActionsProps {
  readonly id: string;
  readonly editor: Editor;
  readonly save: ReturnType<typeof useSave>;
}

function Actions({ id, editor, save }: ActionsProps) {
  const [asks, setAsks] = useState<'discard' | 'delete' | null>(null);
  const taken = useTakenIds();
  const { draft } = editor;
  const duplicate = () => {
    if (draft.file === null) return;
    const copy = nextId(String(draft.file['id'] ?? id), taken);
    const { name } = draft.file;
    keepDraft(
      copy,
      newDraft({
        ...draft.file,
        id: copy,
        ...(typeof name === 'string' ? { name: text.copyName(name) } : {}),
      }),
    );
    goTo({ screen: 'configs', id: copy });
  };
  return (
    <div className="config-actions">
      {editor.isChanged ? (
        <Button size="compact-md" variant="default" onClick={() => setAsks('discard')}>
          {text.discard}
        </Button>
      ) : null}
      <Button size="compact-md" variant="default" disabled={draft.file === null} onClick={duplicate}>
        {text.duplicate}
      </Button>
      {draft.base === null ? null : (
        <Button size="compact-md" variant="default" onClick={() => setAsks('delete')}>
          {text.remove}
        </Button>
      )}
      <Button size="compact-md" disabled={!save.isPossible} loading={save.isPending} onClick={save.start}>
        {text.save}
      </Button>
      <ConfirmDialog
        opened={asks === 'discard'}
        title={text.discardTitle}
        confirm={text.discard}
        onClose={() => setAsks(null)}
        onConfirm={() => {
          setAsks(null);
          editor.discard();
          if (draft.base === null) goTo({ screen: 'configs' });
        }}
      >
        <p>{text.discardSays}</p>
      </ConfirmDialog>
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

interface StateLineProps {
  readonly id: string;
  readonly editor: Editor;
  readonly check: Check;
}

function StateLine({ id, editor, check }: StateLineProps) {
  const { draft } = editor;
  const written = draft.file?.['id'];
  const isRenamed = draft.base !== null && typeof written === 'string' && written !== id;
  return (
    <div className="config-state">
      <p role="status">
        <code>configs/{id}.json</code>{' '}
        {isChanged(draft) ? <span className="unsaved-dot" aria-hidden="true" /> : null}{' '}
        {draft.base === null ? text.newFile : editor.isChanged ? text.changed : text.asSaved}{' '}
        {isRenamed ? text.renamed(id, written) : null}
      </p>
      <p role="status" className={check.problems.length > 0 ? 'form-problem' : 'quiet'}>
        {tellCheck(draft.file === null, check)}
      </p>
      {draft.base === null ? null : <IndexLine id={id} />}
    </div>
  );
}

function tellCheck(isUnread: boolean, { isCurrent, problems }: Check): string {
  if (isUnread) return text.noForm;
  if (problems.length > 0) return text.problems(problems.length);
  return isCurrent ? text.noProblem : text.checking;
}
