// What state one config is in: where its file stands, whether it is saved, whether something is wrong, and its index.
import { words } from '../../../words.ts';
import { isChanged } from '../drafts.ts';
import { IndexLine } from '../index-line.tsx';
import type { Check, Editor } from './use-editor.ts';

const text = words.configs.editor;

interface StateLineProps {
  readonly id: string;
  readonly editor: Editor;
  readonly check: Check;
}

export function StateLine({ id, editor, check }: StateLineProps) {
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
