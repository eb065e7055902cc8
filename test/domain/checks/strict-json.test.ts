import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readJson, readJsonValue, type JsonNode } from '#domain/checks/strict-json';

/** The value a node stands for, as JSON.parse would give it. */
function toValue(node: JsonNode): unknown {
  switch (node.kind) {
    case 'object':
      return Object.fromEntries(node.entries.map(({ key, value }) => [key, toValue(value)]));
    case 'array':
      return node.items.map(toValue);
    case 'number':
      return Number(node.raw);
    default:
      return node.value;
  }
}

function parse(text: string): { value: unknown } | null {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return null;
  }
}

function read(text: string): { value: unknown } | null {
  const reading = readJson(text);
  return reading.ok ? { value: toValue(reading.node) } : null;
}

describe('readJson agrees with JSON.parse', () => {
  it('on any JSON, in any spacing', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 5 }), fc.constantFrom(0, 1, '\t'), (json, indent) => {
        const text = ` \r\n${JSON.stringify(JSON.parse(json), null, indent)}\t`;
        expect(read(text)).toEqual(parse(text));
      }),
      { seed: 3, numRuns: 300 },
    );
  });

  it('on text that is nearly JSON', () => {
    const pieces = [
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"',
      '\\',
      'u00',
      '"a"',
      '-',
      '0',
      '1',
      '.',
      'e',
      'true',
      'null',
      ' ',
      '\n',
      '\u00a0',
      '\ufeff',
      '\u0000',
    ];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 9 }), (parts) => {
        const text = parts.join('');
        expect(read(text)).toEqual(parse(text));
      }),
      { seed: 5, numRuns: 3000 },
    );
  });

  it.each([
    '"\\ud800"',
    '"\ud800"',
    '"\\u0000"',
    '{"__proto__": 1}',
    '"\\/\\b\\f\\n\\r\\t"',
    '-0',
    '1e999',
    '[[],{}]',
    '"\u2028"',
  ])('on %s', (text) => {
    expect(read(text)).toEqual(parse(text));
    expect(read(text)).not.toBeNull();
  });

  it.each([
    '',
    '01',
    '+1',
    '.5',
    '1.',
    '1e',
    "{'a':1}",
    '{"a":1,}',
    '[1,]',
    '[1 2]',
    '{"a" 1}',
    '"\t"',
    '"\\x"',
    '"\\u12g4"',
    'nul',
    'NaN',
    '{"a":1}}',
    '\ufeff1',
    '1\u00a0',
  ])('in refusing %j', (text) => {
    expect(parse(text)).toBeNull();
    expect(read(text)).toBeNull();
  });
});

it('keeps number tokens as written', () => {
  expect(readJson('[2, 2.0, 2e0, -0, 123456789012345678901234567890]')).toMatchObject({
    node: {
      items: ['2', '2.0', '2e0', '-0', '123456789012345678901234567890'].map((raw) => ({
        kind: 'number',
        raw,
      })),
    },
  });
});

it.each([
  ['{"a":1,"a":2}', ['a']],
  ['{"a":1,"\\u0061":2}', ['a']],
  ['[{"x":{"b":1,"b":1,"b":1}}]', ['b']],
  ['{"a":{"a":1},"b":[{"a":1},{"a":1}]}', []],
  ['{"__proto__":1,"__proto__":1}', ['__proto__']],
])('sees duplicate keys of %s', (text, duplicates) => {
  expect(readJson(text)).toMatchObject({ ok: true, duplicates });
});

it('says where the text breaks', () => {
  expect(readJson('{"a": tru}')).toEqual({ ok: false, at: 6, problem: 'no JSON value starts here' });
  expect(readJson('{"a": 1} x')).toEqual({ ok: false, at: 9, problem: 'text after the value' });
  expect(readJsonValue('{"a": 1} x', 0)).toMatchObject({ ok: true, end: 8 });
});

it('reads a hundred thousand nested arrays without a call stack', () => {
  const depth = 100_000;
  const closed = readJson('['.repeat(depth) + ']'.repeat(depth));
  expect(closed.ok && closed.end).toBe(2 * depth);
  expect(readJson('['.repeat(depth))).toMatchObject({ ok: false, at: depth });
});
