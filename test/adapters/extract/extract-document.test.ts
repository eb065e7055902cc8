// Any file: its kind by content, its text in one form, and a named refusal for what is no text.
import { describe, expect, it } from 'vitest';
import { extractDocument, TEXT_BYTES_CAP } from '#adapters/extract/extract-document';
import { writePdf } from './pdf-writer.ts';
import { extractOnly, refusalOf } from './refusal.ts';
import { writeDocx, writeZip, paragraph } from './zip-writer.ts';

const page = '<!DOCTYPE html><html><head><title>T</title></head><body><p>Hello</p></body></html>';

describe('kind', () => {
  it.each([
    ['a PDF named .txt', writePdf([[{ text: 'Hello', x: 50, y: 700 }]]), 'notes.txt', 'pdf'],
    ['a DOCX named .pdf', writeDocx(paragraph('Hello')), 'notes.pdf', 'docx'],
    ['HTML named .txt', page, 'notes.txt', 'html'],
    ['a piece of HTML named .html', '<p>Hello</p><p>there</p>', 'a.html', 'html'],
    ['JSON lines named .txt', '{"text":"Hello"}\n{"text":"you"}\n', 'notes.txt', 'jsonl'],
    ['a table without a telling name', 'a;b\n1;2\n3;4\n', 'export', 'csv'],
    ['Markdown named .txt', '# One\n\nHello\n\n## Two\n\nthere\n', 'readme.txt', 'md'],
    ['a text with commas', 'Hello, you.\nGood, bye.\nSo, long.\n', 'letter.txt', 'txt'],
    ['a text with a hash', '# 5 Hello\nmore', 'letter', 'txt'],
    ['a text that names the PDF header', 'Every such file begins with %PDF-1.4 or so. Hello', 'a.txt', 'txt'],
    ['a text that begins like an archive', 'BZh is the mark of bzip2. Hello', 'a.txt', 'txt'],
  ])('%s', async (_, content, fileName, kind) => {
    const bytes = typeof content === 'string' ? Buffer.from(content) : content;
    const extracted = await extractDocument(bytes, fileName);
    expect(extracted.kind).toBe(kind);
  });

  it('says so when the name promises another kind', async () => {
    const bytes = writePdf([[{ text: 'Hello', x: 50, y: 700 }]], 'A title');
    expect(await extractDocument(bytes, 'notes.txt')).toEqual({
      kind: 'pdf',
      mediaType: 'application/pdf',
      encoding: null,
      documents: [
        {
          title: 'A title',
          text: 'Hello',
          pages: [{ page: 1, start: 0 }],
          headings: [],
          suffix: null,
          metadata: { pages: 1 },
          warnings: [],
        },
      ],
      warnings: ['the name says txt, the content is pdf; it was read as pdf'],
    });
  });
});

describe('plain text', () => {
  it.each([
    ['CRLF and CR become LF', 'a\r\nb\rc\n', 'a\nb\nc\n'],
    ['a byte order mark goes', '\ufeffa', 'a'],
    ['combining marks are composed', 'cafe\u0301 \u0439 \u0438\u0306', 'caf\u00e9 \u0439 \u0439'],
    ['emoji stay whole', '👩‍👩‍👧 ok 🇪🇸', '👩‍👩‍👧 ok 🇪🇸'],
    ['white space stays', '  a\t b  \n\n\n c ', '  a\t b  \n\n\n c '],
  ])('%s', async (_, written, expected) => {
    expect((await extractOnly(written, 'a.txt')).text).toBe(expected);
  });

  it('leaves out a stray NUL and says so', async () => {
    const { documents, warnings } = await extractDocument(
      Buffer.from(`${'plain words '.repeat(50)}\0end`),
      'a.txt',
    );
    expect(documents[0]?.text).toBe(`${'plain words '.repeat(50)}end`);
    expect(warnings).toEqual(['one NUL character left out']);
  });

  it('reads a megabyte without a space', async () => {
    const text = 'ab1'.repeat(350_000);
    expect((await extractOnly(text, 'a.txt')).text === text).toBe(true);
    expect((await extractOnly(`# ${text}`, 'a.md')).headings).toEqual([]);
  });
});

describe('refusals', () => {
  const oleHead = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0, 0]);
  const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d]);
  const rubbish = Uint8Array.from({ length: 4001 }, (_, index) => (index * 7919 + (index >> 3) * 31) % 256);
  const damagedPdf = writePdf([[{ text: 'Hello', x: 50, y: 700 }]]).slice(0, 60);

  it.each([
    ['nothing', new Uint8Array(), 'empty', 'no content'],
    ['white space', Buffer.from(' \n\t\n'), 'empty', 'nothing but white space'],
    ['an image', png, 'binary', 'a PNG image'],
    ['NULs', Buffer.alloc(3000), 'binary', 'control characters'],
    ['rubbish', rubbish, 'binary', 'control characters'],
    ['an old Word file', oleHead, 'unsupported', '.doc'],
    [
      'a protected Office file',
      Buffer.concat([oleHead, Buffer.from('EncryptedPackage', 'utf16le')]),
      'encrypted',
      'password',
    ],
    ['RTF', Buffer.from('{\\rtf1 Hello}'), 'unsupported', 'RTF'],
    ['a spreadsheet', writeZip([{ name: 'xl/workbook.xml', data: '<a/>' }]), 'unsupported', 'XLSX'],
    ['a ZIP archive', writeZip([{ name: 'a.txt', data: 'Hello' }]), 'unsupported', 'Unpack'],
    ['half a ZIP archive', writeDocx(paragraph('Hello')).slice(0, 200), 'corrupt', 'damaged'],
    ['the start of a PDF', damagedPdf, 'corrupt', 'damaged'],
    ['a PDF without text', writePdf([[], []]), 'no-text', 'no text in 2 pages: scanned?'],
    [
      'a page filled in by scripts',
      Buffer.from('<html><body><script>x()</script></body></html>'),
      'no-text',
      'scripts',
    ],
    ['a table with a header alone', Buffer.from('a,b\n'), 'empty', 'no row'],
  ] as const)('%s', async (_, bytes, reason, words) => {
    const fileName = words === 'no row' ? 'file.csv' : 'file.x';
    const refusal = await refusalOf(extractDocument(bytes, fileName));
    expect(refusal).toEqual({ reason, message: expect.stringMatching(new RegExp(`^${fileName}: `)) });
    expect(refusal.message).toContain(words);
  });

  it('a text beyond the cap', async () => {
    const bytes = Buffer.alloc(TEXT_BYTES_CAP + 1, 'a');
    expect(await refusalOf(extractDocument(bytes, 'big.txt'))).toEqual({
      reason: 'too-large',
      message:
        'big.txt: this file has 65 MiB; at most 64 MiB of its kind are read. Split it and add the parts',
    });
  });

  it('stops when asked to', async () => {
    const signal = AbortSignal.abort(new Error('enough'));
    await expect(extractDocument(Buffer.from('a'), 'a.txt', { signal })).rejects.toThrow('enough');
  });
});
