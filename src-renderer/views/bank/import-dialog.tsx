// Importing questions: a path, a preview with every row that would be refused, and only then the import itself.
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Input, Output } from '#contract/api';
import { useCommand } from '../../data/procedures.ts';
import { ErrorPanel } from '../../ui/states.tsx';
import { words } from '../../words.ts';
import { Dialog } from './dialog.tsx';
import { ImportReport } from './import-report.tsx';
import { tellDone } from './edit/notices.ts';

const text = words.bank.importing;
type Format = Input<'bank.importQuestions'>['format'];

interface ImportDialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
}

export function ImportDialog({ opened, onClose }: ImportDialogProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title={text.title} width={720}>
      <ImportForm onClose={onClose} />
    </Dialog>
  );
}

/** Another path or format makes the preview void: what is confirmed is what was seen. */
function ImportForm({ onClose }: { readonly onClose: () => void }) {
  const [path, setPath] = useState('');
  const [format, setFormat] = useState<Format>('jsonl');
  const preview = useCommand('bank.importQuestions');
  const write = useCommand('bank.importQuestions');
  const report: Output<'bank.importQuestions'> | null = preview.data ?? null;
  const change = (set: () => void) => {
    preview.reset();
    write.reset();
    set();
  };
  const confirm = () =>
    write.mutate(
      { path: path.trim(), format },
      {
        onSuccess: ({ added, updated }) => {
          onClose();
          tellDone(text.done(added, updated));
        },
      },
    );
  const canImport = report !== null && report.accepted > 0;
  return (
    <form
      className="run-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (path.trim() === '') return;
        if (canImport) confirm();
        else preview.mutate({ path: path.trim(), format, dryRun: true });
      }}
    >
      <SourceFields
        {...{ path, format }}
        onPath={(next) => change(() => setPath(next))}
        onFormat={(next) => change(() => setFormat(next))}
      />
      {report === null ? null : <ImportReport report={report} />}
      {preview.error ? <ErrorPanel failure={preview.error.failure} /> : null}
      {write.error ? <ErrorPanel failure={write.error.failure} /> : null}
      <div className="form-end">
        <Button variant="default" size="compact-md" onClick={onClose}>
          {text.cancel}
        </Button>
        <Button
          type="submit"
          size="compact-md"
          loading={preview.isPending || write.isPending}
          disabled={path.trim() === '' || (report !== null && !canImport)}
        >
          {canImport ? text.confirm(report.accepted) : text.preview}
        </Button>
      </div>
    </form>
  );
}

interface SourceFieldsProps {
  readonly path: string;
  readonly format: Format;
  readonly onPath: (path: string) => void;
  readonly onFormat: (format: Format) => void;
}

function SourceFields({ path, format, onPath, onFormat }: SourceFieldsProps) {
  return (
    <>
      <TextInput
        data-autofocus
        label={text.path}
        description={text.pathHint}
        value={path}
        spellCheck={false}
        onChange={({ currentTarget }) => onPath(currentTarget.value)}
      />
      <NativeSelect
        label={text.format}
        value={format}
        data={(['jsonl', 'beir'] as const).map((value) => ({ value, label: text.formats[value] }))}
        onChange={({ currentTarget }) => onFormat(currentTarget.value === 'beir' ? 'beir' : 'jsonl')}
      />
    </>
  );
}
