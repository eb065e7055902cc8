// Carries calls by POST and events by server-sent events, for a page that the web host serves.
import type { AppEvent } from '#contract/events';
import type { Reply } from '#contract/failure';
import type { Transport } from './client.ts';

/** Calls the host that served the page; addresses are relative, so the page needs to know none. */
export function createHttpTransport(): Transport {
  return { call, listen };
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

/** The browser connects again on its own. Whatever came before a connection stood was missed: each one is a loss. */
function listen(onEvent: (event: AppEvent) => void, lost: () => void): () => void {
  const source = new EventSource('./api/events');
  source.addEventListener('open', lost);
  source.addEventListener('message', (message: MessageEvent<string>) =>
    onEvent(JSON.parse(message.data) as AppEvent),
  );
  return () => source.close();
}
