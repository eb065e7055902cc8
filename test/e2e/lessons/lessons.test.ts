// Three published lessons through the command line: a wrong context explained, another system's run, a model that retrieves.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { cp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Output } from '#contract/api';
import type { RunSummary } from '#contract/scores';
import { createCliWorld, type CliWorld } from '../../support/cli.ts';
import { hasSharedData, sharedData } from '../../support/shared-data.ts';

let world: CliWorld;
beforeAll(async () => {
  world = await createCliWorld();
});
afterAll(() => world.close());

type Items = Output<'run.listItems'>['items'];

async function itemsOf(workspace: string, runId: string): Promise<Items> {
  const input = await world.write('items-input.json', { runId, limit: 1000 });
  const { value } = await world.json<{ value: { items: Items } }>([
    ...['call', 'run.listItems', '--workspace', workspace],
    ...['--input', input],
  ]);
  return value.items;
}

const base = {
  schemaVersion: 1,
  chunker: { kind: 'document' },
  contract: { kind: 'free' },
  model: { provider: 'extractive' },
  select: { k: 3 },
};

describe.skipIf(!hasSharedData)('exports: why the wrong context comes', () => {
  const lsa = {
    kind: 'lsa',
    dims: 5,
    tf: 'sublinear',
    idf: 'smooth',
    candidates: 20,
    analyzer: { language: 'none', minLength: 2, ngrams: [1, 2], stopWords: 'stop-words.txt' },
  };
  const bm25 = { kind: 'bm25', k1: 1.2, b: 0.75, candidates: 20, analyzer: { language: 'none' } };
  const rerank = [{ kind: 'char-ngram', min: 3, max: 5 }];

  beforeAll(async () => {
    await world.json(['init', 'exports', '--language', 'en']);
    await world.json(['import', 'exports', sharedData('lessons/exports'), '--format', 'beir']);
    const words = JSON.parse(
      await readFile(sharedData('lessons/exports/stop-words.json'), 'utf8'),
    ) as string[];
    await world.write('exports/stop-words.txt', words.join('\n'));
    const write = (id: string, more: object) =>
      world.write(`exports/configs/${id}.json`, { ...base, id, ...more });
    await write('lsa-only', { retrievers: [lsa] });
    await write('bm25-only', { retrievers: [bm25] });
    await write('both', { retrievers: [lsa, bm25], fusion: { kind: 'rrf', k: 60 } });
    await write('reranked', { retrievers: [lsa, bm25], fusion: { kind: 'rrf', k: 60 }, rerank });
  });

  test.each([
    ['lsa-only', [1, 2, 4], 2 / 3, (1 + 1 / 2 + 1 / 4) / 3],
    ['bm25-only', [1, 1, 1], 1, 1],
    ['both', [1, 1, 2], 1, (1 + 1 + 1 / 2) / 3],
    ['reranked', [1, 1, 3], 1, (1 + 1 + 1 / 3) / 3],
  ])('%s puts the right chunks at %j', async (config, ranks, recall, mrr) => {
    const summary = await world.json<RunSummary>(['run', 'exports', '--config', config]);
    const items = await itemsOf('exports', summary.runId);
    expect(items.map(({ rank }) => rank)).toEqual(ranks);
    expect(summary.retrieval['recall@3']).toBeCloseTo(recall, 12);
    expect(summary.retrieval['mrr']).toBeCloseTo(mrr, 12);
  });

  test('LSA of a single chunk is refused with what is needed', async () => {
    await world.json(['init', 'one', '--language', 'en']);
    await world.json(['add', 'one', await world.write('single.txt', 'One short text alone.')]);
    await world.write('one/configs/lsa.json', { ...base, id: 'lsa', retrievers: [lsa, bm25].slice(0, 1) });
    await world.write('one/stop-words.txt', 'the');
    const { code, stdout } = await world.run('search', 'one', '--config', 'lsa', 'text', '--json');
    expect(code).toBe(2);
    expect(stdout).toContain('LSA needs at least 2 chunks; there is 1.');
  });
});

