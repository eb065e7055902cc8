// The dialog that starts runs: which configs, and how many passages.
import { Button, Checkbox, Modal, Radio, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Overview } from '#contract/views';
import { useCommand } from '../../data/procedures.ts';
import { goTo } from '../../routes.ts';
import { ErrorPanel } from '../../ui/states.tsx';
import { words } from '../../words.ts';

interface RunDialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly overview: Overview;
}

/** The page's policy allows no style element, so the page behind is not locked: it cannot be reached anyway. */
export function RunDialog(props: RunDialogProps) {
  return (
    <Modal
      opened={props.opened}
      onClose={props.onClose}
      title={words.runDialog.title}
      lockScroll={false}
      size={460}
      transitionProps={{ duration: 0 }}
      closeButtonProps={{ 'aria-label': words.frame.close }}
    >
      <RunForm {...props} />
    </Modal>
  );
}

const mostPassages = 100;

/** null when what was typed is no range of whole numbers from 1 to 100. */
export function parseRange(from: string, to: string): readonly number[] | null {
  if (![from, to].every((text) => /^\s*\d{1,3}\s*$/.test(text))) return null;
  const [low, high] = [Number(from), Number(to)];
  if (low < 1 || high > mostPassages || low > high) return null;
  return Array.from({ length: high - low + 1 }, (_, index) => low + index);
}

function RunForm({ overview, onClose }: RunDialogProps) {
  const usable = overview.configs.filter(({ problem }) => problem === null);
  const [chosen, setChosen] = useState<readonly string[]>(usable[0] ? [usable[0].id] : []);
  const [isOwn, setOwn] = useState(true);
  const [from, setFrom] = useState('3');
  const [to, setTo] = useState('3');
  const start = useCommand('run.startRuns');
  const ks = isOwn ? null : parseRange(from, to);
  const isBad = !isOwn && ks === null;
  const send = () =>
    start.mutate(
      { configs: [...chosen], ...(ks === null ? {} : { ks: [...ks] }) },
      {
        onSuccess: ({ runs }) => {
          onClose();
          goTo({ screen: 'runs', id: runs.length === 1 ? (runs[0]?.runId ?? null) : null });
        },
      },
    );
  return (
    <form
      className="run-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (chosen.length > 0 && !isBad) send();
      }}
    >
      <ConfigChoice configs={overview.configs} chosen={chosen} onChange={setChosen} />
      <Radio.Group
        label={words.runDialog.passages}
        value={isOwn ? 'own' : 'range'}
        onChange={(value) => setOwn(value === 'own')}
      >
        <Radio value="own" label={words.runDialog.own} />
        <Radio value="range" label={words.runDialog.other} />
      </Radio.Group>
      {isOwn ? null : <RangeFields from={from} to={to} setFrom={setFrom} setTo={setTo} isBad={isBad} />}
      <p className="quiet">
        {chosen.length === 0
          ? words.runDialog.none
          : words.runDialog.says(chosen.length * (ks?.length ?? 1), overview.questions)}
      </p>
      {start.error ? <ErrorPanel failure={start.error.failure} /> : null}
      <div className="form-end">
        <Button variant="default" size="compact-md" onClick={onClose}>
          {words.runDialog.cancel}
        </Button>
        <Button
          type="submit"
          size="compact-md"
          loading={start.isPending}
          disabled={chosen.length === 0 || isBad}
        >
          {words.runDialog.start}
        </Button>
      </div>
    </form>
  );
}

interface ConfigChoiceProps {
  readonly configs: Overview['configs'];
  readonly chosen: readonly string[];
  readonly onChange: (ids: readonly string[]) => void;
}

/** A config that cannot be read is shown with what is wrong, and cannot be chosen. */
function ConfigChoice({ configs, chosen, onChange }: ConfigChoiceProps) {
  return (
    <Checkbox.Group label={words.runDialog.configs} value={[...chosen]} onChange={onChange}>
      {configs.map(({ id, name, problem }) => (
        <Checkbox
          key={id}
          value={id}
          disabled={problem !== null}
          label={name === id ? id : `${name} (${id})`}
          description={problem}
        />
      ))}
    </Checkbox.Group>
  );
}

function RangeFields(props: {
  readonly from: string;
  readonly to: string;
  readonly setFrom: (text: string) => void;
  readonly setTo: (text: string) => void;
  readonly isBad: boolean;
}) {
  return (
    <>
      <div className="range-fields">
        <TextInput
          label={words.runDialog.range}
          inputMode="numeric"
          size="xs"
          value={props.from}
          error={props.isBad}
          onChange={(event) => props.setFrom(event.currentTarget.value)}
        />
        <TextInput
          label={words.runDialog.to}
          inputMode="numeric"
          size="xs"
          value={props.to}
          error={props.isBad}
          onChange={(event) => props.setTo(event.currentTarget.value)}
        />
      </div>
      {props.isBad ? <p role="alert">{words.runDialog.badRange}</p> : null}
    </>
  );
}
