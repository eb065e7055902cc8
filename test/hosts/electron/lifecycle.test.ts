// How the built desktop app starts and ends, and that a broken build shows.
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from '../built.ts';
import { startProcess } from '../electron-stand-in/launch.ts';
import { entry, expectName, prepareDesktop } from './prepare.ts';

const prepared = prepareDesktop();

describe('start and end', () => {
  test('closing the last window ends the process with 0', async () => {
    const desktop = await prepared.launch([join(prepared.folder, 'one')]);
    await desktop.command('closeWindow', 0);
    expect(await desktop.ended).toBe(0);
    await desktop.close();
  });

  test('quitting ends the child processes first', async () => {
    const desktop = await prepared.launch([join(prepared.folder, 'one')]);
    await writeFile(join(prepared.folder, 'a.txt'), 'One line of text.\n');
    const added = await desktop.page.evaluate(
      (path) => window.assay?.call('document.addFiles', { paths: [path] }),
      join(prepared.folder, 'a.txt'),
    );
    expect(added).toMatchObject({ ok: true, value: { accepted: 1 } });
    await desktop.noted('utility-started');
    await desktop.command('quit');
    expect(await desktop.ended).toBe(0);
    const kinds = desktop.journal.map(({ kind }) => kind);
    const started = kinds.filter((kind) => kind === 'utility-started').length;
    const before = kinds.slice(0, kinds.indexOf('will-quit'));
    expect(before.filter((kind) => kind === 'utility-ended')).toHaveLength(started);
    await desktop.close();
  });

  test('the sample workspace opens where none is named', async () => {
    const desktop = await prepared.launch([]);
    await expectName(desktop.page, 'Sample');
    expect(await desktop.page.evaluate(() => window.assay?.call('workspace.getOverview', {}))).toMatchObject({
      ok: true,
      value: { root: join(prepared.folder, 'home/sample') },
    });
    await desktop.close();
  });

  test('a second process hands its workspace over and ends', async () => {
    const options = {
      standIn: prepared.standIn,
      entry,
      words: [join(prepared.folder, 'one')],
      env: { ...prepared.env, ASSAY_STAND_IN_SECOND: '1' },
    };
    const second = await startProcess(options);
    expect(await second.ended).toBe(0);
    expect(second.journal).toEqual([
      {
        kind: 'lock-asked',
        data: { root: join(prepared.folder, 'one'), isSample: false },
        userData: join(prepared.folder, 'home/window'),
      },
      { kind: 'will-quit' },
      { kind: 'ended' },
    ]);
    await second.close();
  });
});

describe('a broken build does not pass', () => {
  /** Copies the build beside itself, so that packages are still found, with one file changed. */
  async function breakBuild(
    file: string,
    from: string,
    to: string,
  ): Promise<{ path: string; remove(): Promise<void> }> {
    const path = await mkdtemp(join(root, 'node_modules/.cache/broken-'));
    await cp(join(root, 'out'), join(path, 'out'), { recursive: true });
    const text = await readFile(join(path, 'out', file), 'utf8');
    expect(text).toContain(from);
    await writeFile(join(path, 'out', file), text.replace(from, to));
    return { path, remove: () => rm(path, { recursive: true, force: true }) };
  }

  test.each([
    [
      'a preload that requires Node',
      'preload/preload.cjs',
      'contextBridge.',
      'require("node:fs");$&',
      /preload-failed/,
    ],
    [
      'a window without sandbox',
      'main/electron.js',
      'sandbox: true',
      'sandbox: false',
      /sandbox false is not imitated/,
    ],
    ['a missing preload', 'main/electron.js', 'preload.cjs', 'none.cjs', /none\.cjs/],
    [
      'an unknown part of Electron',
      'main/electron.js',
      'app.whenReady()',
      'app.dock.hide()',
      /app\.dock is not imitated/,
    ],
    ['a renderer that was not built', 'renderer/index.html', '', '', /Build the renderer/],
  ])('%s', async (_what, file, from, to, wanted) => {
    const broken = await breakBuild(file, from, to.replace('$&', from));
    if (file === 'renderer/index.html') await rm(join(broken.path, 'out', file));
    const running = await startProcess({
      standIn: prepared.standIn,
      entry: join(broken.path, 'out/main/electron.js'),
      words: [join(prepared.folder, 'one')],
      env: prepared.env,
    });
    const said = () => `${running.stderr()} ${JSON.stringify(running.journal)}`;
    await expect.poll(said, { timeout: 15_000 }).toMatch(wanted);
    await running.close();
    await broken.remove();
  });
});
