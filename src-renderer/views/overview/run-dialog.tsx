// The dialog that starts runs: which configs, how many passages, which questions, and what it would cost.
import { Button, Checkbox, Modal, Radio, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useMemo, useState } from 'react';
import type { Overview } from '#contract/views';
import { useCommand, useWholeList } from '../../data/procedures.ts';
import { goTo } from '../../routes.ts';
import { ErrorPanel } from '../../ui/states.tsx';
import { words } from '../../words.ts';
import { RunEstimate } from '../configs/estimate.tsx';
import { readKs } from './read-ks.ts';

interface RunDialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly overview: Overview;
  /** Id of the config that is chosen at first; left out: the one that ran last. */
  readonly config?: string;
}

/** The page's policy allows no style element, so the page behind is not locked: it cannot be reached anyway. */
export function RunDialog(props: RunDialogProps) {
  return (
    <Modal
      opened={props.opened}
      onClose={props.onClose}
      title={words.runDialog.title}
      lockScroll={false}
      size={640}
      transitionProps={{ duration: 0 }}
      closeButtonProps={{ 'aria-label': words.frame.close }}
    >
      <RunForm {...props} />
    </Modal>
  );
}

/** Typing goes on while the cost is asked for. */
const settleMs = 300;

function RunForm({ overview, onClose, config }: RunDialogProps) {
  const usable = overview.configs.filter(({ problem }) => problem === null);
  const [chosen, setChosen] = useState<readonly string[]>(() => firstChoice(usable, overview, config));
  const [isOwn, setOwn] = useState(true);
  const [typed, setTyped] = useState('1, 3, 5');
  const [tags, setTags] = useState<readonly string[]>([]);
  const start = useCommand('run.startRuns');
  const ks = isOwn ? null : readKs(typed);
  const isBad = !isOwn && ks === null;
  const input = { configs: chosen, ks: isBad ? [] : ks, tags };
  const [settled] = useDebouncedValue(JSON.stringify(input), settleMs);
  const estimated = useMemo(() => JSON.parse(settled) as typeof input, [settled]);
  const canStart = chosen.length > 0 && !isBad && overview.questions > 0;
  return (
    <form
      className="run-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (!canStart) return;
        start.mutate(
          {
            configs: [...chosen],
            ...(ks === null ? {} : { ks: [...ks] }),
            ...(tags.length === 0 ? {} : { tags: [...tags] }),
          },
          {
            onSuccess: ({ runs }) => {
              onClose();
              goTo({ screen: 'runs', id: runs.length === 1 ? (runs[0]?.runId ?? null) : null });
            },
          },
        );
      }}
    >
      <ConfigChoice configs={overview.configs} chosen={chosen} onChange={setChosen} />
      <PassageChoice isOwn={isOwn} setOwn={setOwn} typed={typed} setTyped={setTyped} isBad={isBad} />
      <TagChoice chosen={tags} onChange={setTags} />
      <p className="quiet">
        {overview.questions === 0
          ? words.runDialog.noQuestions
          : chosen.length === 0
            ? words.runDialog.none
            : words.runDialog.says(chosen.length * (ks?.length ?? 1))}
      </p>
      <RunEstimate {...estimated} />
      {start.error ? <ErrorPanel failure={start.error.failure} /> : null}
      <div className="form-end">
        <Button variant="default" size="compact-md" onClick={onClose}>
          {words.runDialog.cancel}
        </Button>
        <Button type="submit" size="compact-md" loading={start.isPending} disabled={!canStart}>
          {words.runDialog.start}
        </Button>
      </div>
    </form>
  );
}

/** The config asked for, or the one that ran last, or the first. */
function firstChoice(usable: Overview['configs'], overview: Overview, asked?: string): readonly string[] {
  const wanted = [asked, ...overview.runs.map((run) => run.config), usable[0]?.id];
  const first = wanted.find((id) => id !== undefined && usable.some((config) => config.id === id));
  return first === undefined ? [] : [first];
}

interface ChoiceProps {
  readonly chosen: readonly string[];
  readonly onChange: (ids: readonly string[]) => void;
}

/** A config that cannot be read is shown with what is wrong, and cannot be chosen. */
function ConfigChoice({
  configs,
  chosen,
  onChange,
}: ChoiceProps & { readonly configs: Overview['configs'] }) {
  return (
    <Checkbox.Group label={words.runDialog.configs} value={[...chosen]} onChange={onChange}>
      <div className="choice-list">
        {configs.map(({ id, name, problem }) => (
          <Checkbox
            key={id}
            value={id}
            disabled={problem !== null}
            label={name === id ? id : `${name} (${id})`}
            description={problem}
          />
        ))}
      </div>
    </Checkbox.Group>
  );
}

interface PassageProps {
  readonly isOwn: boolean;
  readonly setOwn: (isOwn: boolean) => void;
  readonly typed: string;
  readonly setTyped: (text: string) => void;
  readonly isBad: boolean;
}

function PassageChoice({ isOwn, setOwn, typed, setTyped, isBad }: PassageProps) {
  return (
    <>
      <Radio.Group
        label={words.runDialog.passages}
        value={isOwn ? 'own' : 'these'}
        onChange={(value) => setOwn(value === 'own')}
      >
        <Radio value="own" label={words.runDialog.own} />
        <Radio value="these" label={words.runDialog.other} />
      </Radio.Group>
      {isOwn ? null : (
        <TextInput
          label={words.runDialog.ks}
          description={words.runDialog.ksHint}
          size="xs"
          value={typed}
          error={isBad ? words.runDialog.badKs : null}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      )}
    </>
  );
}

/** Nothing where no question has a tag. */
function TagChoice({ chosen, onChange }: ChoiceProps) {
  const { data } = useWholeList('bank.listRows', {}, ({ rows }) => rows);
  const counts = useMemo(() => {
    const found = new Map<string, number>();
    for (const { tags } of data ?? []) for (const tag of tags) found.set(tag, (found.get(tag) ?? 0) + 1);
    return [...found].sort(([left], [right]) => left.localeCompare(right));
  }, [data]);
  if (counts.length === 0) return null;
  return (
    <Checkbox.Group label={words.runDialog.tags} value={[...chosen]} onChange={onChange}>
      <div className="choice-list tag-list">
        {counts.map(([tag, n]) => (
          <Checkbox key={tag} value={tag} label={words.runDialog.tag(tag, n)} />
        ))}
      </div>
    </Checkbox.Group>
  );
}
