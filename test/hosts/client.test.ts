// The renderer's client over a transport in memory: gaps in the numbers, losses, and subscriptions that come and go.
import { expect, test } from 'vitest';
import { topics } from '#contract/procedure';
import type { AppEvent } from '#contract/events';
import { clientOver } from '../../src-renderer/api/client.ts';
import { createIpcTransport } from '../../src-renderer/api/ipc-transport.ts';

const all = { name: 'topics.changed', payload: { topics } };

function ended(sequence: number): AppEvent {
  return { sequence, name: 'run.ended', payload: { runId: String(sequence), state: 'complete' } };
}

function told(sequence: number): object {
  return { name: 'run.ended', payload: { runId: String(sequence), state: 'complete' } };
}

function connect() {
  const wire = { hear: null as ((event: AppEvent) => void) | null, lose: () => undefined as void, stops: 0 };
  const client = clientOver({
    call: async (name, input) => ({ ok: true, value: [name, input] }),
    listen(onEvent, lost) {
      wire.hear = onEvent;
      wire.lose = lost;
      return () => void (wire.stops += 1);
    },
  });
  return { wire, client };
}

test.each([
  ['numbers that follow', [1, 2, 3], [told(1), told(2), told(3)]],
  ['a first number of any size', [41, 42], [told(41), told(42)]],
  ['a hole', [1, 2, 4, 5], [told(1), told(2), all, told(4), told(5)]],
  ['a host that began again', [7, 8, 1, 2], [told(7), told(8), all, told(1), told(2)]],
  ['a number that came twice', [1, 1], [told(1), all, told(1)]],
])('%s', (_what, sequences, expected) => {
  const { wire, client } = connect();
  const heard: unknown[] = [];
  client.subscribe((event) => heard.push(event));
  for (const sequence of sequences) wire.hear?.(ended(sequence));
  expect(heard).toEqual(expected);
});

test('a loss is announced as a change of every topic', () => {
  const { wire, client } = connect();
  const heard: unknown[] = [];
  client.subscribe((event) => heard.push(event));
  wire.lose();
  expect(heard).toEqual([all]);
});

test('listeners share one connection, which ends with the last of them', () => {
  const { wire, client } = connect();
  const heard: [string, unknown][] = [];
  const stopA = client.subscribe((event) => heard.push(['a', event]));
  const stopB = client.subscribe((event) => heard.push(['b', event]));
  wire.hear?.(ended(1));
  stopA();
  wire.hear?.(ended(2));
  expect([heard, wire.stops]).toEqual([
    [
      ['a', told(1)],
      ['b', told(1)],
      ['b', told(2)],
    ],
    0,
  ]);
  stopB();
  stopB();
  expect(wire.stops).toBe(1);
  client.subscribe((event) => heard.push(['c', event]));
  wire.hear?.(ended(9));
  expect(heard.at(-1)).toEqual(['c', told(9)]);
});

test('a bridge that rejects becomes a failure as data', async () => {
  const transport = createIpcTransport({
    call: () => Promise.reject(new Error('An object could not be cloned.')),
    on: () => () => undefined,
  });
  expect(await transport.call('workspace.getOverview', {})).toEqual({
    ok: false,
    failure: { code: 'internal', message: 'An object could not be cloned.' },
  });
});
