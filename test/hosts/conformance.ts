// One suite for every transport: the same inputs give the same replies, and events arrive numbered.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AppEvent } from '#contract/events';
import type { Reply } from '#contract/failure';

export interface Connection {
  call(name: string, input: unknown): Promise<Reply>;
  /** Everything heard so far, in order. */
  readonly heard: readonly AppEvent[];
  close(): Promise<void>;
}

/** Text that a careless transport bends: quotes, line separators, joined emoji, a lone surrogate, control characters. */
export const oddText = '👩‍🔬 ¿qué? "a" \\ <b>&amp;\u2028\u2029\u0000\u001f \ud800 é e\u0301 金';

/** Large enough to span many packets, in bytes that are cut across characters. */
export const largeText = 'Ж金é\n'.repeat(300_000);

interface Case {
  readonly what: string;
  readonly name: string;
  readonly input: unknown;
  readonly expected: unknown;
}

const anyText = expect.any(String) as string;

const cases: readonly Case[] = [
  {
    what: 'a value',
    name: 'workspace.getOverview',
    input: {},
    expected: { ok: true, value: { name: oddText.replace('\ud800', ''), documents: 1, questions: 0 } },
  },
  {
    what: 'input that is missing',
    name: 'config.listConfigs',
    input: null,
    expected: { ok: true, value: { configs: expect.any(Array) as unknown[] } },
  },
  {
    what: 'input of a wrong shape',
    name: 'document.getText',
    input: { id: 7, extra: [true] },
    expected: {
      ok: false,
      failure: {
        code: 'invalid-input',
        message: anyText,
        problems: [
          { path: '/', value: { id: 7, extra: [true] }, message: anyText },
          { path: '/id', value: 7, message: anyText },
        ],
      },
    },
  },
  ...[[], 'text', 7, true].map((input) => ({
    what: `input that is ${JSON.stringify(input)}`,
    name: 'workspace.getOverview',
    input,
    expected: { ok: false, failure: { code: 'invalid-input', problems: [{ path: '/', value: input }] } },
  })),
  ...['no.such', '__proto__', 'constructor', 'workspace.getOverview ', 'é/../x?y#z%20'].map((name) => ({
    what: `the unknown procedure ${JSON.stringify(name)}`,
    name,
    input: {},
    expected: { ok: false, failure: { code: 'not-found', message: expect.stringContaining(name) as string } },
  })),
  {
    what: 'odd text',
    name: 'document.getText',
    input: { id: oddText },
    expected: {
      ok: false,
      failure: { code: 'not-found', message: expect.stringContaining(oddText) as string },
    },
  },
  {
    what: 'a large reply',
    name: 'document.getText',
    input: { id: 'large' },
    expected: { ok: true, value: { id: 'large', text: largeText } },
  },
  {
    what: 'a large input',
    name: 'retrieval.searchMany',
    input: { config: 'none', queries: [{ id: 'q', text: largeText }] },
    expected: { ok: false, failure: { code: 'not-found' } },
  },
  {
    what: 'a question with where its evidence stands',
    name: 'bank.getQuestion',
    input: { id: oddText },
    expected: {
      ok: false,
      failure: { code: 'not-found', message: expect.stringContaining(oddText) as string },
    },
  },
  {
    what: 'steps that can be absent',
    name: 'bank.getSteps',
    input: {},
    expected: { ok: true, value: { undo: null, redo: null } },
  },
  {
    what: 'offsets of odd text',
    name: 'document.findText',
    input: { text: 'Ж金É', limit: 2 },
    expected: {
      ok: true,
      value: {
        total: 300_000,
        places: [
          { document: 'large', start: 0, end: 3, before: '', match: 'Ж金é' },
          { document: 'large', start: 4, end: 7, match: 'Ж金é' },
        ],
      },
    },
  },
  {
    what: 'a config that is none, with every problem',
    name: 'config.checkConfig',
    input: { file: { id: oddText, chunker: 7 } },
    expected: { ok: true, value: { complete: null, problems: expect.any(Array) as unknown[] } },
  },
  {
    what: 'runs that are not there, side by side',
    name: 'run.compareItems',
    input: { runIds: ['none', oddText] },
    expected: { ok: false, failure: { code: 'not-found' } },
  },
  {
    what: 'a command that fails',
    name: 'run.deleteRun',
    input: { runId: 'none' },
    expected: { ok: false, failure: { code: 'not-found' } },
  },
];

/** Runs every case over a connection; `reference` answers the same calls in process, and the replies must be equal. */
export function conformanceSuite(
  name: string,
  connect: () => Promise<Connection>,
  reference: (name: string, input: unknown) => Promise<Reply>,
  options: { readonly carriesEvents: boolean },
): void {
  describe(name, () => {
    let connection: Connection | undefined;

    beforeAll(async () => {
      connection = await connect();
    });

    afterAll(() => connection?.close());

    function connected(): Connection {
      if (!connection) throw new Error('There is no connection.');
      return connection;
    }

    test.each(cases)('$what', async (one) => {
      const reply = await connected().call(one.name, one.input);
      expect(reply).toMatchObject(one.expected as object);
      expect(reply).toEqual(JSON.parse(JSON.stringify(await reference(one.name, one.input))));
    });

    if (!options.carriesEvents) return;
    test('events arrive once, in order, numbered without a hole', async () => {
      const { heard } = connected();
      const before = heard.length;
      for (let round = 0; round < 3; round += 1) {
        await connected().call('run.deleteRun', { runId: 'none' });
        await expect.poll(() => heard.length, { timeout: 10_000 }).toBe(before + round + 1);
      }
      const events = heard.slice(before);
      const first = events[0]?.sequence ?? 0;
      expect(events).toEqual(
        [0, 1, 2].map((step) => ({
          sequence: first + step,
          name: 'topics.changed',
          payload: { topics: ['runs'] },
        })),
      );
    });
  });
}
