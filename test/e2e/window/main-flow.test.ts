// The main flow through the web host, from an empty workspace.
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  flowText,
  followMainFlow,
  heldConfig,
  startHeldModel,
  type HeldModel,
} from '../../support/main-flow.ts';
import { createWindowWorld, type WindowWorld } from './window-world.ts';

let world: WindowWorld;
let model: HeldModel;

beforeAll(async () => {
  model = await startHeldModel();
  world = await createWindowWorld(
    async (cli) => {
      await cli.write('ws/configs/held.json', heldConfig(model.port));
      await cli.write('mill.txt', flowText);
    },
    { sample: false },
  );
});
afterAll(async () => {
  await world.close();
  await model.close();
});

test('a document, a question, its evidence, two runs, a reload, a failure and a reply by hand', async () => {
  const { page, errors } = await world.openPage('#/');
  await followMainFlow(page, `${world.folder}/mill.txt`, model, () => page.reload());
  expect(errors).toEqual([]);
  await page.context().close();
}, 120_000);
