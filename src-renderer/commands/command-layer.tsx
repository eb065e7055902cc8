// What commands are reached by: their keys, the palette, and the sheet of shortcuts. Drawn once, by the frame.
import { useState } from 'react';
import { goTo, screens } from '../routes.ts';
import { words } from '../words.ts';
import { useCommands } from './commands.ts';
import { Palette } from './palette.tsx';
import { ShortcutSheet } from './shortcut-sheet.tsx';
import { useCommandKeys } from './use-keys.ts';
import { goKeys, paletteKeys, sheetKeys } from './screen-keys.ts';

const text = words.commands;

export function CommandLayer() {
  const [opened, setOpened] = useState<'palette' | 'sheet' | null>(null);
  const close = () => setOpened(null);
  useCommandKeys();
  useCommands([
    ...screens.map((screen, at) => ({
      id: `go.${screen}`,
      title: text.goTo(words.screens[screen]),
      group: text.groups.screens,
      keys: goKeys[screen],
      otherKeys: `Alt+Digit${at + 1}`,
      run: () => goTo({ screen }),
    })),
    {
      id: 'palette',
      title: text.openPalette,
      group: text.groups.help,
      keys: paletteKeys,
      run: () => setOpened('palette'),
    },
    {
      id: 'sheet',
      title: text.openSheet,
      group: text.groups.help,
      keys: sheetKeys,
      run: () => setOpened('sheet'),
    },
  ]);
  return (
    <>
      <Palette opened={opened === 'palette'} onClose={close} />
      <ShortcutSheet opened={opened === 'sheet'} onClose={close} />
    </>
  );
}
