// What a workspace may do and what its hand-written files say: egress policy, trust, broken files, foreign folders.
import { cp, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCliWorld, type CliWorld } from '../../support/cli.ts';
import { hasSharedData, sharedData } from '../../support/shared-data.ts';

let world: CliWorld;
beforeAll(async () => {
  world = await createCliWorld();
  await world.json(['init', 'ws']);
  await world.write('one.txt', 'Alpha stands here.\n');
  await world.write('two.txt', 'Beta stands there.\n');
  await world.json(['add', 'ws', 'one.txt', 'two.txt']);
  await world.write(
    'bank.jsonl',
    '{"id":"q1","question":"alpha","answers":["here"],"evidenceQuote":"Alpha"}\n',
  );
  await world.json(['import', 'ws', 'bank.jsonl', '--format', 'jsonl']);
});
afterAll(() => world.close());

function server(baseUrl: string): object {
  return {
    schemaVersion: 1,
    id: 'server',
    chunker: { kind: 'document' },
    retrievers: [{ kind: 'tfidf' }],
    contract: { kind: 'free' },
    model: { provider: 'openai-compatible', baseUrl, model: 'm' },
  };
}

describe('the egress policy', () => {
  it('is asked before a run exists: a refused run leaves nothing behind', async () => {
    await world.write('ws/configs/server.json', server('http://assay.example/v1'));
    const refused = await world.run('run', 'ws', '--config', 'server', '--json');
    expect({ code: refused.code, failure: JSON.parse(refused.stdout).failure }).toMatchObject({
      code: 2,
      failure: { code: 'egress-denied', detail: { host: 'assay.example', port: 80, policy: 'loopback' } },
    });
    expect(await readdir(join(world.folder, 'ws/runs'))).toEqual([]);
  });
});

describe('a workspace from elsewhere', () => {
  it('uses its endpoints only once it is trusted', async () => {
    // Nothing listens on port 1: what is trusted and allowed is tried, and the provider is to blame.
    await world.write('ws/configs/server.json', server('http://127.0.0.1:1/v1'));
    await cp(join(world.folder, 'ws'), join(world.folder, 'copy'), { recursive: true });
    const untrusted = await world.run('run', 'copy', '--config', 'server');
    expect(untrusted.code).toBe(2);
    expect(untrusted.stderr).toContain(
      'This workspace is not trusted yet, and the config "server" would use: endpoint "http://127.0.0.1:1/v1".',
    );
    expect(await world.json(['trust', 'copy'])).toEqual({
      trusted: true,
      root: join(world.folder, 'copy'),
      accepted: [{ config: 'server', kind: 'endpoint', value: 'http://127.0.0.1:1/v1' }],
    });
    expect(await world.json(['run', 'copy', '--config', 'server'], 4)).toMatchObject({
      state: 'partial',
      scoreable: 0,
      excluded: { provider: 1, label: 0, ingestion: 0 },
      found: { k: 0, n: 0, rate: null },
    });
    expect(await world.json(['run', 'copy', '--config', 'server', '--allow-partial'])).toMatchObject({
      state: 'partial',
    });
  });
});

describe('assay validate', () => {
  it('tells a wrong word once with the words there are, and hides a key that was written in', async () => {
    await cp(join(world.folder, 'ws'), join(world.folder, 'broken'), { recursive: true });
    const settings = join(world.folder, 'broken/assay.json');
    await writeFile(settings, (await readFile(settings, 'utf8')).replace('"loopback"', '"loopbak"'));
    const model = {
      provider: 'openai-compatible',
      baseUrl: 'http://127.0.0.1:1/v1',
      model: 'm',
      apiKey: 'sk-0123',
    };
    await world.write('broken/configs/server.json', { ...server('x'), contract: { kind: 'xml' }, model });
    expect(await world.json(['validate', 'broken'], 3)).toEqual({
      errors: 3,
      warnings: 0,
      problems: [
        {
          file: 'assay.json',
          path: '/egress/policy',
          value: 'loopbak',
          message: 'must be one of none, loopback, hosts',
        },
        {
          file: 'configs/server.json',
          path: '/contract/kind',
          value: 'xml',
          message: 'must be one of json, bracket, free',
        },
        {
          file: 'configs/server.json',
          path: '/model/apiKey',
          value: '(hidden)',
          message: 'must match pattern "^env:[A-Za-z_][A-Za-z0-9_]*$"',
          remedy: 'Name an environment variable, such as env:OPENAI_API_KEY',
        },
      ],
    });
  });
});

describe.skipIf(!hasSharedData)('the lesson "shop"', () => {
  it('comes in as a BEIR folder without queries, and its bank after it', async () => {
    const lesson = sharedData('lessons/shop');
    await world.write('shop/corpus.jsonl', await readFile(`${lesson}/corpus.jsonl`, 'utf8'));
    await world.write('shop/queries.jsonl', '');
    await world.write('shop/qrels.tsv', 'query-id\tcorpus-id\tscore\n');
    await world.json(['init', 'lesson', '--language', 'bg']);
    expect(await world.json(['import', 'lesson', 'shop', '--format', 'beir'])).toMatchObject({
      accepted: 7,
      rejected: [],
      notes: [],
      documents: 7,
      documentsAdded: 7,
      collection: 'shop',
    });
    expect(await world.json(['import', 'lesson', `${lesson}/bank.jsonl`, '--format', 'jsonl'])).toMatchObject(
      { accepted: 8, added: 8, rejected: [] },
    );
    expect(await world.json(['validate', 'lesson'])).toEqual({ errors: 0, warnings: 0, problems: [] });
    const listed = await world.json<{
      value: { total: number; questions: { unanswerable?: boolean; evidence: object[] }[] };
    }>(['call', 'bank.listQuestions', '--workspace', 'lesson']);
    expect(
      listed.value.questions.map(({ unanswerable, evidence }) => [unanswerable ?? false, evidence.length]),
    ).toEqual([...Array.from({ length: 7 }, () => [false, 1]), [true, 0]]);
  });
});
