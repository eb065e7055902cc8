// Documents through the command line: what add says of new, changed, damaged and clashing files.
import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createCliWorld, type CliWorld } from '../../support/cli.ts';

let world: CliWorld;
beforeEach(async () => {
  world = await createCliWorld();
  await world.json(['init', 'ws']);
});
afterEach(() => world.close());

interface Added {
  readonly files: number;
  readonly accepted: number;
  readonly results: readonly { readonly id: string | null; readonly outcome: string }[];
}

async function add(...files: string[]): Promise<[string | null, string][]> {
  const { results } = await world.json<Added>(['add', 'ws', ...files]);
  return results.map(({ id, outcome }) => [id, outcome]);
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((next) => setTimeout(next, 10));
}

describe('assay add', () => {
  it('restores a text that was edited or deleted behind its back, as the message of the damage says', async () => {
    await world.write('one.txt', 'Alpha stands here.\n');
    await world.write('two.txt', 'Beta stands here.\n');
    expect(await add('one.txt', 'two.txt')).toEqual([
      ['one', 'added'],
      ['two', 'added'],
    ]);
    const text = (id: string) => join(world.folder, 'ws/documents/text', `${id}.txt`);
    await writeFile(text('one'), 'Edited by hand.\n');
    await rm(text('two'));
    const refused = await world.run('search', 'ws', '--config', 'tfidf', 'alpha');
    expect(refused.code).toBe(3);
    expect(refused.stderr).toContain(
      'documents/text/one.txt: was changed outside Assay. Run "assay add" with its source again',
    );
    expect(await add('one.txt', 'two.txt')).toEqual([
      ['one', 'restored'],
      ['two', 'restored'],
    ]);
    expect(await readFile(text('one'), 'utf8')).toBe('Alpha stands here.\n');
    expect(await readFile(text('two'), 'utf8')).toBe('Beta stands here.\n');
    expect(await add('one.txt')).toEqual([['one', 'unchanged']]);
  });

  it('numbers an id that an imported collection has, and one that two files of a batch share', async () => {
    await world.write('beir/corpus.jsonl', '{"_id":"note","title":"","text":"Of the collection."}\n');
    await world.write('beir/queries.jsonl', '');
    await world.write('beir/qrels.tsv', 'query-id\tcorpus-id\tscore\n');
    await world.json(['import', 'ws', 'beir', '--format', 'beir']);
    await world.write('a/note.txt', 'First.\n');
    await world.write('b/note.txt', 'Second.\n');
    expect(await add('a/note.txt', 'b/note.txt', 'missing.txt')).toEqual([
      ['note-2', 'added'],
      ['note-3', 'added'],
      [null, 'rejected'],
    ]);
  });

  it('keeps what is finished when it is interrupted, and ends with 130', async () => {
    for (let number = 0; number < 400; number += 1)
      await world.write(`many/${number}.txt`, `Number ${number}.\n`);
    const child = world.start('add', 'ws', 'many', '--json');
    let told = '';
    child.stdout?.on('data', (part: Buffer) => (told += part.toString()));
    const ended = new Promise<number | null>((done) => child.on('close', done));
    await until(async () => existsSync(join(world.folder, 'ws/documents/text/0.txt')));
    child.kill('SIGINT');
    expect(await ended).toBe(130);
    const { failure } = JSON.parse(told) as { failure: { code: string; message: string } };
    expect(failure.code).toBe('cancelled');
    const count = Number(/^Cancelled after (\d+) files; those stay added\.$/.exec(failure.message)?.[1]);
    const records = await readFile(join(world.folder, 'ws/documents/documents.jsonl'), 'utf8');
    expect(records.split('\n').filter((line) => line !== '')).toHaveLength(count);
  });

  it('a damaged document can still be removed', async () => {
    await world.write('one.txt', 'Alpha stands here.\n');
    await add('one.txt');
    await rm(join(world.folder, 'ws/documents/text/one.txt'));
    expect(await world.json(['remove', 'ws', 'one'])).toEqual({ id: 'one', removed: true, labels: [] });
    expect(await world.json(['validate', 'ws'])).toEqual({ errors: 0, warnings: 0, problems: [] });
  });
});

describe('assay import of a BEIR folder whose spans name whole documents', () => {
  it('says once that corpus.jsonl is skipped, and nothing of each of its ids', async () => {
    await world.write('beir/corpus.jsonl', '{"_id":"book-1","title":"","text":"Chapter one."}\n');
    await world.write(
      'beir/queries.jsonl',
      '{"_id":"q1","text":"Which?","spans":[{"doc":"book","start":1,"end":8}]}\n',
    );
    await world.write('beir/qrels.tsv', 'query-id\tcorpus-id\tscore\nq1\tbook-1\t1\n');
    await world.write('beir/docs/book.md', '𝕆Chapter one.\n');
    const report = await world.json<{ notes: { reason: string }[]; accepted: number }>([
      'import',
      'ws',
      'beir',
      '--format',
      'beir',
    ]);
    expect(report.accepted).toBe(2);
    expect(report.notes.map(({ reason }) => reason)).toEqual([
      'skipped: the spans name documents of docs/ (1), and those are imported instead',
    ]);
    const [line] = (await readFile(join(world.folder, 'ws/bank/questions.jsonl'), 'utf8')).split('\n');
    // Code points 1..8 are UTF-16 code units 2..9: the first letter takes two.
    expect(JSON.parse(line ?? '')).toMatchObject({
      evidence: [{ document: 'book', start: 2, end: 9, quote: 'Chapter' }],
      require: 'all',
    });
  });
});

describe('assay import --strict', () => {
  it('writes nothing where a row is rejected, and says so', async () => {
    await world.write('bank.jsonl', '{"id":"q1","question":"Who?","answers":["x"]}\nno json\n');
    const words = ['import', 'ws', 'bank.jsonl', '--format', 'jsonl', '--strict'];
    const told = await world.run(...words);
    expect([told.code, told.stdout.split('\n')[0]]).toEqual([
      2,
      '1 of 2 rows accepted (strict: nothing was written)',
    ]);
    expect(await world.json(words, 2)).toMatchObject({
      written: false,
      accepted: 1,
      rejected: [{ line: 2 }],
    });
    expect(await readFile(join(world.folder, 'ws/bank/questions.jsonl'), 'utf8').catch(() => '')).toBe('');
  });
});
