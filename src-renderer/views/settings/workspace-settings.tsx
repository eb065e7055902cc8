// The settings of the workspace: its name, languages and threshold, and where calls may go. Saved together.
import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Output } from '#contract/api';
import { announce } from '../../data/live.ts';
import { useCommand, useProcedure } from '../../data/procedures.ts';
import { ErrorPanel, Loading } from '../../ui/states.tsx';
import { words } from '../../words.ts';
import { shortcutHint, useCommands } from '../../commands/commands.ts';
import { EgressFields } from './egress-fields.tsx';
import { changeOf, draftOf, errorsOf, type DraftErrors, type SettingsDraft } from './workspace-draft.ts';

type Stored = Output<'settings.getSettings'>;
const text = words.settings;
/** Known even where nothing is to be saved: the browser would else save the page. */
const saveKeys = '$mod+KeyS';

export function WorkspaceSettings() {
  const { data, error, refetch } = useProcedure('settings.getSettings', {});
  return (
    <section aria-label={text.workspace.title}>
      <h2>{text.workspace.title}</h2>
      {data ? (
        <WorkspaceForm stored={data} />
      ) : error ? (
        <ErrorPanel failure={error.failure} onRetry={() => void refetch()} />
      ) : (
        <Loading />
      )}
    </section>
  );
}

interface Begun {
  readonly from: Stored;
  readonly draft: SettingsDraft;
}

/** Kept while the page lives: another screen may be looked at in between. */
let begunHere: Begun | null = null;

function useBegun(): readonly [Begun | null, (begun: Begun | null) => void] {
  const [begun, setBegun] = useState(begunHere);
  return [
    begun,
    (next) => {
      begunHere = next;
      setBegun(next);
    },
  ];
}

function WorkspaceForm({ stored }: { readonly stored: Stored }) {
  const [begun, setBegun] = useBegun();
  const save = useCommand('settings.saveSettings');
  const { from, draft } = begun ?? { from: stored, draft: draftOf(stored.settings) };
  const errors = errorsOf(draft);
  const change = changeOf(draft, from.settings);
  const isReady = change !== null && Object.keys(errors).length === 0 && !save.isPending;
  const edit = (part: Partial<SettingsDraft>) => setBegun({ from, draft: { ...draft, ...part } });
  const reset = () => {
    save.reset();
    setBegun(null);
  };
  const start = () => {
    if (!isReady) return;
    save.mutate(
      { expected: from.hash, change },
      {
        onSuccess: () => {
          setBegun(null);
          announce(text.saved);
        },
      },
    );
  };
  useCommands([{ id: 'settings.save', title: text.save, group: text.title, keys: saveKeys, run: start }]);
  const isConflict = save.error?.failure.code === 'conflict';
  return (
    <form
      className="settings-form"
      onSubmit={(event) => {
        event.preventDefault();
        start();
      }}
    >
      <WorkspaceFields draft={draft} errors={errors} onEdit={edit} />
      <EgressFields egress={draft.egress} onChange={(egress) => edit({ egress })} />
      {save.error ? <ErrorPanel failure={save.error.failure} /> : null}
      <SaveLine
        isReady={isReady}
        isPending={save.isPending}
        isChanged={change !== null}
        resetTitle={isConflict ? text.conflict : text.reset}
        onReset={reset}
      />
    </form>
  );
}

interface SaveLineProps {
  readonly isReady: boolean;
  readonly isPending: boolean;
  readonly isChanged: boolean;
  readonly resetTitle: string;
  readonly onReset: () => void;
}

function SaveLine({ isReady, isPending, isChanged, resetTitle, onReset }: SaveLineProps) {
  return (
    <div className="settings-save">
      <Button
        type="submit"
        size="compact-md"
        disabled={!isReady}
        loading={isPending}
        title={shortcutHint(text.save, saveKeys)}
      >
        {text.save}
      </Button>
      {isChanged ? (
        <>
          <Button size="compact-md" variant="default" onClick={onReset}>
            {resetTitle}
          </Button>
          <span role="status">
            <span className="unsaved-dot" aria-hidden="true" /> {text.unsaved}
          </span>
        </>
      ) : null}
    </div>
  );
}

interface WorkspaceFieldsProps {
  readonly draft: SettingsDraft;
  readonly errors: DraftErrors;
  readonly onEdit: (part: Partial<SettingsDraft>) => void;
}

function WorkspaceFields({ draft, errors, onEdit }: WorkspaceFieldsProps) {
  const { workspace } = text;
  return (
    <>
      <TextInput
        label={workspace.name}
        size="xs"
        value={draft.name}
        error={errors.name}
        onChange={(event) => onEdit({ name: event.currentTarget.value })}
      />
      <TextInput
        label={workspace.languages}
        description={workspace.languagesHint}
        size="xs"
        spellCheck={false}
        value={draft.languages}
        error={errors.languages}
        onChange={(event) => onEdit({ languages: event.currentTarget.value })}
      />
      <TextInput
        label={workspace.threshold}
        description={workspace.thresholdHint}
        size="xs"
        inputMode="decimal"
        className="threshold-field"
        value={draft.foundThreshold}
        error={errors.foundThreshold}
        onChange={(event) => onEdit({ foundThreshold: event.currentTarget.value })}
      />
    </>
  );
}
