// The built desktop app ready to be launched: two workspaces and the bundled stand-in, for one test file.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { ensureBuilt, root } from '../built.ts';
import { callCli } from '../cli.ts';
import { bundleStandIn, launchDesktop, type Desktop, type StandIn } from '../electron-stand-in/launch.ts';

export const entry = join(root, 'out/main/electron.js');

/** Filled in before the first test. `folder` holds the workspaces `one` and `two` and the user's own data, `home`. */
export interface Prepared {
  folder: string;
  standIn: StandIn;
  env: Record<string, string>;
  launch(words: readonly string[]): Promise<Desktop>;
}

/** To be called at the top of a test file. */
export function prepareDesktop(): Prepared {
  const prepared = {} as Prepared;
  beforeAll(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'assay-desktop-'));
    const env = { ASSAY_HOME: join(folder, 'home') };
    const standIn = await bundleStandIn();
    const launch = (words: readonly string[]) => launchDesktop({ standIn, entry, words, env });
    Object.assign(prepared, { folder, standIn, env, launch });
    await ensureBuilt();
    for (const name of ['one', 'two'])
      await callCli('workspace.create', { name: `Проба ${name}` }, { workspace: join(folder, name), env });
  });
  afterAll(async () => {
    await prepared.standIn.remove();
    await rm(prepared.folder, { recursive: true, force: true });
  });
  return prepared;
}

/** Resolves when the page shows the name of its workspace; fails with what it shows instead. */
export async function expectName(shown: Page | undefined, name: string): Promise<void> {
  await expect.poll(() => shown?.locator('body').innerText(), { timeout: 10_000 }).toContain(name);
}
