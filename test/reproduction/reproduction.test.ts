// Published results, measured through the command line; docs/reproduction.md is the page made of them.
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createCliWorld, type CliWorld } from '../support/cli.ts';
import { hasSharedData } from '../support/shared-data.ts';
import { measureContract } from './contract.ts';
import { measureIngestion } from './ingestion.ts';
import { measureMarianela } from './marianela.ts';
import { measureQuality } from './quality.ts';
import { qualitySets } from './quality-sets.ts';
import { findSections, holds, renderPage, renderSection, type Section } from './rows.ts';
import { measureHarmfulFusion, measureHybrid, measureXquad } from './xquad.ts';

/** Embedding the Russian set takes minutes: measured by `npm run docs` and the soak tests, not by every `npm test`. */
const everything = process.env['ASSAY_SOAK'] === '1';
/** Embedding Cranfield takes minutes more: rows with an embedding model are added to the page when asked for. */
const embedsQuality = process.env['ASSAY_QUALITY'] === 'embeddings';
const page = resolve(import.meta.dirname, '../../docs/reproduction.md');

describe.skipIf(!hasSharedData)('reproduction', () => {
  let world: CliWorld;
  const sections: Section[] = [];
  beforeAll(async () => {
    world = await createCliWorld();
  });
  afterAll(() => world.close());

  test.for<readonly [string, boolean, () => Promise<Section>]>([
    ['marianela', true, () => measureMarianela(world)],
    ['contract', true, async () => measureContract()],
    ['xquad-es', true, () => measureXquad(world)],
    ['ingestion', true, () => measureIngestion(world)],
    ['xquad-en, hybrid', true, () => measureHybrid(world)],
    ['xquad-ru, hybrid', everything, () => measureHarmfulFusion(world)],
    ...qualitySets.map(
      (set) =>
        [`quality of words, ${set.name}`, everything, () => measureQuality(world, set, false)] as const,
    ),
    ...qualitySets
      .filter(({ language }) => language === 'en')
      .map(
        (set) =>
          [
            `quality of embeddings, ${set.name}`,
            everything && embedsQuality,
            () => measureQuality(world, set, true),
          ] as const,
      ),
  ])('%s', { timeout: 900_000 }, async ([, wanted, measure], { skip }) => {
    // Skipped, and counted as such: what was not measured has not passed.
    if (!wanted) return skip();
    const section = await measure();
    sections.push(section);
    expect(section.rows.filter((row) => !holds(row))).toEqual([]);
  });

  test('docs/reproduction.md says what was measured', async () => {
    const text = await readFile(page, 'utf8');
    if (everything) {
      const kept = embedsQuality ? [] : findSections(text, /^## Retrieval quality, with an embedding model/u);
      return expect([renderPage(sections), ...kept].join('\n')).toMatchFileSnapshot(page);
    }
    expect(sections.map(renderSection).filter((section) => !text.includes(section))).toEqual([]);
  });
});
