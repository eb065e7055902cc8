// The dialog that begins a new config: its id, and what it starts from.
import { Button, Modal, Radio, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useClient, useProcedure } from '../../data/procedures.ts';
import type { Failure, Reply } from '#contract/failure';
import type { Client } from '../../api/client.ts';
import { goTo } from '../../routes.ts';
import { ErrorPanel } from '../../ui/states.tsx';
import { words } from '../../words.ts';
import { useTakenIds } from './editor/taken-ids.ts';
import { draftOfBase, keepDraft, newDraft } from './drafts.ts';
import type { JsonObject } from './form/json-values.ts';
import { isConfigId, nextId } from './ids.ts';
import { blankConfig, presets } from './presets.ts';

const text = words.configs.createDialog;

interface NewConfigProps {
  readonly opened: boolean;
  readonly onClose: () => void;
}

export function NewConfigDialog(props: NewConfigProps) {
  return (
    <Modal
      opened={props.opened}
      onClose={props.onClose}
      title={text.title}
      lockScroll={false}
      size={520}
      transitionProps={{ duration: 0 }}
      closeButtonProps={{ 'aria-label': words.frame.close }}
    >
      <NewConfigForm onClose={props.onClose} />
    </Modal>
  );
}

interface Start {
  readonly value: string;
  readonly label: string;
  readonly id: string;
  /** null = read from the disk first. */
  readonly file: JsonObject | null;
}

function useStarts(): readonly Start[] {
  const { data } = useProcedure('config.listConfigs', {});
  return [
    { value: 'blank', label: text.blank, id: 'config', file: blankConfig('config') },
    ...presets.map((preset) => ({
      value: `preset ${preset.id}`,
      label: text.preset(preset.name),
      id: preset.id,
      file: preset,
    })),
    ...(data?.configs ?? []).map(({ id, name }) => ({
      value: `copy ${id}`,
      label: text.copy(name === id ? id : `${name} (${id})`),
      id,
      file: null,
    })),
  ];
}

function NewConfigForm({ onClose }: Pick<NewConfigProps, 'onClose'>) {
  const client = useClient();
  const starts = useStarts();
  const taken = useTakenIds();
  const [chosen, setChosen] = useState('blank');
  const [typed, setTyped] = useState<string | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const start = starts.find(({ value }) => value === chosen) ?? starts[0];
  const isTaken = (id: string) => taken.some((other) => other.toLowerCase() === id.toLowerCase());
  const proposed = start === undefined ? '' : isTaken(start.id) ? nextId(start.id, taken) : start.id;
  const id = typed ?? proposed;
  const error = !isConfigId(id) ? text.badId : isTaken(id) ? text.taken(id) : null;
  const create = async () => {
    if (error !== null || start === undefined) return;
    const read = start.file === null ? await readConfig(client, start.id) : okay(start.file);
    if (!read.ok) return setFailure(read.failure);
    keepDraft(id, newDraft({ ...read.value, id }));
    onClose();
    goTo({ screen: 'configs', id });
  };
  return (
    <form
      className="run-form"
      onSubmit={(event) => {
        event.preventDefault();
        void create();
      }}
    >
      <Radio.Group label={text.from} value={chosen} onChange={setChosen}>
        {starts.map(({ value, label }) => (
          <Radio key={value} value={value} label={label} />
        ))}
      </Radio.Group>
      <TextInput
        label={text.id}
        size="xs"
        value={id}
        error={error}
        spellCheck={false}
        data-autofocus
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <p className="quiet">{text.hint}</p>
      {failure === null ? null : <ErrorPanel failure={failure} />}
      <div className="form-end">
        <Button variant="default" size="compact-md" onClick={onClose}>
          {text.cancel}
        </Button>
        <Button type="submit" size="compact-md" disabled={error !== null}>
          {text.create}
        </Button>
      </div>
    </form>
  );
}

/** A copy says in its name that it is one. */
async function readConfig(client: Client, id: string): Promise<Reply<JsonObject>> {
  const reply = await client.call('config.readFile', { id });
  if (!reply.ok) return reply;
  const { file } = draftOfBase(reply.value);
  if (file === null) return { ok: false, failure: { code: 'invalid-input', message: text.notJson(id) } };
  const { name } = file;
  return okay(typeof name === 'string' ? { ...file, name: words.configs.editor.copyName(name) } : file);
}

function okay(value: JsonObject): Reply<JsonObject> {
  return { ok: true, value };
}
