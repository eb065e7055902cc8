// The form and the JSON of one config side by side, both always the same, with what is wrong above them.
import { ErrorPanel } from '../../../ui/states.tsx';
import { words } from '../../../words.ts';
import { SchemaForm } from '../form/schema-form.tsx';
import { JsonSide } from '../json/json-side.tsx';
import { configSchema } from '../presets.ts';
import { ProblemLinks } from './problem-links.tsx';
import type { Check, Editor } from './use-editor.ts';

const text = words.configs.editor;

interface ConfigEditorProps {
  readonly id: string;
  readonly editor: Editor;
  readonly check: Check;
}

export function ConfigEditor({ id, editor, check }: ConfigEditorProps) {
  const { draft } = editor;
  const isFrozen = draft.error !== null;
  return (
    <>
      {check.failure === null ? null : <ErrorPanel failure={check.failure} />}
      <div className="config-sides">
        <section className="schema-form" aria-label={text.form}>
          <h2 className="form-head">{text.form}</h2>
          {isFrozen ? <p role="status">{draft.file === null ? text.noForm : text.frozen}</p> : null}
          {draft.file === null ? null : (
            <SchemaForm
              schema={configSchema}
              value={draft.file}
              complete={check.defaults}
              problems={check.problems}
              isReadOnly={isFrozen}
              onChange={editor.setFile}
            />
          )}
        </section>
        <div className="config-right">
          <ProblemLinks problems={check.problems} />
          <JsonSide
            file={`configs/${id}.json`}
            draft={draft}
            onChange={editor.setText}
            onTakeBack={() => editor.setFile(draft.file)}
          />
        </div>
      </div>
    </>
  );
}