describe.skipIf(!hasSharedData)('shop: another system’s run, and answers for each k', () => {
  beforeAll(async () => {
    await world.json(['init', 'shop', '--language', 'bg']);
    const folder = join(world.folder, 'shop-beir');
    await cp(sharedData('lessons/shop/corpus.jsonl'), join(folder, 'corpus.jsonl'));
    await world.write('shop-beir/queries.jsonl', '');
    await world.write('shop-beir/qrels.tsv', 'query-id\tcorpus-id\tscore\n');
    await world.json(['import', 'shop', folder, '--format', 'beir']);
    await world.json(['import', 'shop', sharedData('lessons/shop/bank.jsonl'), '--format', 'jsonl']);
    await cp(sharedData('lessons/shop/run.trec'), join(world.folder, 'shop/run.trec'));
    await cp(sharedData('lessons/shop/replies.json'), join(world.folder, 'shop/replies.json'));
    await world.write('shop/configs/other.json', {
      ...base,
      id: 'other',
      retrievers: [{ kind: 'run', file: 'run.trec' }],
      contract: { kind: 'bracket', abstention: 'не знам' },
      model: { provider: 'scripted', replies: 'replies.json' },
      attempts: 1,
    });
  });

  test('one command prints found, grounded and correct for k = 1 to 4', async () => {
    const { runs } = await world.json<{ runs: RunSummary[] }>([
      'run',
      'shop',
      '--config',
      'other',
      '-k',
      '1..4',
    ]);
    const share = ({ k, n }: { k: number; n: number }) => `${k}/${n}`;
    expect(runs.map((run) => [run.k, share(run.found), share(run.grounded), share(run.correct)])).toEqual([
      [1, '3/7', '6/8', '5/8'],
      [2, '5/7', '6/8', '7/8'],
      [3, '6/7', '7/8', '7/8'],
      [4, '7/7', '8/8', '8/8'],
    ]);
    const [first, , third] = runs;
    expect(first?.retrieval['recall@1']).toBeCloseTo(3 / 7, 12);
    expect(third?.retrieval['recall@3']).toBeCloseTo(6 / 7, 12);
    expect(first?.retrieval['mrr']).toBeCloseTo((1 + 1 / 3 + 1 / 4 + 1 / 2 + 1 / 2 + 1 + 1) / 7, 12);
    const ranks = (await itemsOf('shop', first?.runId ?? '')).map(({ rank }) => rank);
    expect(ranks.slice(0, 7)).toEqual([1, 3, 4, 2, 2, 1, 1]);
  });

  test('a run file with wrong lines is refused with each of them, and a question without a list is told', async () => {
    await world.write('shop/broken.trec', 's1 Q0 доставка-1 1\ns2 Q0 доставка-1 1 high x\n');
    await world.write('shop/configs/broken.json', {
      ...base,
      id: 'broken',
      retrievers: [{ kind: 'run', file: 'broken.trec' }],
    });
    const { code, stdout } = await world.run('run', 'shop', '--config', 'broken', '--json');
    expect(code).toBe(2);
    expect(JSON.parse(stdout)).toMatchObject({
      failure: {
        problems: [
          { file: 'broken.trec', line: 1 },
          { file: 'broken.trec', line: 2 },
        ],
      },
    });
    const found = await world.json<Output<'retrieval.searchChunks'>>([
      ...['search', 'shop', '--config', 'other', 'нещо'],
    ]);
    expect(found.warnings?.[0]).toContain('has no list for a query without the id of a question');
  });
});

interface Topics {
  readonly question: string;
  readonly documents: readonly string[];
  readonly relevant: readonly number[];
  readonly scores: readonly number[];
}

