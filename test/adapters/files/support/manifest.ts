// A small valid manifest of a run.
import type { RunManifest } from '#contract/runs';
import { hashBytes } from '#services/hash';

export function manifestOf(runId: string, questionIds: readonly string[]): RunManifest {
  return {
    ...{ schemaVersion: 1, runId, state: 'running', k: 3, tags: [], foundThreshold: 1 },
    config: { id: 'tfidf' } as RunManifest['config'],
    questionIds: [...questionIds],
    versions: {
      ...{ app: '0.1.0', commit: null, lockfile: null, metrics: '1', tokenizer: '1' },
      questionsHash: hashBytes('q'),
      labelHash: hashBytes('l'),
      corpusHash: hashBytes('c'),
      configHash: hashBytes('f'),
      ...{ models: {}, node: 'v20', os: 'linux' },
    },
    ...{ frozen: {}, startedAt: '2026-01-02T03:04:05.000Z', finishedAt: null, elapsedMs: 0 },
  };
}
