// Embedding with the built model in this process: golden cosines, order, cuts, empty texts, and no socket.
import dns from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildMiniLm } from '#adapters/embed/build-minilm';
import type { EmbedCore } from '#adapters/embed/embed-core';
import { hasSharedData, readSharedJson, readSharedLines } from '../../golden/shared-data.ts';
import { createTempFolder, multiply, row } from './temp-folder.ts';

const opened: string[] = [];
const originals = { connect: net.Socket.prototype.connect, lookup: dns.lookup, fetch: globalThis.fetch };

// From before the library is loaded until the last test: whoever opens a socket or asks for an address is noted.
function watchNetwork(): void {
  net.Socket.prototype.connect = function connect(this: net.Socket, ...options: unknown[]): net.Socket {
    opened.push(`connect ${JSON.stringify(options[0])}`);
    return Reflect.apply(originals.connect, this, options) as net.Socket;
  } as typeof net.Socket.prototype.connect;
  dns.lookup = function lookup(...options: unknown[]): void {
    opened.push(`lookup ${String(options[0])}`);
    Reflect.apply(originals.lookup, dns, options);
  } as typeof dns.lookup;
  globalThis.fetch = (input, options) => {
    opened.push(`fetch ${String(input)}`);
    return originals.fetch(input, options);
  };
  syncBuiltinESMExports();
}

function unwatchNetwork(): void {
  net.Socket.prototype.connect = originals.connect;
  dns.lookup = originals.lookup;
  globalThis.fetch = originals.fetch;
  syncBuiltinESMExports();
}

let temp: Awaited<ReturnType<typeof createTempFolder>>;
let folder = '';
let fp32: EmbedCore;
let int8: EmbedCore;

beforeAll(async () => {
  temp = await createTempFolder();
  folder = join(temp.path, 'all-MiniLM-L6-v2');
  watchNetwork();
  await buildMiniLm(folder);
  const { loadEmbedCore } = await import('#adapters/embed/embed-core');
  fp32 = await loadEmbedCore(folder, 'fp32');
  int8 = await loadEmbedCore(folder, 'int8');
});
afterAll(async () => {
  await fp32.close();
  await int8.close();
  unwatchNetwork();
  await temp.remove();
});

interface Golden {
  readonly dims: number;
  readonly pairs: readonly { readonly query: string; readonly document: string; readonly cosine: number }[];
}

describe.skipIf(!hasSharedData('golden/embeddings.json'))('agreement with an independent engine', () => {
  async function findLargestError(core: EmbedCore): Promise<number> {
    const golden = readSharedJson('golden/embeddings.json') as Golden;
    const documents = readSharedLines<{ _id: string; text: string }>('data/xquad-en/corpus.jsonl');
    const texts = new Map(documents.map(({ _id: id, text }) => [id, text.slice(0, 400)]));
    const inputs = golden.pairs.flatMap(({ query, document }) => [query, texts.get(document) ?? '']);
    const result = await core.embed(inputs);
    expect(result.dims).toBe(golden.dims);
    const errors = golden.pairs.map(({ cosine }, pair) =>
      Math.abs(multiply(row(result, 2 * pair), row(result, 2 * pair + 1)) - cosine),
    );
    expect(errors).toHaveLength(40);
    return Math.max(...errors);
  }

  it('fp32 to 1e-3', async () => {
    expect(await findLargestError(fp32)).toBeLessThan(1e-3);
  });

  it('int8 to 5e-2', async () => {
    expect(await findLargestError(int8)).toBeLessThan(5e-2);
  });
});

