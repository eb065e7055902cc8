// Commands that open the workbench: serve (in a browser) and open (in Electron where it is installed).
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import { dataFolder } from '#adapters/files/data-folder';
import { findElectron } from '../find-electron.ts';
import { openInBrowser } from '../open-in-browser.ts';
import { parsePort } from '../parse.ts';
import type { ExitCode } from '../program.ts';
import { withSession, type CommonFlags, type Session } from '../session.ts';
import { watchOthers } from '../../watch-others.ts';
import { chooseRoot } from '../../workspace-root.ts';
import { childFolder, rendererFolder } from '../../folders.ts';
import { addCommand } from './common.ts';

interface ServeFlags extends CommonFlags {
  readonly port?: number;
  readonly browser: boolean;
}

export function addOpenCommands(program: Command, exit: ExitCode): void {
  addCommand(
    program,
    'serve <dir>',
    'serve the workbench on 127.0.0.1 and print its address; ends with Ctrl+C',
  )
    .option('--port <n>', 'port (default: any free one)', parsePort)
    .action(async (dir: string, flags: ServeFlags) => {
      exit.value = await withSession(dir, flags, (session) =>
        serve(session, { port: flags.port, browser: false }),
      );
    });
  addCommand(
    program,
    'open [dir]',
    'open the workbench: in Electron if it is installed, else in the browser; without a folder, on the sample workspace',
  )
    .option('--port <n>', 'port of the browser workbench (default: any free one)', parsePort)
    .option('--no-browser', 'print the address only')
    .action(async (dir: string | undefined, flags: ServeFlags) => {
      const choice = chooseRoot({
        words: dir === undefined ? [] : [dir],
        environment: process.env,
        currentFolder: process.cwd(),
        dataFolder: dataFolder(),
      });
      exit.value = await withSession(choice.root, flags, async (session) => {
        if (choice.isSample && !existsSync(`${choice.root}/assay.json`)) await makeSample(session);
        const electron = findElectron();
        return electron === null
          ? serve(session, { port: flags.port, browser: flags.browser })
          : runElectron(electron, choice.root);
      });
    });
}

async function makeSample(session: Session): Promise<void> {
  session.out.note(`Creating the sample workspace in ${session.root}`);
  await session.call('workspace.create', { sample: true, name: 'Sample' });
}

/** The window is a process of its own; this command ends with it. */
function runElectron(binary: string, root: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(binary, [`${childFolder}/electron.js`, root], { stdio: 'inherit' });
    child.on('error', reject);
    child.on('exit', (code) => resolve(code ?? 1));
  });
}

async function serve(
  { app, out, root, signal, call }: Session,
  options: { readonly port?: number; readonly browser: boolean },
): Promise<void> {
  await call('workspace.getOverview', {});
  // The web server is loaded by the commands that need it.
  const { startWebHost } = await import('../../web/start-web-host.ts');
  const host = await startWebHost(app, { port: options.port, rendererFolder });
  const watch = watchOthers(app, root);
  out.result({ url: host.url, port: host.port, root }, () => [`Assay is open at ${host.url}`]);
  out.note('Press Ctrl+C to end it.');
  if (options.browser) openInBrowser(host.url);
  await new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
  watch.close();
  await host.close();
}
