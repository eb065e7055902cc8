// Bad usage of the command line: always exit code 2, a reason on stderr, and with --json one document on stdout.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCliWorld, type CliWorld } from '../../support/cli.ts';

let world: CliWorld;
beforeAll(async () => {
  world = await createCliWorld();
  await mkdir(join(world.folder, 'empty'));
});
afterAll(() => world.close());

const misuses: [string, string[], string][] = [
  ['an unknown command', ['frob'], "unknown command 'frob'"],
  ['a missing option', ['search', 'ws', 'words'], "required option '--config <id>' not specified"],
  ['neither a config nor a run', ['run', 'ws'], 'Give --config C or --resume RUN, one of the two.'],
  [
    'a query and a file of queries',
    ['search', 'ws', 'words', '--config', 'c', '--queries', 'q'],
    'Give a query or --queries FILE, one of the two.',
  ],
  [
    '--retry-errors without a run',
    ['run', 'ws', '--config', 'c', '--retry-errors'],
    '--retry-errors goes with --resume RUN: it says which run to ask again.',
  ],
  [
    '-k for a run that has one',
    ['run', 'ws', '--resume', 'r', '-k', '3'],
    '-k cannot go with --resume: the run goes on exactly as it was started.',
  ],
  [
    'input that is no JSON',
    ['call', 'run.listRuns', '--input', 'missing.json'],
    "missing.json cannot be read: ENOENT: no such file or directory, open 'missing.json'",
  ],
];

describe('bad usage', () => {
  it.each(misuses)('%s is told on both streams and ends with 2', async (_, words, message) => {
    const result = await world.run(...words, '--json');
    expect({ ...result, stdout: JSON.parse(result.stdout) }).toEqual({
      code: 2,
      stdout: { ok: false, failure: { code: 'invalid-input', message } },
      stderr: `error: ${message}\n`,
    });
  });

  it('without --json says it on stderr alone', async () => {
    expect(await world.run('run', 'ws')).toEqual({
      code: 2,
      stdout: '',
      stderr: 'error: Give --config C or --resume RUN, one of the two.\n',
    });
  });
});

describe('a folder that is no workspace', () => {
  const commands: [string, string[]][] = [
    ['search', ['--config', 'tfidf', 'words']],
    ['run', ['--config', 'tfidf']],
    ['index', []],
    ['import', ['bank.jsonl', '--format', 'jsonl']],
  ];
  it.each(commands)('is refused by %s in the same words', async (command, rest) => {
    const root = join(world.folder, command === 'search' ? 'nowhere' : 'empty');
    const result = await world.run(command, root, ...rest);
    expect(result).toEqual({
      code: 2,
      stdout: '',
      stderr: `assay: ${root} is no workspace: it has no assay.json. Run "assay init" for it first.\n`,
    });
  });

  it('has no runs to list, and nothing to validate', async () => {
    expect((await world.run('runs', 'list', 'empty')).code).toBe(2);
    expect((await world.run('validate', 'nowhere')).code).toBe(2);
    expect(await world.json(['validate', 'empty'], 3)).toMatchObject({
      errors: 1,
      problems: [{ file: 'assay.json', message: 'is missing' }],
    });
  });
});
