// The desktop app's entry: one process for all windows, from the first start to a clean quit.
import { join } from 'node:path';
import { app, dialog, utilityProcess } from 'electron';
import { dataFolder } from '#adapters/files/data-folder';
import { utilityChild } from '#adapters/process/spawn-utility';
import { composeApp } from '../compose.ts';
import { childFolder, rendererFolder, resourcesFolder } from '../folders.ts';
import { loadRendererFiles } from '../renderer-files.ts';
import { chooseRoot, isRootChoice, type RootChoice } from '../workspace-root.ts';
import { guardPages, prepareChromium } from './window.ts';
import { createWorkspaces, type Workspaces } from './workspaces.ts';

const closeDeadlineMs = 10_000;

/** `electron . DIR` has the script among its words, the packaged app has not. */
function choose(): RootChoice {
  return chooseRoot({
    words: process.argv.slice(process.defaultApp ? 2 : 1),
    environment: process.env,
    currentFolder: process.cwd(),
    dataFolder: dataFolder(),
  });
}

async function start(choice: RootChoice): Promise<void> {
  await app.whenReady();
  guardPages(await loadRendererFiles(rendererFolder));
  const workspaces = createWorkspaces({
    preload: join(childFolder, '../preload/preload.cjs'),
    compose: (root) =>
      composeApp({ root, childFolder, resourcesFolder, spawn: utilityChild(utilityProcess) }),
  });
  quitCleanly(workspaces);
  app.on('second-instance', (_event, _words, _folder, other) => {
    if (isRootChoice(other)) workspaces.open(other).catch(tellFailure);
  });
  await workspaces.open(choice);
}

/** Quitting waits until every app has ended, for ten seconds at most. */
function quitCleanly(workspaces: Workspaces): void {
  let state: 'open' | 'closing' | 'closed' = 'open';
  app.on('window-all-closed', () => app.quit());
  app.on('before-quit', (event) => {
    if (state === 'closed') return;
    event.preventDefault();
    if (state === 'closing') return;
    state = 'closing';
    const deadline = new Promise((resolve) => setTimeout(resolve, closeDeadlineMs));
    void Promise.race([workspaces.close(), deadline]).then(() => {
      state = 'closed';
      app.quit();
    });
  });
}

function tellFailure(error: unknown): void {
  dialog.showErrorBox('Assay could not open', error instanceof Error ? error.message : String(error));
}

app.setPath('userData', join(dataFolder(), 'window'));
prepareChromium();
const choice = choose();
// A second start hands its workspace to the first and ends.
if (app.requestSingleInstanceLock({ ...choice }))
  start(choice).catch((error: unknown) => {
    tellFailure(error);
    app.exit(1);
  });
else app.quit();
