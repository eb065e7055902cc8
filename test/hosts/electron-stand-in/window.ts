// BrowserWindow and its webContents: a page of the real browser with the built preload in it.
import { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import type { CDPSession, Page } from 'playwright-core';
import { note } from './journal.ts';
import { fromBrowser, openPage, rules, toBrowser } from './pages.ts';
import { installPreload, type PreloadWorld } from './preload-world.ts';
import { onlyKeys, preventable, strict } from './strict.ts';

export interface Frame {
  readonly url: string;
  readonly parent: Frame | null;
}

export interface Contents extends EventEmitter {
  readonly id: number;
  send(channel: string, ...words: unknown[]): void;
  setWindowOpenHandler(handler: (details: { url: string }) => { action: string }): void;
}

export type InvokeHandler = (
  event: { readonly sender: Contents; readonly senderFrame: Frame | null },
  ...words: unknown[]
) => unknown;

/** What windows need of the application; electron.ts fills it in. */
export const application = {
  handlers: new Map<string, InvokeHandler>(),
  created: (_contents: Contents): void => undefined,
  allClosed: (): void => undefined,
};

export const windows = new Set<Window>();
let nextId = 1;

interface Options {
  readonly webPreferences: { readonly preload: string } & Record<string, unknown>;
}

class Window extends EventEmitter {
  readonly webContents: Contents;
  destroyed = false;
  visible = false;
  page: Page | null = null;
  session: CDPSession | null = null;
  world: PreloadWorld | null = null;
  /** The address that loadURL or a reload asked for: going there is not the page's doing. */
  expected: string | null = null;
  openHandler: ((details: { url: string }) => { action: string }) | null = null;
  readonly ready: Promise<Page>;

  constructor(options: Options) {
    super();
    checkOptions(options);
    this.webContents = createContents(this);
    windows.add(this);
    application.created(this.webContents);
    this.ready = open(this, readFileSync(options.webPreferences.preload, 'utf8'));
    return strict('BrowserWindow', this);
  }

  async loadURL(url: string): Promise<void> {
    const page = await this.ready;
    this.expected = url;
    await page.goto(toBrowser(url));
    this.emit('ready-to-show');
  }

  show(): void {
    this.visible = true;
    note({ kind: 'shown' });
  }

  focus(): void {
    note({ kind: 'focused' });
  }

  isMinimized(): boolean {
    return false;
  }

  restore(): void {
    note({ kind: 'restored' });
  }

  isDestroyed(): boolean {
    return this.destroyed;
  }

  destroy(): void {
    if (this.destroyed) return;
    this.destroyed = true;
    windows.delete(this);
    for (const one of windows) if (one.webContents.id === this.webContents.id) windows.delete(one);
    this.emit('closed');
    void this.ready.then((page) => page.close()).catch(() => undefined);
    if (windows.size === 0) application.allClosed();
  }
}

export const BrowserWindow = strict('BrowserWindow', Window);

function checkOptions(options: Options): void {
  onlyKeys('options', options, [
    ...['width', 'height', 'minWidth', 'minHeight', 'show', 'title', 'webPreferences'],
  ]);
  const { preload, ...preferences } = options.webPreferences;
  const imitated: Readonly<Record<string, boolean>> = {
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    webSecurity: true,
    webviewTag: false,
    spellcheck: false,
  };
  for (const [key, value] of Object.entries(preferences))
    if (imitated[key] !== value) throw new Error(`webPreferences.${key} ${String(value)} is not imitated`);
  for (const key of ['sandbox', 'contextIsolation', 'nodeIntegration'])
    if (!(key in preferences)) throw new Error(`webPreferences.${key} must be said`);
  if (!isAbsolute(preload)) throw new Error('webPreferences.preload must be an absolute path');
}

function createContents(window: Window): Contents {
  const contents = Object.assign(new EventEmitter(), {
    id: nextId++,
    send(channel: string, ...words: unknown[]) {
      if (window.destroyed) throw new TypeError('Object has been destroyed');
      window.world?.send(channel, words);
    },
    setWindowOpenHandler(handler: (details: { url: string }) => { action: string }) {
      window.openHandler = handler;
    },
  });
  return strict('webContents', contents);
}

async function open(window: Window, preload: string): Promise<Page> {
  const page = await openPage();
  const session = await page.context().newCDPSession(page);
  window.page = page;
  window.session = session;
  page.on('close', () => window.destroy());
  window.world = await installPreload(session, preload, {
    invoke: (channel, words) => invoke(window.webContents, frameOf(page), channel, words),
    failed(message) {
      note({ kind: 'preload-failed', message });
      window.destroy();
    },
  });
  session.on('Page.windowOpen', ({ url }) => {
    const action = window.openHandler?.({ url: fromBrowser(url) }).action ?? 'allow';
    note({ kind: action === 'deny' ? 'window-denied' : 'window-allowed', url: fromBrowser(url) });
  });
  return page;
}

/** Calls the handler of a channel as the given frame would. */
export async function invoke(
  sender: Contents,
  senderFrame: Frame | null,
  channel: string,
  words: readonly unknown[],
): Promise<unknown> {
  const handler = application.handlers.get(channel);
  if (!handler) throw new Error(`No handler registered for '${channel}'`);
  return handler(strict('event', { sender, senderFrame }), ...words);
}

function frameOf(page: Page): Frame {
  return strict('senderFrame', { url: fromBrowser(page.url()), parent: null });
}

rules.mayNavigate = (page, url) => {
  const window = [...windows].find((one) => one.page === page);
  if (!window) return false;
  if (window.expected === url) {
    window.expected = null;
    return true;
  }
  const event = preventable();
  window.webContents.emit('will-navigate', event, url);
  return !event.defaultPrevented;
};

/** Reloads a window's page as the menu would. */
export async function reload(window: Window): Promise<void> {
  const page = await window.ready;
  window.expected = fromBrowser(page.url());
  await page.reload();
}
