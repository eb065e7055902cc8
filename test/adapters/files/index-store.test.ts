// Indexes on disk: read back as they were, or not at all.
import { readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Chunk } from '#contract/documents';
import { createLexicalIndexBuilder } from '#domain/retrieval/lexical-index';
import { createIndexStore, saveIndex, type ChunkIndex } from '#adapters/files/index-store';
import { injectFault } from '#adapters/files/disk/operations';
import { hashBytes } from '#services/hash';
import { removeFolder, temporaryWorkspace } from './support/temporary.ts';

let root = '';
beforeEach(async () => (root = await temporaryWorkspace()));
afterEach(() => removeFolder(root));

/** An index of chunks given as [document, text]. */
function build(parts: readonly (readonly [string, string])[]): ChunkIndex {
  const builder = createLexicalIndexBuilder((text) => text.split(' ').filter((word) => word !== ''));
  const numbers = new Map<string, number>();
  const chunks = parts.map(([documentId, text], index): Chunk => {
    builder.add(text);
    const number = (numbers.get(documentId) ?? 0) + 1;
    numbers.set(documentId, number);
    return {
      id: `${documentId}#${number}`,
      index,
      documentId,
      start: index * 10,
      end: index * 10 + text.length,
    };
  });
  return { chunks, lexical: builder.finish() };
}

const fingerprint = hashBytes('fingerprint');
const folder = () => join(root, '.assay/lexical', fingerprint.slice('sha256:'.length));
const sample = build([
  ['връщане', 'a b a'],
  ['връщане', ''],
  ['d#1', 'b c'],
]);

describe('saveIndex and load', () => {
  it('gives back what was saved', async () => {
    const store = createIndexStore(root);
    expect([await store.has(fingerprint), await store.load(fingerprint)]).toEqual([false, null]);
    await saveIndex(root, fingerprint, sample);
    expect(await store.has(fingerprint)).toBe(true);
    expect(await store.load(fingerprint)).toEqual(sample);
    expect(await store.has(hashBytes('other'))).toBe(false);
    const next = build([['x', 'y']]);
    await saveIndex(root, fingerprint, next);
    expect(await store.load(fingerprint)).toEqual(next);
    expect(await readdir(join(root, '.assay/lexical'))).toEqual([fingerprint.slice('sha256:'.length)]);
  });

  it('gives back any index', async () => {
    const texts = fc.array(
      fc.array(fc.stringMatching(/^[a-c]{0,2}( [a-c]{1,2}){0,4}$/), { minLength: 1, maxLength: 3 }),
      { maxLength: 4 },
    );
    await fc.assert(
      fc.asyncProperty(texts, async (documents) => {
        const index = build(
          documents.flatMap((parts, n) => parts.map((text) => [`doc ${n}`, text] as const)),
        );
        await saveIndex(root, fingerprint, index);
        expect(await createIndexStore(root).load(fingerprint)).toEqual(index);
      }),
      { numRuns: 15, seed: 3 },
    );
  });

  it('never uses a file with a byte changed, missing, or cut', async () => {
    const store = createIndexStore(root);
    await saveIndex(root, fingerprint, sample);
    const names = await readdir(folder());
    expect(names).toHaveLength(7);
    for (const name of names) {
      const path = join(folder(), name);
      const bytes = await readFile(path);
      const flipped = Buffer.from(bytes);
      flipped[bytes.length >> 1] = (flipped[bytes.length >> 1] ?? 0) ^ 1;
      await writeFile(path, flipped);
      const read = await store.load(fingerprint);
      // A header may survive in another spelling; what it describes may not change.
      if (read !== null) expect([name, read]).toEqual(['header.json', sample]);
      await truncate(path, Math.max(0, bytes.length - 1));
      expect([name, await store.has(fingerprint), await store.load(fingerprint)]).toEqual([
        name,
        false,
        null,
      ]);
      await rm(path);
      expect([name, await store.has(fingerprint), await store.load(fingerprint)]).toEqual([
        name,
        false,
        null,
      ]);
      await writeFile(path, bytes);
    }
    expect(await store.load(fingerprint)).toEqual(sample);
  });

  it('leaves the old index, and nothing else, when the disk becomes full', async () => {
    await saveIndex(root, fingerprint, sample);
    const heal = injectFault({ operation: 'write', nth: 4, code: 'ENOSPC' });
    await expect(saveIndex(root, fingerprint, build([['x', 'y']]))).rejects.toMatchObject({
      code: 'unavailable',
    });
    heal();
    expect(await createIndexStore(root).load(fingerprint)).toEqual(sample);
    expect(await readdir(join(root, '.assay/lexical'))).toHaveLength(1);
  });

  it('lets two builders of one index both finish', async () => {
    await Promise.all([saveIndex(root, fingerprint, sample), saveIndex(root, fingerprint, sample)]);
    expect(await createIndexStore(root).load(fingerprint)).toEqual(sample);
  });

  it('refuses fingerprints that are paths, and chunks out of order', async () => {
    for (const bad of ['../x', 'a/b', '', 'sha256:']) {
      await expect(createIndexStore(root).has(bad)).rejects.toMatchObject({ code: 'invalid-input' });
    }
    const chunks = [...sample.chunks].reverse();
    await expect(saveIndex(root, fingerprint, { ...sample, chunks })).rejects.toMatchObject({
      code: 'internal',
    });
  });
});