describe.skipIf(!hasSharedData)('topics: the model as retriever', () => {
  let server: Server;
  let topics: Topics;
  let mostAtOnce = 0;
  let asked = 0;
  /** Chunk numbers whose judgement is spoilt. */
  let spoilt: readonly number[] = [];

  beforeAll(async () => {
    topics = JSON.parse(await readFile(sharedData('lessons/topics/topics.json'), 'utf8')) as Topics;
    let now = 0;
    server = createServer((request, response) => {
      let text = '';
      request.on('data', (part: Buffer) => (text += part.toString()));
      request.on('end', () => {
        now += 1;
        asked += 1;
        mostAtOnce = Math.max(mostAtOnce, now);
        setTimeout(() => {
          now -= 1;
          const { messages } = JSON.parse(text) as { messages: { content: string }[] };
          response.end(JSON.stringify({ choices: [{ message: { content: judge(messages) } }] }));
        }, 30);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    await world.json(['init', 'topics', '--language', 'en']);
    await world.write(
      'topics-beir/corpus.jsonl',
      topics.documents
        .map((text, index) => JSON.stringify({ _id: `c${index + 1}`, title: '', text }))
        .join('\n'),
    );
    await world.write('topics-beir/queries.jsonl', JSON.stringify({ _id: 'q', text: topics.question }));
    await world.write(
      'topics-beir/qrels.tsv',
      ['query-id\tcorpus-id\tscore', ...topics.relevant.map((n) => `q\tc${n}\t1`)].join('\n'),
    );
    await world.json(['import', 'topics', join(world.folder, 'topics-beir'), '--format', 'beir']);
    const model = { provider: 'openai-compatible', baseUrl: `http://127.0.0.1:${port}/v1`, model: 'judge' };
    const write = (id: string, retrievers: object[], more: object = {}) =>
      world.write(`topics/configs/${id}.json`, { ...base, id, retrievers, model, ...more });
    await write('boolean', [{ kind: 'llm', mode: 'boolean' }]);
    await write('score', [{ kind: 'llm', mode: 'score', threshold: 5 }]);
    await write('words', [{ kind: 'tfidf' }]);
    await write('refined', [{ kind: 'tfidf' }], { rerank: [{ kind: 'llm-filter' }] });
    await write('capped', [{ kind: 'llm', maxCalls: 9 }]);
    await write('narrowed', [{ kind: 'llm', mode: 'boolean', filter: { document: ['c1', 'c2', 'c3'] } }]);
    await write('fallback', [
      { kind: 'tfidf', filter: { document: 'c1' } },
      { kind: 'llm', when: 'fallback', fallback: { fewerThan: 2 } },
    ]);
    await write('second-try', [
      { kind: 'tfidf', filter: { document: 'c1' } },
      { kind: 'llm', when: 'fallback', fallback: { fewerThan: 1, onAbstention: true } },
    ]);
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  function judge(messages: readonly { content: string }[]): string {
    const [system, user] = messages;
    const number = Number(/Chunk (\d+):/.exec(user?.content ?? '')?.[1]);
    if (spoilt.includes(number)) return 'Perhaps.';
    if (system?.content.includes('"relevant"'))
      return JSON.stringify({ relevant: topics.relevant.includes(number) });
    if (system?.content.includes('"score"')) return JSON.stringify({ score: topics.scores[number - 1] });
    return user?.content.includes('Chunk 2:')
      ? 'Insights related to topic B can be found in chunks 2 and 8.'
      : "I don't know";
  }

  const search = async (config: string) =>
    await world.json<Output<'retrieval.searchChunks'>>([
      ...['search', 'topics', '--config', config, topics.question],
      ...['-k', 'all'],
    ]);
  const numbers = ({ hits }: Output<'retrieval.searchChunks'>) => hits.map(({ documentId }) => documentId);

  test('nothing is sent before the folder is trusted', async () => {
    const imported = join(world.folder, 'copied');
    await cp(join(world.folder, 'topics'), imported, { recursive: true });
    const before = asked;
    const { code, stdout } = await world.run('search', imported, '--config', 'boolean', 'x', '--json');
    expect([code, JSON.parse(stdout)]).toMatchObject([2, { failure: { code: 'egress-denied' } }]);
    expect(asked).toBe(before);
  });

  test('boolean keeps the relevant chunks in corpus order, and its calls overlap', async () => {
    mostAtOnce = 0;
    expect(numbers(await search('boolean'))).toEqual(['c2', 'c8']);
    expect(mostAtOnce).toBe(4);
  });

  test('scoring keeps what reaches the threshold, best first', async () => {
    const { hits } = await search('score');
    expect(hits.map(({ documentId, score }) => [documentId, score])).toEqual([
      ['c2', 9],
      ['c8', 7],
    ]);
  });

  test('words alone are fooled by chunks that only deny', async () => {
    expect(numbers(await search('words')).slice(0, 4)).toEqual(['c2', 'c9', 'c8', 'c10']);
    expect(numbers(await search('refined'))).toEqual(['c2', 'c8']);
  });

  test('a filter spares calls, a cap refuses before the first one', async () => {
    const before = asked;
    expect(numbers(await search('narrowed'))).toEqual(['c2']);
    expect(asked - before).toBe(3);
    const { code, stdout } = await world.run('search', 'topics', '--config', 'capped', 'x', '--json');
    expect(code).toBe(2);
    expect(stdout).toContain('would make 10 calls for each question');
    expect(asked - before).toBe(3);
  });

  test('an unreadable judgement is counted and stored, and is no rejection', async () => {
    spoilt = [2, 5];
    const summary = await world.json<RunSummary>(['run', 'topics', '--config', 'boolean']);
    const input = await world.write('item-input.json', { runId: summary.runId, questionId: 'q' });
    const { value } = await world.json<{ value: Output<'run.getItem'> }>([
      ...['call', 'run.getItem', '--workspace', 'topics', '--input', input],
    ]);
    spoilt = [];
    const { legs, warnings, judging, ranked } = value.item.retrieval;
    expect(ranked.map(({ documentId }) => documentId)).toEqual(['c8']);
    expect(warnings).toEqual([
      'llm: of 10 judgements 2 could not be read. They count as not judged, not as irrelevant.',
    ]);
    expect(judging?.calls).toBe(10);
    // 10 judgements and the answer.
    expect(summary.calls.made).toBe(10 + 1);
    expect(legs[0]?.judgements?.map(({ relevant, problem, kept }) => [relevant, problem, kept])).toEqual(
      topics.documents.map((_, index) => {
        const number = index + 1;
        if ([2, 5].includes(number)) return [null, 'unreadable', false];
        return [topics.relevant.includes(number), null, topics.relevant.includes(number)];
      }),
    );
  });

  test('where the reader abstains it searches again, and the first try stays in the item and in the costs', async () => {
    const summary = await world.json<RunSummary>(['run', 'topics', '--config', 'second-try']);
    const input = await world.write('item-input.json', { runId: summary.runId, questionId: 'q' });
    const { value } = await world.json<{ value: Output<'run.getItem'> }>([
      ...['call', 'run.getItem', '--workspace', 'topics', '--input', input],
    ]);
    const { item } = value;
    expect(item.retrieval.fallback).toEqual([{ retriever: 'llm', reason: 'the reader abstained' }]);
    expect(item.earlier?.attempts.map(({ reply }) => reply)).toEqual(["I don't know"]);
    expect(item.answer?.abstained).toBe(false);
    expect(item.prompt.passages.map(({ documentId }) => documentId)).toContain('c2');
    // The first answer, 10 judgements, the second answer.
    expect(summary.calls.made).toBe(1 + 10 + 1);
  });

  test('as a fallback it is asked only where the others find too little, and the item says why', async () => {
    const summary = await world.json<RunSummary>(['run', 'topics', '--config', 'fallback']);
    const input = await world.write('item-input.json', { runId: summary.runId, questionId: 'q' });
    const { value } = await world.json<{ value: Output<'run.getItem'> }>([
      ...['call', 'run.getItem', '--workspace', 'topics', '--input', input],
    ]);
    const { fallback, legs } = value.item.retrieval;
    expect(fallback).toEqual([{ retriever: 'llm', reason: expect.stringMatching(/1 hit/) }]);
    expect(legs.map(({ retriever, hits }) => [retriever, hits.length])).toEqual([
      ['tfidf', 1],
      ['llm', 2],
    ]);
  });
});
