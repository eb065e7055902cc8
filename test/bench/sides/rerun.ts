// The side of the re-run bench: embedding texts for the first time, and again with nothing changed.
import { join } from 'node:path';
import { createEmbedder } from '#adapters/embed/embedder';
import { createModelStore, type ResolvedModel } from '#adapters/embed/model-store';
import { createChildClient } from '#adapters/process/child-client';
import { forkChild } from '#adapters/process/spawn-fork';
import type { OpenSide } from '../row.ts';
import { prosePassages } from '../synthetic.ts';

const name = 'all-MiniLM-L6-v2';

const assay: OpenSide = async ({ data, folder, bundles, count }) => {
  const entry = join(String(bundles), 'embed-child.mjs');
  const child = createChildClient({ name: 'embedder', entry, spawn: forkChild });
  const models = createModelStore({ dataFolder: String(data) });
  const model: ResolvedModel = await models.resolveModel(name);
  const texts = prosePassages(process.cwd(), Number(count), 11);
  let rounds = 0;
  /** A new embedder knows nothing but what stands in the folder. */
  const embed = async (cacheFolder: string): Promise<number> => {
    const embedder = createEmbedder({ child, cacheFolder, resolveModel: () => Promise.resolve(model) });
    const start = performance.now();
    await embedder.embed(name, texts, { quantized: true });
    return performance.now() - start;
  };
  // The child has started and loaded the model: its start would flatter the second time.
  await createEmbedder({
    child,
    cacheFolder: join(String(folder), 'warm'),
    resolveModel: () => Promise.resolve(model),
  }).embed(name, ['warm'], { quantized: true });
  return {
    async round() {
      rounds += 1;
      const cacheFolder = join(String(folder), `cache-${rounds}`);
      return { first: await embed(cacheFolder), again: await embed(cacheFolder) };
    },
  };
};

export const sides = { assay };
