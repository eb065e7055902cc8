// JSON files and files of JSON lines: what is tolerated, what is refused, and at which line.
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { jsonErrorLine } from '#adapters/files/disk/json-error';
import { loadJsonLines, readJsonLines } from '#adapters/files/disk/json-lines';
import { put, removeFolder, temporaryFolder } from '../support/temporary.ts';

let folder = '';
beforeEach(async () => (folder = await temporaryFolder()));
afterEach(() => removeFolder(folder));

describe('readJsonLines', () => {
  const cases: readonly [
    string,
    string | Uint8Array,
    readonly (readonly [number, unknown])[],
    readonly number[],
    number | null,
  ][] = [
    [
      'a plain file',
      '{"a":1}\n{"a":2}\n',
      [
        [1, { a: 1 }],
        [2, { a: 2 }],
      ],
      [],
      null,
    ],
    [
      'a BOM and CRLF',
      '\uFEFF{"a":1}\r\n{"a":2}\r\n',
      [
        [1, { a: 1 }],
        [2, { a: 2 }],
      ],
      [],
      null,
    ],
    [
      'no last line feed',
      '{"a":1}\n{"a":2}',
      [
        [1, { a: 1 }],
        [2, { a: 2 }],
      ],
      [],
      null,
    ],
    [
      'blank lines',
      '\n{"a":1}\n  \r\n{"a":2}\n\n',
      [
        [2, { a: 1 }],
        [4, { a: 2 }],
      ],
      [],
      null,
    ],
    [
      'a broken line in the middle',
      '1\n{"a":\n3\n',
      [
        [1, 1],
        [3, 3],
      ],
      [2],
      null,
    ],
    ['a torn last line', '1\n{"a":', [[1, 1]], [], 2],
    [
      'a line that is not UTF-8',
      new Uint8Array([49, 10, 0x22, 0xff, 0x22, 10, 51, 10]),
      [
        [1, 1],
        [3, 3],
      ],
      [2],
      null,
    ],
    ['UTF-16', new Uint8Array([0xff, 0xfe, 49, 0, 10, 0]), [], [1], 2],
    ['an empty file', '', [], [], null],
  ];
  it.each(cases)('reads %s', async (_, content, lines, broken, torn) => {
    await put(folder, 'x.jsonl', content);
    const read = await readJsonLines(join(folder, 'x.jsonl'), 'x.jsonl');
    expect(read.lines.map((entry) => [entry.line, entry.value])).toEqual(lines);
    expect(read.problems.map((problem) => problem.line)).toEqual(broken);
    expect(read.torn?.line ?? null).toBe(torn);
    for (const problem of read.problems)
      expect(problem).toMatchObject({ file: 'x.jsonl', remedy: expect.any(String) });
  });

  it('reads lines longer than any block, and tells where each begins', async () => {
    const huge = JSON.stringify({ text: 'ñ'.repeat(2_000_000) });
    await put(folder, 'x.jsonl', `1\n${huge}\n3\n`);
    const read = await readJsonLines(join(folder, 'x.jsonl'), 'x.jsonl');
    const hugeBytes = Buffer.byteLength(huge);
    expect(read.lines.map((entry) => [entry.line, entry.startByte])).toEqual([
      [1, 0],
      [2, 2],
      [3, 2 + hugeBytes + 1],
    ]);
    expect(JSON.stringify(read.lines[1]?.value)).toBe(huge);
  });

  it('takes a missing file as empty, and a folder as an error', async () => {
    expect(await readJsonLines(join(folder, 'none'), 'none')).toEqual({
      lines: [],
      problems: [],
      torn: null,
    });
    await expect(readJsonLines(folder, 'x')).rejects.toMatchObject({ code: 'conflict' });
  });

  it('refuses a torn line of a file that is written at once, and names file and line', async () => {
    await put(folder, 'x.jsonl', '1\n{"a":');
    await expect(loadJsonLines(join(folder, 'x.jsonl'), 'x.jsonl', 'refuse')).rejects.toMatchObject({
      code: 'stale',
      message: expect.stringContaining('x.jsonl:2'),
      problems: [{ file: 'x.jsonl', line: 2 }],
    });
    expect(await loadJsonLines(join(folder, 'x.jsonl'), 'x.jsonl', 'drop')).toHaveLength(1);
  });
});

describe('jsonErrorLine', () => {
  it.each([
    ['{\n "a": 1,\n "b": tru\n}', 3],
    ['{\n "a": 1\n "b": 2\n}', 3],
    ['{\n "a": 1,\n}', 3],
    ['{\n "a": [1, 2,\n', 2],
    ['[1]\n\n]', 3],
    ['{\n 1: 2 }', 2],
    ['{"a" 1}', 1],
    ['', 1],
    ['[\n"x\ny"]', 2],
  ])('finds the line of %j', (text, line) => {
    expect(jsonErrorLine(text)).toBe(line);
  });

  it('finds an alien character wherever it is put between the tokens of any JSON', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 3 }), fc.nat(), (json, seed) => {
        const pretty = JSON.stringify(JSON.parse(json), null, 1);
        const lines = pretty.split('\n');
        const at = seed % lines.length;
        const broken = lines.with(at, `#${lines[at] ?? ''}`).join('\n');
        expect(jsonErrorLine(broken)).toBe(at + 1);
      }),
      { numRuns: 200, seed: 7 },
    );
  });
});
