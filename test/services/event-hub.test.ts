// Events are numbered without a gap, and coalesced: of many changes of one thing only the last is sent.
import { beforeEach, describe, expect, test } from 'vitest';
import type { AppEvent } from '#contract/events';
import { createEventHub, type EventHub } from '#services/event-hub';

let hub: EventHub;
let sent: AppEvent[];
/** What the hub asked to be run later, with its delay. */
let scheduled: { run: () => void; afterMs: number }[];

beforeEach(() => {
  sent = [];
  scheduled = [];
  hub = createEventHub((run, afterMs) => {
    const entry = { run, afterMs };
    scheduled.push(entry);
    return () => {
      scheduled = scheduled.filter((other) => other !== entry);
    };
  });
  hub.subscribe((event) => sent.push(event));
});

const index = (what: string, done: number) => hub.announce('index.progress', { what, done });

describe('the event hub', () => {
  test('sends nothing before its interval, which allows ten a second', () => {
    index('tfidf', 0.1);
    expect({ sent, delays: scheduled.map(({ afterMs }) => afterMs) }).toEqual({ sent: [], delays: [100] });
  });

  test('a thousand changes of two things become two events, the last of each', () => {
    for (let step = 1; step <= 1000; step += 1) index(step % 2 === 0 ? 'tfidf' : 'hybrid', step / 1000);
    expect(scheduled).toHaveLength(1);
    scheduled[0]?.run();
    expect(sent).toEqual([
      { sequence: 1, name: 'index.progress', payload: { what: 'hybrid', done: 0.999 } },
      { sequence: 2, name: 'index.progress', payload: { what: 'tfidf', done: 1 } },
    ]);
  });

  test('numbers go on over the flushes', () => {
    for (const done of [0.1, 0.2, 0.3]) {
      index('tfidf', done);
      hub.flush();
    }
    expect(sent.map(({ sequence }) => sequence)).toEqual([1, 2, 3]);
    expect(scheduled).toEqual([]);
  });

  test('touched topics are united, never lost', () => {
    hub.announce('topics.changed', { topics: ['bank', 'runs'] });
    hub.announce('topics.changed', { topics: ['runs', 'index'] });
    hub.flush();
    expect(sent.map(({ payload }) => payload)).toEqual([{ topics: ['bank', 'runs', 'index'] }]);
  });

  test('an end never overtakes the progress announced before it', () => {
    const progress = {
      runId: 'r',
      finished: 1,
      questions: 1,
      stages: {},
      failed: 0,
      promptTokens: 0,
      elapsedMs: 1,
    };
    hub.announce('run.progress', progress);
    hub.announce('run.ended', { runId: 'r', state: 'complete' });
    hub.flush();
    expect(sent.map(({ name }) => name)).toEqual(['run.progress', 'run.ended']);
  });

  test('who has left hears nothing', () => {
    const heard: AppEvent[] = [];
    hub.subscribe((event) => heard.push(event))();
    index('tfidf', 1);
    hub.flush();
    expect({ heard: heard.length, sent: sent.length }).toEqual({ heard: 0, sent: 1 });
  });
});
