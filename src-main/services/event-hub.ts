// Numbers events and coalesces them at the source: at most ten a second for each thing that changes.
import type { AppEvent, EventName, EventPayloads } from '#contract/events';
import type { Topic } from '#contract/procedure';

export interface EventHub {
  announce<Name extends EventName>(name: Name, payload: EventPayloads[Name]): void;
  /** Returns the function that ends the subscription. */
  subscribe(listener: (event: AppEvent) => void): () => void;
  /** Sends what is waiting at once, as before the process ends. */
  flush(): void;
}

const intervalMs = 100;

/** `schedule` runs a function once after so many milliseconds and returns a way to call it off. */
export function createEventHub(schedule: (run: () => void, afterMs: number) => () => void): EventHub {
  const listeners = new Set<(event: AppEvent) => void>();
  const waiting = new Map<string, { name: EventName; payload: EventPayloads[EventName] }>();
  let callOff: (() => void) | null = null;
  let sequence = 0;

  function flush(): void {
    callOff?.();
    callOff = null;
    const events = [...waiting.values()];
    waiting.clear();
    for (const { name, payload } of events) {
      sequence += 1;
      const event = { sequence, name, payload } as AppEvent;
      for (const listener of listeners) listener(event);
    }
  }

  return {
    announce(name, payload) {
      const key = keyOf(name, payload);
      const merged = merge(waiting.get(key)?.payload, payload);
      // Deleting first keeps the order of the last change: an end never overtakes the progress before it.
      waiting.delete(key);
      waiting.set(key, { name, payload: merged });
      callOff ??= schedule(flush, intervalMs);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    flush,
  };
}

function keyOf(name: EventName, payload: EventPayloads[EventName]): string {
  const id = 'runId' in payload ? payload.runId : 'what' in payload ? payload.what : '';
  return `${name} ${id}`;
}

function merge(
  earlier: EventPayloads[EventName] | undefined,
  later: EventPayloads[EventName],
): EventPayloads[EventName] {
  if (!earlier || !('topics' in earlier) || !('topics' in later)) return later;
  return { topics: [...new Set<Topic>([...earlier.topics, ...later.topics])] };
}
