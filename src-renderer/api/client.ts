// The renderer's one way to the app: calls procedures and hears events, whatever carries them.
import type { Input, Output, ProcedureName } from '#contract/api';
import type { AppEvent } from '#contract/events';
import type { Reply } from '#contract/failure';
import { topics } from '#contract/procedure';
import { createHttpTransport } from './http-transport.ts';
import { createIpcTransport, type Bridge } from './ipc-transport.ts';

export interface Client {
  /** Never rejects: what went wrong is the reply's failure. */
  call<Name extends ProcedureName>(name: Name, input: Input<Name>): Promise<Reply<Output<Name>>>;
  /** Returns the function that ends the subscription. */
  subscribe(listener: (event: Announcement) => void): () => void;
}

/** An event as views see it: numbers are the client's own affair. */
export type Announcement = AppEvent extends infer Event
  ? Event extends AppEvent
    ? Omit<Event, 'sequence'>
    : never
  : never;

/** What carries calls and events. `lost` says that events may have been missed, as after a broken connection. */
export interface Transport {
  call(name: string, input: unknown): Promise<Reply>;
  listen(onEvent: (event: AppEvent) => void, lost: () => void): () => void;
}

declare global {
  interface Window {
    /** Put there by the preload of the desktop window; a browser page has none. */
    readonly assay?: Bridge;
  }
}

/** The client of this page: over the preload in the desktop window, over HTTP in a browser. */
export function createClient(): Client {
  return clientOver(window.assay ? createIpcTransport(window.assay) : createHttpTransport());
}

/**
 * A client over a transport. Events carry numbers without holes, so a hole means that some were missed; so does a
 * broken connection. Nobody can say what they told, so every topic is then announced as changed.
 */
export function clientOver(transport: Transport): Client {
  const listeners = new Set<(event: Announcement) => void>();
  let stop: (() => void) | null = null;
  let last: number | null = null;

  function tell(event: Announcement): void {
    for (const listener of [...listeners]) listener(event);
  }
  function lost(): void {
    tell({ name: 'topics.changed', payload: { topics } });
  }
  function hear({ sequence, ...event }: AppEvent): void {
    if (last !== null && sequence !== last + 1) lost();
    last = sequence;
    tell(event as Announcement);
  }

  return {
    call: (name, input) => transport.call(name, input) as Promise<Reply<never>>,
    subscribe(listener) {
      listeners.add(listener);
      stop ??= transport.listen(hear, lost);
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        stop?.();
        stop = null;
        last = null;
      };
    },
  };
}
