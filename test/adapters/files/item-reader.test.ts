// Reading the items of a run from a place on: growth, torn lines, files that were replaced or changed by hand.
import { appendFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createItemReader } from '#adapters/files/runs/item-reader';
import type { ItemReader, ItemsPlace } from '#services/run/ports';
import { manifestOf } from './support/manifest.ts';
import { item, put, removeFolder, temporaryWorkspace } from './support/temporary.ts';

let root: string;
let reader: ItemReader;
let path: string;
beforeEach(async () => {
  root = await temporaryWorkspace();
  reader = createItemReader(root);
  path = join(root, 'runs/r1/items.jsonl');
  await put(root, 'runs/r1/manifest.json', JSON.stringify(manifestOf('r1', ['a', 'b', 'c'])));
});
afterEach(() => removeFolder(root));

const line = (id: string) => `${JSON.stringify(item(id))}\n`;

async function readOn(from: ItemsPlace | null): Promise<{ seen: string[]; place: ItemsPlace }> {
  const seen: string[] = [];
  const place = await reader.readOn('r1', from, {
    restart: () => seen.push('(restart)'),
    receive: ({ questionId }) => seen.push(questionId),
  });
  return { seen, place };
}

test('each item is handed over once, however often it is asked', async () => {
  const none = await readOn(null);
  await writeFile(path, line('a'));
  const first = await readOn(none.place);
  const again = await readOn(first.place);
  await appendFile(path, line('b') + line('c'));
  const rest = await readOn(again.place);
  expect([none.seen, first.seen, again.seen, rest.seen]).toEqual([[], ['(restart)', 'a'], [], ['b', 'c']]);
});

test('a line that is being written waits for its end', async () => {
  await writeFile(path, line('a') + line('b').slice(0, 40));
  const first = await readOn(null);
  await appendFile(path, line('b').slice(40));
  const second = await readOn(first.place);
  expect([first.seen, second.seen]).toEqual([['a'], ['b']]);
});

test('a last line without a line feed is an item, and is not one twice', async () => {
  await writeFile(path, line('a') + line('b').trimEnd());
  const first = await readOn(null);
  await appendFile(path, `\n${line('c')}`);
  expect([first.seen, (await readOn(first.place)).seen]).toEqual([['a', 'b'], ['c']]);
});

test('a file that was replaced is read from its start', async () => {
  await writeFile(path, line('a') + line('b'));
  const { place } = await readOn(null);
  await writeFile(`${path}.new`, line('a') + line('c') + line('b'));
  await rename(`${path}.new`, path);
  expect((await readOn(place)).seen).toEqual(['(restart)', 'a', 'c', 'b']);
});

test('a file that was changed in place is read from its start', async () => {
  await writeFile(path, line('a') + line('b'));
  const { place } = await readOn(null);
  await writeFile(path, line('a') + line('c'));
  expect((await readOn(place)).seen).toEqual(['(restart)', 'a', 'c']);
});

test('a broken line is named with its number in the whole file, also when reading goes on', async () => {
  await writeFile(path, line('a'));
  const { place } = await readOn(null);
  await appendFile(path, `${line('b')}no JSON\n`);
  const named = { file: 'runs/r1/items.jsonl', line: 3 };
  await expect(readOn(place)).rejects.toMatchObject({ code: 'stale', problems: [named] });
  await expect(readOn(null)).rejects.toMatchObject({ code: 'stale', problems: [named] });
});

test('a second item of a question is refused, also when reading goes on', async () => {
  await writeFile(path, line('a'));
  const { place } = await readOn(null);
  await appendFile(path, line('a'));
  await expect(readOn(place)).rejects.toMatchObject({ code: 'stale', problems: [{ line: 2 }] });
});

test('whoever wrote the items goes on after them', async () => {
  await writeFile(path, line('a') + line('b'));
  const place = await reader.placeAtEnd('r1', ['a', 'b']);
  const same = await readOn(place);
  await appendFile(path, line('c'));
  expect([same.seen, (await readOn(same.place)).seen]).toEqual([[], ['c']]);
});

test.each([
  ['plain', 'b'],
  ['with letters of any script', 'въпрос "1" \\'],
])('finds the item of one question whose id is %s', async (_what, id) => {
  await writeFile(path, line('a') + line(id) + line('c'));
  expect(await reader.find('r1', id)).toEqual(item(id));
  expect(await reader.find('r1', 'none')).toBeNull();
});

test('finds an id that another program wrote with other escapes', async () => {
  await writeFile(path, line('é').replace('é', '\\u00e9'));
  expect(await reader.find('r1', 'é')).toEqual(item('é'));
});

test('a run that is not there is named', async () => {
  await expect(reader.find('r2', 'a')).rejects.toMatchObject({ code: 'not-found' });
});
