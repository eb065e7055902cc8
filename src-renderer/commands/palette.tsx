// The palette: every command by its name, found by typing and run by Enter.
import { Modal } from '@mantine/core';
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { foldText } from '../ui/table/view-rows.ts';
import { words } from '../words.ts';
import { useAllCommands, type Command } from './commands.ts';
import { Keys } from './shortcut-sheet.tsx';

const text = words.commands;

interface PaletteProps {
  readonly opened: boolean;
  readonly onClose: () => void;
}

export function Palette({ opened, onClose }: PaletteProps) {
  return (
    <Modal.Root
      opened={opened}
      onClose={onClose}
      lockScroll={false}
      size={560}
      yOffset="10vh"
      transitionProps={{ duration: 0 }}
    >
      <Modal.Overlay />
      <Modal.Content aria-label={text.palette}>
        <Modal.Body p={0}>
          <PaletteList onClose={onClose} />
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

/** The commands that hold every word typed, in their title or group; those whose title begins with it first. */
export function findCommands(commands: readonly Command[], typed: string): readonly Command[] {
  const parts = foldText(typed).trim().split(/\s+/);
  const fits = commands.filter(({ title, group, enabled }) => {
    const name = foldText(`${title} ${group}`);
    return enabled !== false && parts.every((part) => name.includes(part));
  });
  const [first = ''] = parts;
  const begins = ({ title }: Command) => first !== '' && foldText(title).startsWith(first);
  return [...fits.filter(begins), ...fits.filter((command) => !begins(command))];
}

function PaletteList({ onClose }: Pick<PaletteProps, 'onClose'>) {
  const id = useId();
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(0);
  const found = findCommands(useAllCommands(), typed).filter((command) => command.id !== 'palette');
  const active = Math.min(at, found.length - 1);
  const run = (command: Command | undefined) => {
    if (command === undefined) return;
    onClose();
    // The dialog gives the focus back first: a command may move it.
    setTimeout(command.run);
  };
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) setAt((active + step + found.length) % Math.max(1, found.length));
    else if (event.key === 'Enter') run(found[active]);
    else return;
    event.preventDefault();
  };
  return (
    <div className="palette">
      <input
        className="palette-field"
        data-autofocus
        role="combobox"
        aria-expanded="true"
        aria-controls={`${id}-list`}
        aria-activedescendant={found.length === 0 ? undefined : `${id}-${active}`}
        aria-autocomplete="list"
        aria-label={text.find}
        placeholder={text.find}
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setAt(0);
        }}
        onKeyDown={press}
      />
      <Options id={id} commands={found} active={active} onPoint={setAt} onRun={run} />
      <p className="palette-none" role="status">
        {found.length === 0 ? text.noneFound : ''}
      </p>
    </div>
  );
}

interface OptionsProps {
  readonly id: string;
  readonly commands: readonly Command[];
  readonly active: number;
  readonly onPoint: (index: number) => void;
  readonly onRun: (command: Command) => void;
}

function Options({ id, commands, active, onPoint, onRun }: OptionsProps) {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  return (
    <ul ref={list} id={`${id}-list`} className="palette-list" role="listbox" aria-label={text.title}>
      {commands.map((command, index) => (
        <li
          key={command.id}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === active}
          className="palette-option"
          onMouseMove={() => index !== active && onPoint(index)}
          onClick={() => onRun(command)}
        >
          <span className="palette-title">{command.title}</span>
          <span className="quiet">{command.group}</span>
          {command.keys === undefined ? null : <Keys keys={command.keys} />}
        </li>
      ))}
    </ul>
  );
}
