// The layout of PDF pages: columns, rows, paragraphs, broken words, turned pages; on real PDFs written by the test.
import { describe, expect, it } from 'vitest';
import { extractOnly } from './refusal.ts';
import { writePdf, type PdfText } from './pdf-writer.ts';

const textOf = async (...pages: (readonly PdfText[])[]) => (await extractOnly(writePdf(pages), 'a.pdf')).text;

/** Lines 12 points apart from `top` downwards. */
function column(x: number, top: number, lines: readonly string[]): PdfText[] {
  return lines.map((text, index) => ({ text, x, y: top - 12 * index }));
}

const left = [
  'the first column begins with a full line',
  'and it goes on for some lines like these',
  'so that it is seen to be a real column',
  'of prose and not a table of short cells',
  'until it ends with a word of its own lo',
];
const right = [
  'and the second column follows the first',
  'with as many lines of about equal width',
  'because both of them have been justified',
  'and readers go down one column before they',
  'turn to the other, and so must any text.',
];

describe('columns', () => {
  it('reads prose column by column even where the file goes line by line', async () => {
    const lines = column(50, 700, left).flatMap((line, index) => [
      line,
      column(320, 700, right)[index] as PdfText,
    ]);
    const title = {
      text: 'A title that runs across both of the columns of this page, and then some',
      x: 50,
      y: 740,
    };
    expect(await textOf([title, ...lines])).toBe(`${title.text}\n\n${left.join(' ')} ${right.join(' ')}`);
  });

  it('keeps the rows of a table together', async () => {
    const rows = ['Return', 'Exchange', 'Repair', 'Refund', 'Delivery', 'Storage'];
    const cells = rows.flatMap((name, index) => [
      { text: name, x: 50, y: 700 - 14 * index },
      { text: `${String(index)} days`, x: 350, y: 700 - 14 * index },
    ]);
    expect(await textOf(cells)).toBe(rows.map((name, index) => `${name}\t${String(index)} days`).join('\n'));
  });
});

describe('paragraphs', () => {
  it.each([
    ['lines of one paragraph are one line', column(50, 700, left), left.join(' ')],
    [
      'a gap parts paragraphs',
      [...column(50, 700, left.slice(0, 2)), ...column(50, 650, left.slice(2))],
      `${left.slice(0, 2).join(' ')}\n\n${left.slice(2).join(' ')}`,
    ],
    [
      'so does an indent',
      [
        ...column(50, 700, left.slice(0, 2)),
        ...column(62, 676, left.slice(2, 3)),
        ...column(50, 664, left.slice(3)),
      ],
      `${left.slice(0, 2).join(' ')}\n\n${left.slice(2).join(' ')}`,
    ],
    [
      'so does a line that ends early',
      column(50, 700, [left[0] ?? '', 'short.', ...left.slice(1)]),
      `${left[0] ?? ''} short.\n\n${left.slice(1).join(' ')}`,
    ],
    [
      'so does another size of type',
      [{ text: 'Heading', x: 50, y: 712, size: 16 }, ...column(50, 690, left)],
      `Heading\n\n${left.join(' ')}`,
    ],
  ])('%s', async (_, texts, expected) => {
    expect(await textOf(texts)).toBe(expected);
  });

  it('joins a broken word only where it is certain', async () => {
    const lines = [
      'the assay of gold shows how pure the as-',
      'say is, and a well-known trick is well-',
      'known, while other words stay as in hyp-',
      'hens that the document never shows full',
    ];
    const { text, warnings } = await extractOnly(writePdf([column(50, 700, lines)]), 'a.pdf');
    expect(text).toBe(
      'the assay of gold shows how pure the assay is, and a well-known trick is well-known, while other words stay as in hyp-hens that the document never shows full',
    );
    expect(warnings).toEqual(['one hyphen at line ends kept: word broken there, or written so?']);
  });
});

describe('pages', () => {
  it('are joined by a blank line, their starts recorded, empty ones named', async () => {
    const bytes = writePdf(
      [[{ text: 'One', x: 50, y: 700 }], [], [{ text: 'Three', x: 50, y: 700 }]],
      'untitled',
    );
    expect(await extractOnly(bytes, 'a.pdf')).toEqual({
      title: null,
      text: 'One\n\nThree',
      pages: [
        { page: 1, start: 0 },
        { page: 2, start: 3 },
        { page: 3, start: 5 },
      ],
      headings: [],
      suffix: null,
      metadata: { pages: 3 },
      warnings: ['no text on page 2: scanned or blank?'],
    });
  });

  it('reads a page that is turned by 90 degrees', async () => {
    const upright = Buffer.from(writePdf([column(50, 700, left)])).toString('latin1');
    const turned = upright.replace('/MediaBox', '/Rotate 90 /MediaBox');
    expect((await extractOnly(Buffer.from(turned, 'latin1'), 'a.pdf')).text).toBe(left.join(' '));
  });
});
