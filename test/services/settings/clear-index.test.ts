// An index that is cleared, or deleted by hand, under an app that goes on is built again when it is wanted.
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bundleIndexChild, config, openRunWorld, type RunTestWorld } from '../support/run-world.ts';

let child: Awaited<ReturnType<typeof bundleIndexChild>>;
let world: RunTestWorld;
beforeAll(async () => {
  child = await bundleIndexChild();
  world = await openRunWorld(child.path);
  await world.put(
    'configs/lsa.json',
    JSON.stringify({ ...config, id: 'lsa', retrievers: [{ kind: 'lsa', dims: 2 }] }),
  );
});
afterAll(async () => {
  await world.close();
  await child.remove();
});

const isCurrent = async (id: string) =>
  (await world.call('workspace.getOverview', {})).configs.find((one) => one.id === id)?.indexCurrent;

test.each([
  ['written', 'lexical'],
  ['lsa', 'lsa'],
])('the index of %s', async (id, place) => {
  const build = async () => (await world.call('index.buildIndex', { config: id })).indexes[0]?.built;
  expect([await isCurrent(id), await build(), await isCurrent(id), await build()]).toEqual([
    false,
    true,
    true,
    false,
  ]);
  await world.call('settings.clearDerived', { id: place });
  expect([await isCurrent(id), await build(), await isCurrent(id)]).toEqual([false, true, true]);
  await rm(join(world.root, '.assay', place), { recursive: true });
  expect([await isCurrent(id), await build(), await isCurrent(id)]).toEqual([false, true, true]);
});
