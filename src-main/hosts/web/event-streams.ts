// Server-sent events: every subscriber gets every event from now on; who missed some sees the gap and refetches.
import type { ServerResponse } from 'node:http';
import type { AppEvent } from '#contract/events';
import type { EventHub } from '#services/event-hub';
import { apiHeaders } from './replies.ts';

export interface EventStreams {
  /** Answers a request with an endless stream; it ends when the client leaves or the host closes. */
  open(response: ServerResponse): void;
  /** Ends every stream. */
  close(): void;
}

const heartbeatMs = 15_000;
/** A client that reads nothing is cut off at this many waiting bytes; it connects again and refetches. */
const maxWaitingBytes = 1_000_000;

/** `id` is the event's number and `data` the event as JSON. Nothing is replayed: Last-Event-ID is not read. */
export function createEventStreams(events: EventHub): EventStreams {
  const open = new Set<ServerResponse>();
  return {
    open(response) {
      const write = (text: string) => {
        if (response.writableLength > maxWaitingBytes) response.destroy();
        else response.write(text);
      };
      response.writeHead(200, { ...apiHeaders, 'content-type': 'text/event-stream; charset=utf-8' });
      write('retry: 1000\n: connected\n\n');
      const unsubscribe = events.subscribe((event) => write(frame(event)));
      const heartbeat = setInterval(() => write(': still here\n\n'), heartbeatMs);
      open.add(response);
      response.on('close', () => {
        unsubscribe();
        clearInterval(heartbeat);
        open.delete(response);
      });
      response.on('error', () => response.destroy());
    },
    close() {
      for (const response of open) response.end();
    },
  };
}

/** JSON text has no raw line break, so one data line is enough. */
function frame(event: AppEvent): string {
  return `id: ${event.sequence}\ndata: ${JSON.stringify(event)}\n\n`;
}
