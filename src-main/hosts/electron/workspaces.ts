// The open workspaces: one window and one app each; calls go to the app of the window they come from.
import { ipcMain, type BrowserWindow, type IpcMainInvokeEvent } from 'electron';
import { isProcedureName, procedures } from '#contract/api';
import type { Reply } from '#contract/failure';
import type { App } from '../app.ts';
import { createSampleIfMissing } from '../create-sample.ts';
import { watchOthers } from '../watch-others.ts';
import type { RootChoice } from '../workspace-root.ts';
import { callChannel, eventChannel } from './channels.ts';
import { isTrustedSender } from './guards.ts';
import { createWindow, showWindow } from './window.ts';

export interface Workspaces {
  /** Opens a workspace in a window of its own, or brings its window to the front. Resolves when the page is loaded. */
  open(choice: RootChoice): Promise<void>;
  /** Closes every window and resolves when every app has ended. */
  close(): Promise<void>;
}

interface Opened {
  readonly app: App;
  readonly window: BrowserWindow;
  /** Aborts the window's queries when it goes. */
  readonly gone: AbortController;
}

/** `compose` opens the app of a root; `preload` is the absolute path of the built preload. */
export function createWorkspaces(options: {
  readonly compose: (root: string) => App;
  readonly preload: string;
}): Workspaces {
  const opening = new Map<string, Promise<Opened>>();
  const byContents = new Map<number, Opened>();
  const closing = new Set<Promise<void>>();

  async function start({ root, isSample }: RootChoice): Promise<Opened> {
    const app = options.compose(root);
    if (isSample) await createSampleIfMissing(app);
    const { window, loaded } = createWindow(options.preload);
    const opened: Opened = { app, window, gone: new AbortController() };
    const { id } = window.webContents;
    byContents.set(id, opened);
    const watch = watchOthers(app, root);
    const unsubscribe = app.events.subscribe((event) => window.webContents.send(eventChannel, event));
    window.on('closed', () => {
      unsubscribe();
      watch.close();
      opened.gone.abort();
      byContents.delete(id);
      opening.delete(root);
      const ended = app.close().catch((error: unknown) => void app.log.bug(error, 'closing a workspace'));
      closing.add(ended);
      void ended.then(() => closing.delete(ended));
    });
    await loaded;
    return opened;
  }

  ipcMain.handle(callChannel, (event, name: unknown, input: unknown) =>
    answerCall(byContents.get(event.sender.id), event, name, input),
  );
  return {
    async open(choice) {
      const known = opening.get(choice.root);
      if (known) return showWindow((await known).window);
      const started = start(choice);
      opening.set(choice.root, started);
      started.catch(() => opening.delete(choice.root));
      await started;
    },
    async close() {
      for (const { window } of [...byContents.values()]) window.destroy();
      await Promise.all(closing);
    },
  };
}

/** A refusal is data too: Electron would drop all but the message of an error. */
async function answerCall(
  opened: Opened | undefined,
  event: Pick<IpcMainInvokeEvent, 'senderFrame'>,
  name: unknown,
  input: unknown,
): Promise<Reply> {
  if (opened === undefined || !isTrustedSender(event.senderFrame)) {
    opened?.app.log.info('Refused a call from a foreign frame.', { url: event.senderFrame?.url });
    return refusal('Only the page of Assay itself may call it.');
  }
  if (typeof name !== 'string') return refusal('The name of a procedure must be a string.');
  const isQuery = isProcedureName(name) && procedures[name].kind === 'query';
  return opened.app.dispatch(name, input, isQuery ? opened.gone.signal : undefined);
}

function refusal(message: string): Reply {
  return { ok: false, failure: { code: 'invalid-input', message } };
}
