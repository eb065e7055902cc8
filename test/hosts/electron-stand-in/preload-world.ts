// Runs a preload in an isolated world of a real page, over the DevTools protocol, and carries its IPC.
import { randomUUID } from 'node:crypto';
import type { CDPSession } from 'playwright-core';
import { createCodec, createWorldBridge, type Codec, type Json, type WorldBridge } from './wire.ts';

export interface PreloadWorld {
  /** Sends to the preload; dropped while no page is loaded, as Electron does. Throws where it cannot be cloned. */
  send(channel: string, words: readonly unknown[]): void;
}

type FromPreload =
  | {
      readonly kind: 'invoke';
      readonly id: number;
      readonly channel: string;
      readonly words: readonly unknown[];
    }
  | { readonly kind: 'failed'; readonly message: string };

const worldName = 'assay-preload';
const bindingName = 'assayStandIn';
const codec = createCodec();

/**
 * Installs the preload's text for every document to come of the page's main frame. `invoke` answers ipcRenderer.invoke;
 * `failed` hears what the preload threw, which the window must not survive.
 */
export async function installPreload(
  session: CDPSession,
  source: string,
  hooks: {
    invoke(channel: string, words: readonly unknown[]): Promise<unknown>;
    failed(message: string): void;
  },
): Promise<PreloadWorld> {
  let contextId: number | null = null;
  const deliver = (message: unknown) => {
    const text = JSON.stringify(JSON.stringify(codec.encode(message)));
    if (contextId === null) return;
    const expression = `assayDeliver(${text})`;
    // A page that has just gone takes the message with it.
    session.send('Runtime.evaluate', { expression, contextId }).catch(() => undefined);
  };
  await session.send('Page.enable');
  const { frameTree } = await session.send('Page.getFrameTree');
  session.on('Runtime.executionContextCreated', ({ context }) => {
    const frameId = (context.auxData as { readonly frameId?: string } | undefined)?.frameId;
    if (context.name === worldName && frameId === frameTree.frame.id) contextId = context.id;
  });
  session.on('Runtime.executionContextDestroyed', ({ executionContextId }) => {
    if (contextId === executionContextId) contextId = null;
  });
  session.on('Runtime.bindingCalled', ({ name, payload }) => {
    if (name !== bindingName) return;
    const message = codec.decode(JSON.parse(payload) as Json) as FromPreload;
    if (message.kind === 'failed') return hooks.failed(message.message);
    const { id, channel } = message;
    hooks.invoke(channel, message.words).then(
      (value) => deliver({ kind: 'reply', id, ok: true, value }),
      (error: unknown) =>
        deliver({
          kind: 'reply',
          id,
          ok: false,
          value: new Error(`Error invoking remote method '${channel}': ${String(error)}`),
        }),
    );
  });
  await session.send('Runtime.enable');
  await session.send('Runtime.addBinding', { name: bindingName, executionContextName: worldName });
  const secret = randomUUID();
  await session.send('Page.addScriptToEvaluateOnNewDocument', { source: pageSide(secret) });
  await session.send('Page.addScriptToEvaluateOnNewDocument', {
    source: preloadSide(secret, source),
    worldName,
  });
  return { send: (channel, words) => deliver({ kind: 'event', channel, words }) };
}

/** The page's end of the bridge; no name of it is left in the page. */
function pageSide(secret: string): string {
  return `(() => {
    if (window !== window.top) return;
    (${createWorldBridge.toString()})((${createCodec.toString()})(), 'main-${secret}', 'preload-${secret}');
  })();`;
}

/** The preload, wrapped as Electron wraps a sandboxed one: CommonJS, and nothing to require but electron. */
function preloadSide(secret: string, source: string): string {
  return `(() => {
    if (window !== window.top) return;
    const codec = (${createCodec.toString()})();
    const bridge = (${createWorldBridge.toString()})(codec, 'preload-${secret}', 'main-${secret}');
    const post = (text) => globalThis.${bindingName}(text);
    const runtime = (${preloadRuntime.toString()})(codec, bridge, post);
    globalThis.assayDeliver = runtime.deliver;
    const module = { exports: {} };
    runtime.run(() => (function (require, module, exports) {${source}
    })(runtime.require, module, module.exports));
  })();`;
}

/** What a sandboxed preload finds; self-contained, as its text is evaluated in the browser. */
function preloadRuntime(
  codec: Codec,
  bridge: WorldBridge,
  post: (text: string) => void,
): { require(name: string): unknown; run(preload: () => void): void; deliver(text: string): void } {
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: unknown): void }>();
  const listeners = new Map<string, ((...words: unknown[]) => void)[]>();
  let nextId = 1;
  const refuse = (name: string, members: object): unknown =>
    new Proxy(members, {
      get(object, key) {
        if (key in object) return Reflect.get(object, key) as unknown;
        throw new Error(`${name}.${String(key)} is not imitated`);
      },
    });
  const ipcRenderer = refuse('ipcRenderer', {
    invoke: (channel: string, ...words: unknown[]) =>
      new Promise((resolve, reject) => {
        const id = nextId++;
        const text = JSON.stringify(codec.encode({ kind: 'invoke', id, channel, words }));
        waiting.set(id, { resolve, reject });
        post(text);
      }),
    on: (channel: string, listener: () => void) =>
      void listeners.set(channel, [...(listeners.get(channel) ?? []), listener]),
    removeListener: (channel: string, listener: () => void) =>
      void listeners.set(
        channel,
        (listeners.get(channel) ?? []).filter((one) => one !== listener),
      ),
  });
  const contextBridge = refuse('contextBridge', {
    exposeInMainWorld: (key: string, value: unknown) => bridge.expose(key, value),
  });
  const electron = refuse('electron', { contextBridge, ipcRenderer });
  return {
    require(name) {
      if (name === 'electron') return electron;
      throw new Error(`module not found: ${name}`);
    },
    run(preload) {
      try {
        preload();
      } catch (error) {
        post(JSON.stringify(codec.encode({ kind: 'failed', message: String(error) })));
      }
    },
    deliver(text) {
      const message = codec.decode(JSON.parse(text) as Json) as Record<string, unknown>;
      if (message['kind'] === 'event') {
        const words = message['words'] as unknown[];
        for (const listener of listeners.get(message['channel'] as string) ?? []) listener({}, ...words);
        return;
      }
      const call = waiting.get(message['id'] as number);
      waiting.delete(message['id'] as number);
      if (message['ok'] === true) call?.resolve(message['value']);
      else call?.reject(message['value']);
    },
  };
}
