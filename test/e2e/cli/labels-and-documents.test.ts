// What becomes of labels when their document changes or goes, and mistakes in what is imported.
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Output } from '../../../src-main/contract/api.ts';
import type { RunSummary } from '../../../src-main/contract/scores.ts';
import { createCliWorld, type CliWorld } from '../../support/cli.ts';

let world: CliWorld;
beforeEach(async () => {
  world = await createCliWorld();
  await world.json(['init', 'ws']);
  await world.write('keys.txt', 'The red key opens the cellar.\n');
  await world.write('doors.txt', 'The blue door leads to the garden.\n');
  await world.json(['add', 'ws', 'keys.txt', 'doors.txt']);
  const row = {
    id: 'q1',
    question: 'What opens the cellar?',
    answers: ['red key'],
    evidenceQuote: 'red key opens the cellar',
  };
  await world.write('bank.jsonl', `${JSON.stringify(row)}\n`);
  await world.json(['import', 'ws', 'bank.jsonl', '--format', 'jsonl']);
});
afterEach(() => world.close());

const run = () => world.json<RunSummary>(['run', 'ws', '--config', 'tfidf']);

test(
  'remove says which labels no longer resolve, keeps them, and the run counts them apart',
  { timeout: 120_000 },
  async () => {
    const says =
      'its evidence in "keys" no longer resolves; the label is kept and comes back with the document';
    const expected = { id: 'keys', labels: [{ question: 'q1', says }] };
    expect(await world.json(['remove', 'ws', 'keys', '--dry-run'])).toEqual({ ...expected, removed: false });
    expect((await run()).excluded.label).toBe(0);
    expect(await world.json(['remove', 'ws', 'keys'])).toEqual({ ...expected, removed: true });
    expect(await run()).toMatchObject({ excluded: { provider: 0, label: 1, ingestion: 0 }, scoreable: 0 });
    expect((await world.run('validate', 'ws')).code).toBe(3);
    await world.json(['add', 'ws', 'keys.txt']);
    expect(await run()).toMatchObject({ excluded: { label: 0 }, scoreable: 1, found: { k: 1, n: 1 } });
  },
);

test(
  'a changed file is a new version under its id; a label whose text is gone is said and counted as ingestion',
  { timeout: 120_000 },
  async () => {
    await world.write('keys.txt', 'The brass key is lost.\n');
    const added = await world.json<Output<'document.addFiles'>>(['add', 'ws', 'keys.txt', 'doors.txt']);
    expect(added.results.map(({ id, outcome }) => [id, outcome])).toEqual([
      ['keys', 'changed'],
      ['doors', 'unchanged'],
    ]);
    expect(added.labels.map(({ question }) => question)).toEqual(['q1']);
    expect(await run()).toMatchObject({ excluded: { provider: 0, label: 0, ingestion: 1 }, scoreable: 0 });
  },
);

test(
  'a folder given as a jsonl bank is told from a missing file, with the format it wants',
  { timeout: 60_000 },
  async () => {
    await world.write('beir/corpus.jsonl', '');
    const folder = await world.run('import', 'ws', 'beir', '--format', 'jsonl');
    expect(folder.code).toBe(2);
    expect(folder.stderr).toContain(
      'is a folder, and a file is wanted here. A BEIR folder is imported with --format beir.',
    );
    const missing = await world.run('import', 'ws', 'nothing.jsonl', '--format', 'jsonl');
    expect(missing.code).toBe(2);
    expect(missing.stderr).toContain('There is no file');
  },
);