describe('loadEmbedCore', () => {
  it('reads dimensions and limit from the model', () => {
    expect([fp32, int8].map(({ dims, maxTokens }) => ({ dims, maxTokens }))).toEqual([
      { dims: 384, maxTokens: 256 },
      { dims: 384, maxTokens: 256 },
    ]);
  });

  it('says which folder cannot be loaded, and asks nobody else for it', async () => {
    const { loadEmbedCore } = await import('#adapters/embed/embed-core');
    const missing = join(temp.path, 'missing');
    await expect(loadEmbedCore(missing, 'fp32')).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining(missing) as string,
    });
  });

  it('puts related texts nearer than unrelated ones', async () => {
    const result = await int8.embed([
      'A dog runs in the park.',
      'A puppy is running outside.',
      'Taxes are due in May.',
    ]);
    const [dog, puppy, taxes] = [row(result, 0), row(result, 1), row(result, 2)];
    expect(multiply(dog, puppy)).toBeGreaterThan(multiply(dog, taxes) + 0.3);
  });
});

describe('embed', () => {
  it('gives each text the vector it has alone, in the order of the input, duplicates too', async () => {
    const words = ['a', 'piano', 'thirty days', 'the red fox jumps over', 'why'];
    const alone = new Map<string, Float32Array>();
    for (const word of words) alone.set(word, (await int8.embed([word])).vectors);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...words), { maxLength: 8 }), async (texts) => {
        const { vectors, dims } = await int8.embed(texts);
        const expected = texts.flatMap((text) => [...(alone.get(text) ?? [])]);
        expect({ dims, values: [...vectors] }).toEqual({ dims: 384, values: expected });
      }),
      { seed: 7, numRuns: 12 },
    );
  });

  it('gives the same fp32 vectors in padded batches as alone', async () => {
    const { loadEmbedCore } = await import('#adapters/embed/embed-core');
    const batched = await loadEmbedCore(folder, 'fp32', { batchSize: 4, threads: 1 });
    const texts = [
      'one',
      'a much longer text than the first of them',
      'three',
      'four words are here',
      'five',
    ];
    const [together, alone] = [await batched.embed(texts), await fp32.embed(texts)];
    await batched.close();
    texts.forEach((_, index) => expect(multiply(row(together, index), row(alone, index))).toBeCloseTo(1, 5));
  });

  it('scales vectors to length 1, and gives texts that say nothing all zeros', async () => {
    const result = await int8.embed(['', 'text', ' \n\t ']);
    expect(multiply(row(result, 1), row(result, 1))).toBeCloseTo(1, 5);
    expect([row(result, 0), row(result, 2)]).toEqual([new Float32Array(384), new Float32Array(384)]);
    expect(await int8.embed([])).toEqual({ vectors: new Float32Array(), dims: 384, cut: new Uint8Array() });
  });

  it('cuts at 256 tokens, the two special ones included, and says which texts lost their end', async () => {
    // "one" is one token: 254 of them just fit.
    const fits = Array<string>(254).fill('one').join(' ');
    const result = await fp32.embed([`${fits} two`, fits, 'one']);
    expect([...result.cut]).toEqual([1, 0, 0]);
    // Cut to 254 words and closed by the special token, it is the text that fits.
    expect(multiply(row(result, 0), row(result, 1))).toBeCloseTo(1, 6);
  });

  it('stops between two texts when it is cancelled, and reports what is done', async () => {
    const controller = new AbortController();
    const done: number[] = [];
    const onProgress = (count: number): void => {
      done.push(count);
      if (count === 3) controller.abort();
    };
    const work = int8.embed(['', 'one', 'two', 'three', 'four'], { signal: controller.signal, onProgress });
    await expect(work).rejects.toMatchObject({ code: 'cancelled' });
    expect(done).toEqual([2, 3]);
  });
});

describe('the network', () => {
  it('was asked for nothing while the model was built, loaded and used; the watch itself works', async () => {
    expect(opened).toEqual([]);
    const port = 9;
    await new Promise<void>((resolve) => {
      const socket = net.connect({ host: '127.0.0.1', port });
      socket.on('error', () => resolve()).on('connect', () => resolve(void socket.destroy()));
    });
    expect(opened).toEqual([expect.stringContaining('connect')]);
  });
});
