// Opens a window on the built renderer, shut in: no Node, no navigation, no further windows, no permissions, no network.
import { app, BrowserWindow, protocol, session } from 'electron';
import type { RendererFiles } from '../renderer-files.ts';
import { pageScheme, pageUrl } from './channels.ts';
import { isOwnUrl } from './guards.ts';
import { respondToPage } from './page-protocol.ts';

/** Before the app is ready: makes app:// a secure origin, and keeps Chromium itself from looking anything up. */
export function prepareChromium(): void {
  const privileges = { standard: true, secure: true, supportFetchAPI: true };
  protocol.registerSchemesAsPrivileged([{ scheme: pageScheme, privileges }]);
  app.commandLine.appendSwitch('disable-background-networking');
  app.commandLine.appendSwitch('disable-component-update');
  // The model's endpoints are called from Node: Chromium has nothing to resolve.
  app.commandLine.appendSwitch('host-resolver-rules', 'MAP * ~NOTFOUND');
}

/** Once the app is ready, before the first window: the rules of every page. */
export function guardPages(files: RendererFiles): void {
  const { defaultSession } = session;
  protocol.handle(pageScheme, (request) => respondToPage(files, request));
  defaultSession.webRequest.onBeforeRequest((details, decide) => decide({ cancel: !isOwnUrl(details.url) }));
  defaultSession.setPermissionRequestHandler((_contents, _permission, decide) => decide(false));
  defaultSession.setPermissionCheckHandler(() => false);
  defaultSession.setDevicePermissionHandler(() => false);
  // Spell checking would fetch dictionaries.
  defaultSession.setSpellCheckerEnabled(false);
  app.on('web-contents-created', (_event, contents) => {
    contents.on('will-navigate', (event) => event.preventDefault());
    contents.on('will-redirect', (event) => event.preventDefault());
    contents.on('will-attach-webview', (event) => event.preventDefault());
    contents.setWindowOpenHandler(() => ({ action: 'deny' }));
  });
}

/** Creates the window; it shows itself when the page is drawn. `loaded` rejects where the page could not be loaded. */
export function createWindow(preload: string): { window: BrowserWindow; loaded: Promise<void> } {
  const window = new BrowserWindow({
    width: 1280,
    height: 860,
    minWidth: 640,
    minHeight: 480,
    show: false,
    title: 'Assay',
    webPreferences: {
      preload,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webSecurity: true,
      webviewTag: false,
      spellcheck: false,
    },
  });
  window.once('ready-to-show', () => window.show());
  return { window, loaded: window.loadURL(pageUrl) };
}

/** Brings a window to the front. */
export function showWindow(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore();
  window.focus();
}
