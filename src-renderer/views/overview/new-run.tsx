// Starting runs: the command, its button and its dialog, wherever a screen offers them.
import { Button } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { Overview } from '#contract/views';
import { shortcutHint, useCommands } from '../../commands/commands.ts';
import { words } from '../../words.ts';
import { RunDialog } from './run-dialog.tsx';

const keys = 'KeyN';

export interface NewRun {
  readonly choose: () => void;
  /** False without a config or a question to ask. */
  readonly canRun: boolean;
  readonly button: ReactNode;
  readonly dialog: ReactNode;
}

/** @param overview undefined while it is being asked for */
export function useNewRun(overview: Overview | undefined): NewRun {
  const [isChoosing, setChoosing] = useState(false);
  const canRun = overview !== undefined && overview.configs.length > 0 && overview.questions > 0;
  const choose = () => setChoosing(true);
  const { title } = words.runDialog;
  useCommands([
    { id: 'runs.new', title, group: words.commands.groups.runs, keys, run: choose, enabled: canRun },
  ]);
  return {
    choose,
    canRun,
    button: (
      <Button size="compact-md" onClick={choose} disabled={!canRun} title={shortcutHint(title, keys)}>
        {words.overview.run}
      </Button>
    ),
    dialog: overview ? (
      <RunDialog opened={isChoosing} onClose={() => setChoosing(false)} overview={overview} />
    ) : null,
  };
}
