// The stand-in's `electron` module: what the main process imports, over plain Node and a real Chromium.
import { EventEmitter } from 'node:events';
import { flushJournal, note, onCommand } from './journal.ts';
import { closePages, rules } from './pages.ts';
import { preventable, strict } from './strict.ts';
import { utilityProcess } from './utility-process.ts';
import { application, BrowserWindow, invoke, reload, windows, type InvokeHandler } from './window.ts';

const lifecycle = { ready: false, quitting: false, ended: false };
const paths = new Map<string, string>();
const answers: {
  request: PermissionAsker | null;
  check: (() => boolean) | null;
  device: (() => boolean) | null;
} = { request: null, check: null, device: null };

type PermissionAsker = (contents: null, permission: string, decide: (may: boolean) => void) => void;

/** Ready comes a turn after it is first asked for: this module is loaded long before the entry has been evaluated. */
let becomingReady: Promise<void> | null = null;
function whenReady(): Promise<void> {
  return (becomingReady ??= new Promise((resolve) =>
    setImmediate(() => {
      lifecycle.ready = true;
      resolve();
    }),
  ));
}

export const app = strict(
  'app',
  Object.assign(new EventEmitter(), {
    isPackaged: false,
    whenReady,
    setPath: (name: string, path: string) => void paths.set(name, path),
    requestSingleInstanceLock: (data: object) => {
      note({ kind: 'lock-asked', data, userData: paths.get('userData') });
      return process.env['ASSAY_STAND_IN_SECOND'] !== '1';
    },
    commandLine: strict('commandLine', {
      appendSwitch(name: string, value?: string) {
        if (lifecycle.ready) throw new Error('appendSwitch comes too late');
        rules.switches.push(value === undefined ? `--${name}` : `--${name}=${value}`);
      },
    }),
    quit,
    exit,
  }),
);

export const protocol = strict('protocol', {
  registerSchemesAsPrivileged(schemes: readonly { scheme: string; privileges: Record<string, boolean> }[]) {
    if (lifecycle.ready) throw new Error('registerSchemesAsPrivileged comes too late');
    for (const { scheme, privileges } of schemes)
      if (scheme !== 'app' || !privileges['standard'] || !privileges['secure'])
        throw new Error(`The scheme ${scheme} with these privileges is not imitated`);
  },
  handle(scheme: string, handler: (request: Request) => Response | Promise<Response>) {
    if (!lifecycle.ready) throw new Error('protocol.handle before ready');
    rules.handlers.set(scheme, handler);
  },
});

export const session = strict('session', {
  get defaultSession() {
    if (!lifecycle.ready) throw new Error('Session can only be received when app is ready');
    return defaultSession;
  },
});

const defaultSession = strict('session', {
  webRequest: strict('webRequest', {
    onBeforeRequest: (filter: typeof rules.filter) => void (rules.filter = filter),
  }),
  setPermissionRequestHandler: (handler: PermissionAsker) => void (answers.request = handler),
  setPermissionCheckHandler: (handler: () => boolean) => void (answers.check = handler),
  setDevicePermissionHandler: (handler: () => boolean) => void (answers.device = handler),
  setSpellCheckerEnabled: (enabled: boolean) => note({ kind: 'spell-checker', enabled }),
});

export const ipcMain = strict('ipcMain', {
  handle(channel: string, handler: InvokeHandler) {
    if (application.handlers.has(channel))
      throw new Error(`Attempted to register a second handler for '${channel}'`);
    application.handlers.set(channel, handler);
  },
});

export const dialog = strict('dialog', {
  showErrorBox: (title: string, content: string) => note({ kind: 'error-box', title, content }),
});

export { BrowserWindow, utilityProcess };

/** As Electron's: before-quit may prevent it, then windows close, then will-quit and quit, then the process ends. */
function quit(): void {
  const before = preventable();
  app.emit('before-quit', before);
  if (before.defaultPrevented || lifecycle.ended) return;
  lifecycle.quitting = true;
  for (const window of [...windows]) window.destroy();
  const will = preventable();
  note({ kind: 'will-quit' });
  app.emit('will-quit', will);
  if (will.defaultPrevented) return void (lifecycle.quitting = false);
  lifecycle.ended = true;
  app.emit('quit', {}, 0);
  exit(0);
}

function exit(code: number): void {
  lifecycle.ended = true;
  void closePages()
    .then(flushJournal)
    .finally(() => process.exit(code));
}

application.created = (contents) => void app.emit('web-contents-created', {}, contents);
application.allClosed = () => {
  if (lifecycle.quitting || lifecycle.ended) return;
  if (!app.emit('window-all-closed')) quit();
};
process.on('SIGTERM', quit);

onCommand('quit', () => setImmediate(quit) && null);
onCommand('closeWindow', (index: number) => [...windows][index]?.destroy());
onCommand('windows', () => windows.size);
onCommand('reload', (index: number) => {
  const window = [...windows][index];
  return window && reload(window);
});
onCommand('secondInstance', (data: unknown) => void app.emit('second-instance', {}, [], '/', data));
onCommand('askPermission', async (permission: string) => ({
  request: await new Promise((resolve) =>
    answers.request ? answers.request(null, permission, resolve) : resolve(true),
  ),
  check: answers.check?.() ?? true,
  device: answers.device?.() ?? true,
}));
onCommand('invokeAs', (frame: { url: string; parent: null } | null, channel: string, words: unknown[]) => {
  const sender = [...windows][0]?.webContents;
  if (!sender) throw new Error('There is no window.');
  return invoke(sender, frame, channel, words);
});
onCommand('navigateEvent', (name: string) => {
  const event = preventable();
  [...windows][0]?.webContents.emit(name, event);
  return event.defaultPrevented;
});

// Electron says so of an app that is started as `electron .`; the launcher starts as Node does, entry first.
Object.assign(process, { defaultApp: true });

/** What `require('electron')` gives. */
export const electron = strict('electron', {
  app,
  BrowserWindow,
  dialog,
  ipcMain,
  protocol,
  session,
  utilityProcess,
});
