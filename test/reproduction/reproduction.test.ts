// Published results, measured through the command line; docs/reproduction.md is the page made of them.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createCliWorld, type CliWorld } from '../support/cli.ts';
import { hasSharedData } from '../support/shared-data.ts';
import { measureContract } from './contract.ts';
import { measureMarianela } from './marianela.ts';
import { holds, renderPage, type Section } from './rows.ts';
import { measureXquad } from './xquad.ts';

describe.skipIf(!hasSharedData)('reproduction', () => {
  let world: CliWorld;
  const sections: Section[] = [];
  beforeAll(async () => {
    world = await createCliWorld();
  });
  afterAll(() => world.close());

  test.each([
    ['marianela', () => measureMarianela(world)],
    ['contract', async () => measureContract()],
    ['xquad-es', () => measureXquad(world)],
  ])('%s', { timeout: 180_000 }, async (_name, measure) => {
    const section = await measure();
    sections.push(section);
    expect(section.rows.filter((row) => !holds(row))).toEqual([]);
  });

  test('docs/reproduction.md is up to date', async () => {
    await expect(renderPage(sections)).toMatchFileSnapshot('../../docs/reproduction.md');
  });
});
