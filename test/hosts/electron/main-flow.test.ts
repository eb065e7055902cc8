// The main flow once through the desktop entry, with its preload, its channels and its own scheme.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { flowText, followMainFlow, heldConfig, startHeldModel } from '../../support/main-flow.ts';
import { prepareDesktop } from './prepare.ts';

const prepared = prepareDesktop();

test('a document, a question, its evidence, two runs, a reload, a failure and a reply by hand', async () => {
  const model = await startHeldModel();
  const workspace = join(prepared.folder, 'one');
  const file = join(prepared.folder, 'mill.txt');
  await mkdir(join(workspace, 'configs'), { recursive: true });
  await writeFile(join(workspace, 'configs/held.json'), JSON.stringify(heldConfig(model.port)));
  await writeFile(file, flowText);
  const desktop = await prepared.launch([workspace]);
  try {
    const { page } = desktop;
    await followMainFlow(page, file, model, async () => {
      await page.evaluate(() => {
        location.hash = '#/settings';
      });
      await page.getByRole('heading', { name: 'Settings' }).waitFor();
      await page.evaluate(() => history.back());
    });
    const listed = await page.evaluate(() => window.assay?.call('run.listRuns', {}));
    expect(listed).toMatchObject({
      ok: true,
      value: { runs: [{ state: 'complete' }, { state: 'complete' }], total: 2 },
    });
  } finally {
    model.release();
    await desktop.close();
    await model.close();
  }
}, 120_000);
