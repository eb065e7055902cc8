// The extractor over a real child process: answers, refusals, a deadline, a crash, and the next file all the same.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createExtractor, type Extractor } from '#adapters/extract/extractor';
import { createChildClient } from '#adapters/process/child-client';
import { forkChild } from '#adapters/process/spawn-fork';
import { bundleEntry } from '../process/bundle-entry.ts';
import { refusalOf } from './refusal.ts';

const source = resolve(import.meta.dirname, '../../../src-main/adapters/extract/extract-child.ts');
const extractors: Extractor[] = [];
let bundle: Awaited<ReturnType<typeof bundleEntry>>;
let folder = '';

beforeAll(async () => {
  bundle = await bundleEntry(source);
  folder = await mkdtemp(join(tmpdir(), 'assay-extract-'));
});

afterEach(async () => {
  await Promise.all(extractors.splice(0).map((extractor) => extractor.close()));
});

afterAll(async () => {
  await bundle.remove();
  await rm(folder, { recursive: true, force: true });
});

function start(options: { deadlineMs?: number; memoryMb?: number } = {}): Extractor {
  const child = createChildClient({
    name: 'document reader',
    entry: bundle.path,
    spawn: forkChild,
    memoryMb: options.memoryMb,
  });
  const extractor = createExtractor(child, options);
  extractors.push(extractor);
  return extractor;
}

async function save(name: string, content: string | Uint8Array): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
}

describe('createExtractor', () => {
  it('extracts in the child, and refuses with reason and name', async () => {
    const extractor = start();
    const good = await save('good.md', '# One\n\nHello');
    const bad = await save('bad.bin', new Uint8Array(3000));
    const [extracted, refusal, unreadable] = await Promise.all([
      extractor.extract(good, 'guide.md'),
      refusalOf(extractor.extract(bad, 'my file.bin')),
      refusalOf(extractor.extract(join(folder, 'absent.txt'), 'absent.txt')),
    ]);
    expect(extracted).toEqual({
      kind: 'md',
      mediaType: 'text/markdown',
      encoding: 'utf-8',
      documents: [
        {
          title: 'One',
          text: '# One\n\nHello',
          pages: [],
          headings: [{ level: 1, title: 'One', start: 0 }],
          suffix: null,
          metadata: {},
          warnings: [],
        },
      ],
      warnings: [],
    });
    expect(refusal.reason).toBe('binary');
    expect(refusal.message).toMatch(/^my file\.bin: this is not a text/);
    expect(unreadable).toEqual({
      reason: 'unreadable',
      message: expect.stringMatching(/^absent\.txt: .*ENOENT/),
    });
  });

  it('stops a file that takes too long, and reads the next', async () => {
    const extractor = start({ deadlineMs: 2000 });
    // Nested formatting elements cost the HTML parser time that grows with the square of their number.
    const slow = await save('slow.html', `<html>${'<a><b><i><p>'.repeat(200_000)}x`);
    const next = await save('next.txt', 'Hello');
    const [refusal, extracted] = await Promise.all([
      refusalOf(extractor.extract(slow, 'slow.html')),
      extractor.extract(next, 'next.txt'),
    ]);
    expect(refusal).toEqual({
      reason: 'timeout',
      message: expect.stringMatching(/^slow\.html: .* 2 s and was stopped/),
    });
    expect(extracted.documents[0]?.text).toBe('Hello');
  });

  it('names the file that ended the child for want of memory, and reads the next', async () => {
    const extractor = start({ memoryMb: 64 });
    const hungry = await save('hungry.html', `<html><body>${'<p>a</p>'.repeat(700_000)}`);
    const next = await save('next.txt', 'Hello');
    const refusal = await refusalOf(extractor.extract(hungry, 'hungry.html'));
    expect(refusal).toEqual({
      reason: 'crashed',
      message: expect.stringMatching(/^hungry\.html: .*want of memory/),
    });
    expect((await extractor.extract(next, 'next.txt')).documents[0]?.text).toBe('Hello');
  });

  it('passes a cancellation on', async () => {
    const extractor = start();
    const path = await save('any.txt', 'Hello');
    await expect(extractor.extract(path, 'any.txt', { signal: AbortSignal.abort() })).rejects.toMatchObject({
      code: 'cancelled',
    });
  });
});
