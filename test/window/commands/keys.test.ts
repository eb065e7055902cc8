// Key bindings: letters by the layout where it is Latin, by their place where it is not; sequences; how keys are told.
import { describe, expect, test } from 'vitest';
import {
  editsText,
  matchPress,
  placePress,
  readBinding,
  tellKeys,
  typesText,
  type Press,
} from '../../../src-renderer/commands/keys.ts';

function press(key: string, code: string, ...modifiers: string[]): Press {
  return placePress({ key, code, getModifierState: (name) => modifiers.includes(name) });
}

const bindings = [
  readBinding('new', 'KeyN'),
  readBinding('bank', 'KeyG KeyB'),
  readBinding('bold', 'KeyB'),
  readBinding('undo', 'Control+KeyZ'),
  readBinding('redo', 'Control+Shift+KeyZ'),
  readBinding('sheet', 'Shift+?'),
  readBinding('second', 'Alt+Digit2'),
];

describe('one press', () => {
  test.each([
    ['n', press('n', 'KeyN'), 'new'],
    ['n of a Cyrillic layout, by its place', press('т', 'KeyN'), 'new'],
    ['n of a Greek layout', press('ν', 'KeyN'), 'new'],
    ['n of Dvorak, by what is written on it', press('n', 'KeyL'), 'new'],
    ['the place of n on Dvorak, which is b', press('b', 'KeyN'), 'bold'],
    ['Z of a German keyboard', press('z', 'KeyY', 'Control'), 'undo'],
    ['Ctrl+Я', press('я', 'KeyZ', 'Control'), 'undo'],
    ['with Shift it is another command', press('Z', 'KeyZ', 'Control', 'Shift'), 'redo'],
    ['? of a German keyboard', press('?', 'Minus', 'Shift'), 'sheet'],
    ['Alt and a digit', press('™', 'Digit2', 'Alt'), 'second'],
    ['n with Ctrl is the browser’s', press('n', 'KeyN', 'Control'), null],
    ['a key nobody wants', press('q', 'KeyQ'), null],
  ])('%s', (_name, one, id) => {
    expect(matchPress(bindings, [], one)).toEqual({ id, pending: [] });
  });
});

test('a sequence waits for its next key and wins over the single key', () => {
  const first = matchPress(bindings, [], press('g', 'KeyG'));
  expect(first).toEqual({ id: null, pending: [expect.objectContaining({ code: 'KeyG' })] });
  expect(matchPress(bindings, first.pending, press('b', 'KeyB'))).toEqual({ id: 'bank', pending: [] });
  expect(matchPress(bindings, first.pending, press('n', 'KeyN'))).toEqual({ id: 'new', pending: [] });
  expect(matchPress(bindings, first.pending, press('q', 'KeyQ'))).toEqual({ id: null, pending: [] });
});

test('of two commands with the same keys the one registered last wins', () => {
  const twice = [readBinding('frame', 'KeyN'), readBinding('view', 'KeyN')];
  expect(matchPress(twice, [], press('n', 'KeyN')).id).toBe('view');
});

test.each([
  ['KeyN', true, false],
  ['Shift+?', true, false],
  ['KeyG KeyB', true, false],
  ['Control+KeyZ', false, true],
  ['Control+KeyK', false, false],
  ['Alt+Digit1', false, false],
  ['F2', false, false],
  ['Escape', false, false],
])('%s types text: %s, edits text: %s', (keys, types, edits) => {
  const binding = readBinding('it', keys);
  expect([typesText(binding), editsText(binding)]).toEqual([types, edits]);
});

test.each([
  ['$mod+KeyZ', ['Ctrl+Z'], ['⌘Z']],
  ['$mod+Shift+KeyZ', ['Ctrl+Shift+Z'], ['⌘⇧Z']],
  ['KeyG KeyB', ['G', 'B'], ['G', 'B']],
  ['Shift+?', ['?'], ['?']],
  ['Alt+Digit8', ['Alt+8'], ['⌥8']],
  ['Alt+ArrowUp', ['Alt+↑'], ['⌥↑']],
  ['Escape', ['Esc'], ['Esc']],
])('%s is told as %j, on a Mac as %j', (keys, plain, apple) => {
  expect([tellKeys(keys, false), tellKeys(keys, true)]).toEqual([plain, apple]);
});
