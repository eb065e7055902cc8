// A workspace with a document, a bank with written replies and a config, ready to be run.
import { join, resolve } from 'node:path';
import type { RunSummary } from '#contract/scores';
import { hashBytes } from '#services/hash';
import { bundleEntry } from '../../adapters/process/bundle-entry.ts';
import { openApp, type AppWorld } from './open-app.ts';

export interface RunTestWorld extends AppWorld {
  /** Runs to the end and gives the id and the summary. */
  run(config: string, k?: number): Promise<RunSummary>;
}

const indexChild = resolve(import.meta.dirname, '../../../src-main/adapters/index/index-child.ts');

export const text = `The lighthouse of Arosa was lit in 1853 by Captain Vela. ${'Nobody knew why it went dark. '.repeat(4)}
Its lamp burned olive oil until 1902, when electricity came.
The keeper was paid 40 reales a month and had two goats.`;

const evidence = (quote: string) => ({
  document: 'tower',
  group: 1,
  start: text.indexOf(quote),
  end: text.indexOf(quote) + quote.length,
  quote,
});

export const config = {
  schemaVersion: 1,
  id: 'written',
  chunker: { kind: 'sentence' },
  retrievers: [{ kind: 'tfidf' }],
  select: { k: 2 },
  contract: { kind: 'json' },
  model: { provider: 'scripted', replies: 'bank' },
  attempts: 1,
};

export const questions = [
  {
    id: 'lit',
    question: 'Who lit the lighthouse of Arosa in 1853?',
    answers: ['Captain Vela'],
    evidence: [evidence('was lit in 1853 by Captain Vela')],
    scriptedReply: '{"answer": "Captain Vela", "passage": 1}',
  },
  {
    id: 'oil',
    question: 'What did its lamp burn until 1902?',
    answers: ['olive oil'],
    evidence: [evidence('burned olive oil until 1902')],
    scriptedReply: '{"answer": "gas", "passage": 1}',
  },
  {
    id: 'paid',
    question: 'How much was the keeper paid a month?',
    answers: ['40 reales'],
    evidence: [evidence('paid 40 reales a month')],
    scriptedReply: 'It was {"answer": "40 reales", "passage": 1}',
  },
];

/** Bundles the child that builds indexes; call `remove` afterwards. */
export function bundleIndexChild(): ReturnType<typeof bundleEntry> {
  return bundleEntry(indexChild);
}

export async function openRunWorld(indexEntry: string): Promise<RunTestWorld> {
  const world = await openApp(indexEntry);
  await world.put('documents/text/tower.txt', text);
  await world.put('documents/tower.txt', text);
  const record = {
    ...{ id: 'tower', path: 'tower.txt', sourceHash: hashBytes(text), textHash: hashBytes(text) },
    ...{ mediaType: 'text/plain', title: null, language: 'en' },
    extraction: { characters: text.length, encoding: 'utf-8', warnings: [] },
  };
  await world.put(join('documents', 'documents.jsonl'), `${JSON.stringify(record)}\n`);
  await putBank(world, questions);
  await world.put('configs/written.json', JSON.stringify(config));
  return {
    ...world,
    async run(id, k) {
      const { runs } = await world.call('run.startRuns', { configs: [id], ...(k ? { ks: [k] } : {}) });
      return world.call('run.waitForRun', { runId: runs[0]?.runId ?? '' });
    },
  };
}

export async function putBank(world: AppWorld, bank: readonly object[]): Promise<void> {
  await world.put('bank/questions.jsonl', bank.map((one) => `${JSON.stringify(one)}\n`).join(''));
}
