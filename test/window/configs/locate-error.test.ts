// Where a text stops being JSON: the same texts are refused as by JSON.parse, and the place is the first that is wrong.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { locateJsonError } from '../../../src-renderer/views/configs/json/locate-error.ts';

describe('the place and the reason', () => {
  test.each([
    ['{"a": 1,\n "b" 2}', 2, 6, 'colon'],
    ['{"a": 1\n "b": 2}', 2, 2, 'comma-or-brace'],
    ['[1 2]', 1, 4, 'comma-or-bracket'],
    ['[1, 2,]', 1, 7, 'value'],
    ['{"a": 1,}', 1, 9, 'field-name'],
    ["{'a': 1}", 1, 2, 'field-name'],
    ['{"a": tru}', 1, 7, 'value'],
    ['{"a": 01}', 1, 8, 'number'],
    ['{"a": -}', 1, 7, 'number'],
    ['{"a": 1.}', 1, 8, 'number'],
    ['{"a": "b\n}', 1, 7, 'string-end'],
    ['{"a": "\\x"}', 1, 8, 'escape'],
    ['{"a": "\t"}', 1, 8, 'control-character'],
    ['{"a": 1} 2', 1, 10, 'end'],
    ['{"a": 1, "a": 2}', 1, 10, 'twice'],
    ['', 1, 1, 'value'],
    ['{\n', 2, 1, 'field-name'],
  ])('%j', (text, line, column, reason) => {
    const { offset, ...error } = locateJsonError(text) ?? { offset: -1 };
    expect(error).toEqual({ line, column, reason });
    expect(text.slice(0, offset).split('\n')).toHaveLength(line);
  });
});

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

test('whatever is written as JSON is taken', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(0, 2, '\t'), (value, indent) => {
      expect(locateJsonError(JSON.stringify(value, null, indent))).toBeNull();
    }),
    { seed: 1, numRuns: 200 },
  );
});

test('a text that was damaged in one place is refused exactly where JSON.parse refuses it', () => {
  const damaged = fc
    .tuple(
      fc.jsonValue(),
      fc.nat(),
      fc.constantFrom('', ',', '"', '}', ']', ':', '0', '.', '-', 'e', '\\', '\n'),
    )
    .map(([value, place, mark]) => {
      const text = JSON.stringify(value);
      const at = place % (text.length + 1);
      return `${text.slice(0, at)}${mark}${text.slice(mark === '' ? at + 1 : at)}`;
    });
  fc.assert(
    fc.property(damaged, (text) => {
      const error = locateJsonError(text);
      if (error?.reason === 'twice') return;
      expect(error === null).toBe(parses(text));
    }),
    { seed: 2, numRuns: 2000 },
  );
});
