// Real files with awkward features, each against what its manifest says a good extraction holds.
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { extractDocument } from '#adapters/extract/extract-document';
import { findCharacterMaps } from '#adapters/extract/pdf/character-maps';
import { refusalOf } from './refusal.ts';

interface ManifestEntry {
  readonly file: string;
  readonly contains?: readonly string[];
  readonly notContains?: readonly string[];
  readonly noText?: boolean;
  readonly encoding?: string;
  readonly password?: string;
  readonly pages?: number;
  readonly rows?: number;
}

const root = resolve(import.meta.dirname, '../../..');
const folder = resolve(root, process.env['ASSAY_TEST_DATA'] ?? '../shared', 'data/ingestion');

function readManifest(): readonly ManifestEntry[] {
  try {
    return JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as ManifestEntry[];
  } catch {
    console.warn(`skipped: no ingestion files in ${folder} (set ASSAY_TEST_DATA)`);
    return [];
  }
}

const manifest = readManifest();
const refused = manifest.filter((entry) => entry.noText === true || entry.password !== undefined);
const needsMaps = new Set(['cjk-japanese.pdf']);
const readable = manifest.filter(
  (entry) => !refused.includes(entry) && (findCharacterMaps() !== null || !needsMaps.has(entry.file)),
);

function read(file: string): Uint8Array {
  return readFileSync(join(folder, file));
}

describe.skipIf(manifest.length === 0)('files of the manifest', () => {
  it.each(readable)('$file is read as its manifest says', async (entry) => {
    const { documents, encoding } = await extractDocument(read(entry.file), entry.file);
    const [document] = documents;
    const text = document?.text ?? '';
    expect({
      documents: documents.length,
      hasText: text.trim() !== '',
      isClean: text === text.normalize('NFC') && !/[\r\0\ufeff\ufffd]/.test(text),
      missing: (entry.contains ?? []).filter((expected) => !text.includes(expected)),
      unwanted: (entry.notContains ?? []).filter((unwanted) => text.includes(unwanted)),
    }).toEqual({ documents: 1, hasText: true, isClean: true, missing: [], unwanted: [] });
    if (entry.encoding !== undefined) expect(encoding).toBe(entry.encoding);
    if (entry.pages !== undefined) expect(document?.pages.length).toBe(entry.pages);
    if (entry.rows !== undefined) expect(document?.metadata['rows']).toBe(entry.rows);
    for (const heading of document?.headings ?? [])
      expect(text.slice(heading.start, heading.start + 80).replace(/\s+/g, ' ')).toContain(
        heading.title.slice(0, 40),
      );
  });

  it.each(refused)('$file is refused by name', async (entry) => {
    const { reason, message } = await refusalOf(extractDocument(read(entry.file), entry.file));
    expect(reason).toBe(entry.noText === true ? 'no-text' : 'encrypted');
    expect(message.startsWith(`${entry.file}: `)).toBe(true);
  });

  it('says which character maps are missing instead of giving Japanese without its letters', async () => {
    if (findCharacterMaps() !== null) {
      const { documents } = await extractDocument(read('cjk-japanese.pdf'), 'cjk-japanese.pdf');
      expect(documents[0]?.text).toContain('リスク中立確率');
    } else {
      const { reason, message } = await refusalOf(
        extractDocument(read('cjk-japanese.pdf'), 'cjk-japanese.pdf'),
      );
      expect({ reason, named: message.includes('Adobe-Japan1-UCS2') }).toEqual({
        reason: 'unsupported',
        named: true,
      });
    }
  });

  it('reads two columns one after the other', async () => {
    const { documents } = await extractDocument(read('two-column-latex.pdf'), 'two-column-latex.pdf');
    const text = documents[0]?.text ?? '';
    // The last line of the first column runs on into the first line of the second.
    expect(text).toContain(
      'Donec nonummy pellentesque ante. Phasellus adipiscing semper elit. Proin fermentum',
    );
    // 'adip-iscing' is joined: the word stands whole elsewhere; 'rhon-cus' does not, and keeps its hyphen.
    expect(text).toContain('consectetuer adipiscing elit.');
    expect(text).toContain('rhon-cus sem.');
  });

  it('places the bookmarks of a PDF on their section titles', async () => {
    const { documents } = await extractDocument(read('outline.pdf'), 'outline.pdf');
    const { text = '', headings = [] } = documents[0] ?? {};
    expect(headings.map(({ start }) => text.slice(start, start + 5))).toEqual([
      '1 Foo',
      '2 Bar',
      '3 Baz',
      '4 Foo',
      '5 Bar',
      '6 Baz',
      '7 Foo',
      '8 Bar',
      '9 Baz',
    ]);
  });

  it('keeps merged cells in their columns', async () => {
    const { documents } = await extractDocument(read('merged-cells.docx'), 'merged-cells.docx');
    expect(documents[0]?.text).toContain(
      'Cell 1.0 | Merged Cell 1.1 2.1 | Cell 1.2\nCell 2.0 |  | Cell 2.2\nCell 3.0 | Merged Cell 3.1 4.1 | Cell 3.2',
    );
  });
});
