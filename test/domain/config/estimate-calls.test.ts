// Calls of a run, at least and at most.
import { expect, test } from 'vitest';
import type { ConfigFile } from '#contract/config';
import { completeConfig } from '#domain/config/complete-config';
import { estimateCalls } from '#domain/config/estimate-calls';

const base = {
  schemaVersion: 1,
  id: 'c',
  chunker: { kind: 'document' },
  retrievers: [{ kind: 'tfidf' }],
  contract: { kind: 'json' },
  model: { provider: 'openai-compatible', baseUrl: 'http://127.0.0.1/v1', model: 'm' },
  attempts: 1,
} as const;

const count = (change: object, questions: number, chunks: number | null) => {
  const file = { ...base, ...change } as unknown as ConfigFile;
  const { low, high, says } = estimateCalls(completeConfig(file), questions, chunks);
  return [low, high, says.length];
};

test.each([
  ['one attempt', {}, 10, 5, [10, 10, 1]],
  ['several attempts', { attempts: 3 }, 10, 5, [10, 10 * 3, 1]],
  ['written replies', { attempts: 2, model: { provider: 'scripted', replies: 'bank' } }, 10, 5, [10, 20, 1]],
  ['no language model', { attempts: 3, model: { provider: 'extractive' } }, 10, 5, [10, 10, 1]],
  ['a model that judges every chunk', { retrievers: [{ kind: 'llm' }] }, 10, 95, [10, 10 + 10 * 95, 2]],
  [
    'several chunks a call',
    { retrievers: [{ kind: 'llm', batch: 10 }] },
    10,
    95,
    [10, 10 + 10 * Math.ceil(95 / 10), 2],
  ],
  ['chunks that are not known', { retrievers: [{ kind: 'llm' }] }, 10, null, [10, 10, 2]],
  [
    'a rerank of fewer chunks than its candidates',
    { rerank: [{ kind: 'llm-score', candidates: 20, batch: 3 }] },
    2,
    7,
    [2, 2 + 2 * Math.ceil(7 / 3), 2],
  ],
  [
    'a rerank of its candidates',
    { rerank: [{ kind: 'llm-filter', candidates: 20 }] },
    2,
    700,
    [2, 2 + 2 * 20, 2],
  ],
  ['a rerank without a model', { rerank: [{ kind: 'mmr' }] }, 2, 700, [2, 2, 1]],
])('%s', (_what, change, questions, chunks, expected) => {
  expect(count(change, questions, chunks)).toEqual(expected);
});
