// One config: its state and what can be done with it, then the editor, the estimate and the comparison.
import { Tabs } from '@mantine/core';
import { formatRoute } from '../../../routes.ts';
import { ErrorPanel, Loading } from '../../../ui/states.tsx';
import { words } from '../../../words.ts';
import { RunEstimate } from '../estimate.tsx';
import { CompareWith } from '../json/compare-with.tsx';
import { Actions } from './config-actions.tsx';
import { ConfigEditor } from './config-editor.tsx';
import { SaveFailure, TheirsPanel } from './save-trouble.tsx';
import { StateLine } from './state-line.tsx';
import { useCheck, useEditor, type Editor } from './use-editor.ts';
import { useSave } from './use-save.ts';

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

function OpenConfig({ id, editor }: { readonly id: string; readonly editor: Editor }) {
  const check = useCheck(editor);
  const save = useSave(id, editor);
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
