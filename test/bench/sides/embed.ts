// Sides of the embedding bench: the same int8 weights, in the way of the product and in the usual one.
import { loadEmbedCore } from '#adapters/embed/embed-core';
import type { OpenSide, Side } from '../row.ts';
import { prosePassages } from '../synthetic.ts';

const count = 128;
const dims = 384;

async function sideOf(embed: (texts: readonly string[]) => Promise<Float32Array>): Promise<Side> {
  const texts = prosePassages(process.cwd(), count, 7);
  await embed(texts.slice(0, 2));
  let vectors = new Float32Array();
  return {
    async round() {
      const start = performance.now();
      vectors = (await embed(texts)) as Float32Array<ArrayBuffer>;
      return { texts: (texts.length * 1000) / (performance.now() - start) };
    },
    answers: () => Promise.resolve(vectors),
  };
}

const assay: OpenSide = async ({ model }) => {
  const core = await loadEmbedCore(String(model), 'int8');
  return sideOf(async (texts) => {
    const { vectors, cut } = await core.embed(texts);
    // The pipeline drops the closing token of a text it cuts, and gets another vector: such rows are not compared.
    cut.forEach((isCut, row) => isCut && vectors.fill(NaN, row * dims, (row + 1) * dims));
    return vectors;
  });
};

/** The documented call of the library, a batch of texts at a time, in the order they come. */
const pipeline: OpenSide = async ({ model, batch }) => {
  const { env, pipeline: open } = await import('@xenova/transformers');
  env.allowRemoteModels = false;
  const extract = await open('feature-extraction', String(model), { dtype: 'q8', device: 'cpu' });
  const size = Number(batch);
  return sideOf(async (texts) => {
    const parts: Float32Array[] = [];
    for (let start = 0; start < texts.length; start += size) {
      const found = await extract(texts.slice(start, start + size), { pooling: 'mean', normalize: true });
      parts.push(Float32Array.from(found.data as Float32Array));
    }
    return Float32Array.from(parts.flatMap((part) => [...part]));
  });
};

export const sides = { assay, pipeline };
