// The config as JSON, to be typed in: with line numbers, and where it stops being JSON.
import { Button } from '@mantine/core';
import { useRef, type UIEvent } from 'react';
import { Icon } from '../../../ui/icons.tsx';
import { words } from '../../../words.ts';
import type { Draft } from '../drafts.ts';

const text = words.configs.editor;

interface JsonSideProps {
  readonly file: string;
  readonly draft: Draft;
  readonly onChange: (text: string) => void;
  /** Drops what is no JSON for what the form shows. */
  readonly onTakeBack: () => void;
}

/** Tab leaves the field, as everywhere. */
export function JsonSide({ file, draft, onChange, onTakeBack }: JsonSideProps) {
  const numbers = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const lines = draft.text.split('\n').length;
  const follow = (event: UIEvent<HTMLTextAreaElement>) => {
    if (numbers.current) numbers.current.scrollTop = event.currentTarget.scrollTop;
  };
  const goToError = () => {
    const { error } = draft;
    if (error === null || error === 'not-object') return;
    field.current?.focus();
    field.current?.setSelectionRange(error.offset, error.offset + 1);
  };
  return (
    <section className="json-side" aria-label={text.json}>
      <h2 className="form-head">{text.json}</h2>
      <div className="json-field" data-invalid={draft.error !== null || undefined}>
        <div ref={numbers} className="json-lines" aria-hidden="true">
          {Array.from({ length: lines }, (_, index) => index + 1).join('\n')}
        </div>
        <textarea
          ref={field}
          aria-label={text.jsonLabel(file)}
          aria-invalid={draft.error !== null || undefined}
          aria-describedby="json-error"
          spellCheck={false}
          wrap="off"
          value={draft.text}
          onScroll={follow}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      </div>
      <div id="json-error" role="status">
        {draft.error === null ? null : (
          <>
            <p className="form-problem">
              <Icon name="cross" size={12} />{' '}
              <button type="button" className="text-link" onClick={goToError}>
                {tellError(draft.error)}
              </button>
            </p>
            {draft.file === null ? null : (
              <Button size="compact-xs" variant="default" onClick={onTakeBack}>
                {text.takeBack}
              </Button>
            )}
          </>
        )}
      </div>
    </section>
  );
}

function tellError(error: NonNullable<Draft['error']>): string {
  if (error === 'not-object') return text.notObject;
  return text.jsonError(error.line, error.column, text.jsonReasons[error.reason]);
}
