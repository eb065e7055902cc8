// What keys do in a table, and which cell is edited next.
import { expect, test } from 'vitest';
import { actionOf, type KeyState } from '../../src-renderer/ui/table/keys.ts';
import { nextEditable } from '../../src-renderer/ui/table/use-cursor.ts';

const state: KeyState = { count: 30, active: 5, column: -1, columns: 3, hasCells: true, isSelectable: true };
const plain: KeyState = { ...state, hasCells: false, isSelectable: false };

function press(name: string, over: KeyState) {
  const parts = name.split('+');
  return actionOf(
    {
      key: parts.at(-1) ?? '',
      shiftKey: parts.includes('Shift'),
      ctrlKey: parts.includes('Ctrl'),
      metaKey: false,
      altKey: parts.includes('Alt'),
    },
    over,
  );
}

test.each([
  ['ArrowDown', state, { kind: 'move', to: 6 }],
  ['ArrowUp', { ...state, active: 0 }, { kind: 'move', to: 0 }],
  ['PageDown', { ...state, active: 25 }, { kind: 'move', to: 29 }],
  ['End', state, { kind: 'move', to: 29 }],
  ['Shift+ArrowDown', state, { kind: 'extend', to: 6 }],
  ['Shift+ArrowDown', plain, { kind: 'move', to: 6 }],
  ['ArrowRight', state, { kind: 'column', to: 0 }],
  ['ArrowRight', { ...state, column: 2 }, { kind: 'column', to: 2 }],
  ['ArrowLeft', state, { kind: 'column', to: -1 }],
  ['ArrowRight', plain, null],
  ['Enter', state, { kind: 'open' }],
  ['Enter', { ...state, column: 1 }, { kind: 'edit' }],
  ['Enter', { ...state, active: -1 }, null],
  ['F2', state, { kind: 'edit' }],
  ['F2', plain, null],
  [' ', state, { kind: 'choose' }],
  [' ', plain, null],
  ['Ctrl+a', state, { kind: 'choose-all' }],
  ['Ctrl+a', plain, null],
  ['Ctrl+ArrowDown', state, null],
  ['Alt+ArrowLeft', state, null],
  ['Escape', state, { kind: 'clear' }],
  ['toString', state, null],
] as const)('%s with %j', (name, over, action) => {
  expect(press(name, over)).toEqual(action);
});

test('Tab goes through the editable cells, row after row, and ends at either end', () => {
  const keys = ['a', 'b'];
  const editable = [false, true, true, false];
  const visited: string[] = [];
  let place = nextEditable(keys, { key: 'a', column: 0 }, 1, editable);
  while (place !== null) {
    visited.push(`${place.key}${place.column}`);
    place = nextEditable(keys, place, 1, editable);
  }
  expect(visited).toEqual(['a1', 'a2', 'b1', 'b2']);
  expect(nextEditable(keys, { key: 'b', column: 1 }, -1, editable)).toEqual({ key: 'a', column: 2 });
  expect(nextEditable(keys, { key: 'a', column: 1 }, -1, editable)).toBeNull();
  expect(nextEditable(keys, { key: 'gone', column: 1 }, 1, editable)).toBeNull();
});
