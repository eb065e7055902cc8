// A command whose reader closes the pipe early ends quietly.
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { createCliWorld } from '../../support/cli.ts';

test('a closed pipe is no crash: assay search -k all --json | head', { timeout: 120_000 }, async () => {
  const world = await createCliWorld();
  await world.json(['init', 'ws']);
  // More than a pipe holds (64 KiB), so that the rest meets the closed end.
  const sentences = Array.from({ length: 1500 }, (_, index) => `Key number ${index} opens door ${index}.`);
  await world.write('keys.txt', sentences.join('\n'));
  await world.json(['add', 'ws', 'keys.txt']);
  const { file } = await world.json<{ file: object }>(['config', 'show', 'ws', 'tfidf']);
  // Smooth idf: with the plain one a word that stands everywhere weighs nothing.
  await world.write('ws/configs/lines.json', {
    ...file,
    id: 'lines',
    chunker: { kind: 'sentence' },
    retrievers: [{ kind: 'tfidf', idf: 'smooth' }],
  });
  const cli = resolve(import.meta.dirname, '../../../out/main/cli.js');
  const command = `"${process.execPath}" "${cli}" search ws --config lines -k all --json --quiet "key door" | head -c 20`;
  const { stdout, stderr, status } = spawnSync('bash', ['-o', 'pipefail', '-c', command], {
    cwd: world.folder,
    env: world.environment,
    encoding: 'utf8',
  });
  await world.close();
  expect({ stdout: stdout.length, stderr, status }).toEqual({ stdout: 20, stderr: '', status: 0 });
});
