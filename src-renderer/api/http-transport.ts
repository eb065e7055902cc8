// Carries calls by POST and events by server-sent events, for a page that the web host serves.
import type { AppEvent } from '#contract/events';
import type { Reply } from '#contract/failure';
import type { Transport } from './client.ts';

/** A call waits no longer than this for the connection of events to stand. */
const patienceMs = 2000;

/** Calls the host that served the page; addresses are relative, so the page needs to know none. */
export function createHttpTransport(): Transport {
  const connection = createConnection();
  return {
    async call(name, input) {
      await connection.standing();
      return call(name, input);
    },
    listen: connection.listen,
  };
}

async function call(name: string, input: unknown): Promise<Reply> {
  try {
    const response = await fetch(`./api/${encodeURIComponent(name)}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(input ?? {}),
    });
    return (await response.json()) as Reply;
  } catch (error) {
    const message = `Assay does not answer (${(error as Error).message}). Start it again and open the address it prints.`;
    return { ok: false, failure: { code: 'unavailable', message } };
  }
}

interface Connection {
  /** Resolves when events are heard, or when it takes too long. */
  readonly standing: () => Promise<void>;
  readonly listen: Transport['listen'];
}

/**
 * The connection that events come over; the browser makes it again on its own. The first calls wait for it, so that
 * nothing can change unheard between an answer and the first event: only a connection made again is a loss.
 */
function createConnection(): Connection {
  let source: EventSource | null = null;
  let first: Promise<void> | null = null;
  let tellLoss: (() => void) | null = null;

  function connect(): EventSource {
    const made = new EventSource('./api/events');
    source = made;
    let mayMiss = false;
    first = new Promise<void>((resolve) => {
      const goOn = () => {
        mayMiss = true;
        resolve();
      };
      const timer = setTimeout(goOn, patienceMs);
      made.addEventListener('error', goOn);
      made.addEventListener('open', () => {
        clearTimeout(timer);
        if (mayMiss) tellLoss?.();
        goOn();
      });
    });
    return made;
  }

  return {
    async standing() {
      if (first === null) connect();
      await first;
    },
    listen(onEvent, lost) {
      const heard = source ?? connect();
      tellLoss = lost;
      heard.addEventListener('message', (message: MessageEvent<string>) =>
        onEvent(JSON.parse(message.data) as AppEvent),
      );
      return () => {
        heard.close();
        source = null;
        tellLoss = null;
      };
    },
  };
}
