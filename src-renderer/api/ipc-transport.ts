// Carries calls and events through the bridge that the preload of the desktop window exposes.
import type { AppEvent } from '#contract/events';
import type { Reply } from '#contract/failure';
import type { Transport } from './client.ts';

/** `window.assay`, all of it. */
export interface Bridge {
  call(name: string, input: unknown): Promise<Reply>;
  /** Returns the function that ends the subscription. */
  on(listener: (event: AppEvent) => void): () => void;
}

/** IPC loses no event while the page lives, so only a hole in the numbers can tell of a loss. */
export function createIpcTransport(bridge: Bridge): Transport {
  return {
    async call(name, input) {
      try {
        return await bridge.call(name, input);
      } catch (error) {
        return { ok: false, failure: { code: 'internal', message: (error as Error).message } };
      }
    },
    listen: (onEvent) => bridge.on(onEvent),
  };
}
