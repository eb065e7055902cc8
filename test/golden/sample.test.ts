// The sample workspace as a golden test: what its configs find and who owns its failures stands in sample.json.
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCliWorld, type CliWorld } from '../support/cli.ts';
import type { Output } from '#contract/api';
import type { RunSummary } from '#contract/scores';

interface Expected {
  readonly found: string;
  readonly grounded: string;
  readonly correct: string;
  readonly correctGivenFound: string;
  readonly stages: RunSummary['stages'];
  readonly details: RunSummary['details'];
  readonly flags: RunSummary['flags'];
  readonly calls: number;
  readonly retrieval: Readonly<Record<string, number>>;
  readonly legs: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

const golden = JSON.parse(readFileSync(new URL('./sample.json', import.meta.url), 'utf8')) as Readonly<
  Record<string, Expected>
>;

let world: CliWorld;
const summaries = new Map<string, RunSummary>();
const found = new Map<string, Map<string, boolean | null>>();

beforeAll(async () => {
  world = await createCliWorld();
  await world.json(['init', 'ws', '--sample']);
  for (const config of Object.keys(golden)) {
    const summary = await world.json<RunSummary>(['run', 'ws', '--config', config]);
    summaries.set(config, summary);
    const input = await world.write(`${config}-items.json`, { runId: summary.runId, limit: 1000 });
    const { value } = await world.json<{ readonly value: Output<'run.listItems'> }>([
      'call',
      'run.listItems',
      '--workspace',
      'ws',
      '--input',
      input,
    ]);
    found.set(config, new Map(value.items.map((item) => [item.questionId, item.found])));
  }
}, 120_000);
afterAll(() => world.close());

test.each(Object.keys(golden))('%s finds, answers and fails as written down', (config) => {
  const expected = golden[config]!;
  const summary = summaries.get(config)!;
  const measured: Expected = {
    found: share(summary.found),
    grounded: share(summary.grounded),
    correct: share(summary.correct),
    correctGivenFound: share(summary.correctGivenFound),
    stages: summary.stages,
    details: summary.details,
    flags: summary.flags,
    calls: summary.calls.made,
    retrieval: rounded(summary.retrieval, Object.keys(expected.retrieval)),
    legs: Object.fromEntries(
      Object.entries(summary.legs).map(([leg, metrics]) => [
        leg,
        rounded(metrics, Object.keys(expected.legs[leg] ?? {})),
      ]),
    ),
  };
  expect(measured).toEqual(expected);
});

test('some questions need more than shared words: TF-IDF misses them and the embedding mends it', () => {
  expect(ids((id) => found.get('tfidf')?.get(id) === false && found.get('hybrid')?.get(id) === true)).toEqual(
    ['en-03', 'en-14', 'en-27', 'es-27'],
  );
});

test('the English embedding model ruins Spanish questions that words alone answer', () => {
  const ruined = ids(
    (id) => found.get('tfidf')?.get(id) === true && found.get('hybrid')?.get(id) === false,
  ).filter((id) => id.startsWith('es-'));
  expect(ruined).toEqual(['es-05', 'es-23', 'es-25', 'es-32', 'es-33', 'es-34', 'es-38']);
});

function ids(wanted: (id: string) => boolean): string[] {
  return [...(found.get('tfidf')?.keys() ?? [])].filter(wanted).sort();
}

function share({ k, n }: { readonly k: number; readonly n: number }): string {
  return `${k}/${n}`;
}

/** To four decimals, as sample.json has them. */
function rounded(metrics: Readonly<Record<string, number | null>>, names: readonly string[]) {
  return Object.fromEntries(names.map((name) => [name, Math.round((metrics[name] ?? NaN) * 1e4) / 1e4]));
}
