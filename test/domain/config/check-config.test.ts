// Configs that are well formed and cannot be used: what the check says of each.
import { describe, expect, it } from 'vitest';
import type { ConfigFile } from '#contract/config';
import { checkConfig } from '#domain/config/check-config';
import { completeConfig } from '#domain/config/complete-config';

const plain: ConfigFile = {
  schemaVersion: 1,
  id: 'plain',
  chunker: { kind: 'document' },
  retrievers: [{ kind: 'tfidf' }],
  contract: { kind: 'json' },
  model: { provider: 'extractive' },
};

function pathsOf(changes: object): (string | undefined)[] {
  const file = { ...plain, ...changes } as ConfigFile;
  return checkConfig(file, completeConfig(file)).map((problem) => problem.path);
}

describe('checkConfig', () => {
  const unavailable: [object, string[]][] = [
    [{}, []],
    [{ filter: null, note: 'kept' }, []],
    [{ filter: { tag: 'a' }, budget: { calls: 10 } }, ['/budget']],
    [
      { model: { provider: 'extractive', price: { prompt: 1, completion: 2, currency: 'EUR' } } },
      ['/model/price'],
    ],
    [{ retrievers: [{ kind: 'tfidf', when: 'always' }] }, []],
  ];
  it.each(unavailable)(
    'a published field that nothing acts on is refused, never ignored: %j',
    (changes, paths) => {
      expect(pathsOf(changes)).toEqual(paths);
    },
  );

  it('names the two parts that clash', () => {
    expect(pathsOf({ retrievers: [{ kind: 'tfidf' }, { kind: 'tfidf' }] })).toEqual(['/retrievers/1/id']);
    expect(pathsOf({ contract: { kind: 'json', answerField: 'a', passageField: 'a' } })).toEqual([
      '/contract/passageField',
    ]);
    expect(pathsOf({ model: { provider: 'extractive', contextTokens: 100, maxOutputTokens: 100 } })).toEqual([
      '/model/contextTokens',
    ]);
    expect(pathsOf({ chunker: { kind: 'fixed', size: 10, overlap: 10 } })).toEqual(['/chunker']);
  });

  const server = { provider: 'openai-compatible', baseUrl: 'http://127.0.0.1:1/v1', model: 'm' };
  const retrieval: [object, string[]][] = [
    [{ retrievers: [{ kind: 'tfidf', when: 'fallback' }] }, ['/retrievers']],
    [
      { retrievers: [{ kind: 'tfidf' }, { kind: 'bm25', fallback: { fewerThan: 2 } }] },
      ['/retrievers/1/fallback'],
    ],
    [{ retrievers: [{ kind: 'tfidf' }, { kind: 'bm25', when: 'fallback', fallback: { fewerThan: 2 } }] }, []],
    [{ retrievers: [{ kind: 'llm' }] }, ['/retrievers/0/model']],
    [{ retrievers: [{ kind: 'llm', model: server }] }, []],
    [{ retrievers: [{ kind: 'llm' }], model: server }, []],
    [{ rerank: [{ kind: 'llm-score' }, { kind: 'llm-filter', model: server }] }, ['/rerank/0/model']],
    [{ chunker: { kind: 'llm' } }, ['/chunker/model']],
    [{ rerank: [{ kind: 'char-ngram', min: 4, max: 3 }] }, ['/rerank/0/min']],
  ];
  it.each(retrieval)('knows what cannot work in retrieval: %j', (changes, paths) => {
    expect(pathsOf(changes)).toEqual(paths);
  });

  it('refuses an address that carries a password, and does not repeat it', () => {
    const model = (baseUrl: string) => ({ model: { provider: 'openai-compatible', baseUrl, model: 'm' } });
    expect(pathsOf(model('http://127.0.0.1:8080/v1?to=a@b'))).toEqual([]);
    expect(pathsOf(model('https://ana:hunter2@example.org/v1'))).toEqual(['/model/baseUrl']);
    const file = { ...plain, ...model('https://ana:hunter2@example.org/v1') } as ConfigFile;
    expect(JSON.stringify(checkConfig(file, completeConfig(file)))).not.toContain('hunter2');
  });
});
