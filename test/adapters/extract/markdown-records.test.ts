// Markdown headings with their offsets, tables and JSON lines as documents.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { extractDocument } from '#adapters/extract/extract-document';
import { extractMarkdown } from '#adapters/extract/text/extract-markdown';
import { extractOnly, refusalOf } from './refusal.ts';

describe('Markdown', () => {
  it('stays verbatim, with headings outside fences and the title of the front matter', () => {
    const text =
      '---\ntitle: "The guide"\nlang: es\ntags:\n  - x\n---\n# One\n\n```sh\n# no heading\n```\n\n~~~\n# nor this\n```\n~~~\n\n' +
      'Two *bold*\n---------\n\n    # code\n\n#tag\n\n### Three [link](http://a.b) `x` ##\n\n- a\n---\n';
    const document = extractMarkdown(text);
    expect(document).toEqual({
      title: 'The guide',
      text,
      pages: [],
      headings: [
        { level: 1, title: 'One', start: text.indexOf('# One') },
        { level: 2, title: 'Two bold', start: text.indexOf('Two *') },
        { level: 3, title: 'Three link x', start: text.indexOf('### Three') },
      ],
      suffix: null,
      metadata: { title: 'The guide', lang: 'es' },
      warnings: [],
    });
  });

  it.each([
    ['a first heading is the title', '## B\n\n# A\n', 'A'],
    ['no title at all', 'just text\n', null],
    ['a break and prose are no front matter', '---\njust prose\n---\n', null],
    ['an unclosed fence hides the rest', '```\n# A\n', null],
  ])('%s', (_, text, title) => {
    expect(extractMarkdown(text).title).toBe(title);
  });

  it('keeps a hash line of a heading at every offset it reports', () => {
    const line = fc.constantFrom('# a', '## b c', 'text', '', '```', '    # d', 'é🙂', '#e', '=====');
    fc.assert(
      fc.property(fc.array(line, { maxLength: 30 }), (lines) => {
        const text = lines.join('\n');
        for (const { start, title } of extractMarkdown(text).headings) {
          expect(start === 0 || text[start - 1] === '\n').toBe(true);
          expect(text.slice(start).split('\n')[0]).toContain(title);
        }
      }),
      { seed: 3, numRuns: 200 },
    );
  });
});

describe('tables', () => {
  it.each([
    ['commas', 'a,b\n1,2\n3,4\n', 'a: 1\nb: 2\n\na: 3\nb: 4'],
    ['semicolons with decimal commas', 'a;b\n1,5;2,5\n3,5;4,5\n', 'a: 1,5\nb: 2,5\n\na: 3,5\nb: 4,5'],
    ['tabs, CRLF', 'a\tb\r\n1\t2\r\n', 'a: 1\nb: 2'],
    ['quotes and line breaks', '\ufeffa,b\r\n"x ""y""",\"1\r\n2\"\r\n', 'a: x "y"\nb: 1\n2'],
    ['empty cells and nameless columns', 'a,,c\n1,,3\n,2,\n', 'a: 1\nc: 3\n\ncolumn 2: 2'],
    ['one column', 'name\nAna\nLuis\n', 'name: Ana\n\nname: Luis'],
  ])('%s', async (_, written, expected) => {
    expect((await extractOnly(written, 'a.csv')).text).toBe(expected);
  });

  it('tells of rows of another width, and names columns the header lacks', async () => {
    expect(await extractOnly('a,b\n1,2\n3,4,5\n', 'a.csv')).toEqual({
      title: null,
      text: 'a: 1\nb: 2\n\na: 3\nb: 4\ncolumn 3: 5',
      pages: [],
      headings: [],
      suffix: null,
      metadata: { columns: ['a', 'b'], rows: 2 },
      warnings: ['one row of another width than the header'],
    });
  });

  it('refuses quotes that never close', async () => {
    expect((await refusalOf(extractDocument(Buffer.from('a,b\n1,"2\n3,4\n'), 'a.csv'))).reason).toBe(
      'corrupt',
    );
  });
});

describe('JSON lines', () => {
  it.each([
    ['texts', '{"text":"One"}\n\n{"text":"Two\\nlines","id":7}\n', 'One\n\nTwo\nlines'],
    [
      'keys where a text is missing',
      '{"text":"One"}\n{"q":"Two","n":[1],"z":null}\n',
      'text: One\n\nq: Two\nn: [1]',
    ],
    ['a lone surrogate', '{"text":"a\\ud800b"}\n{"text":"c"}', 'a\ufffdb\n\nc'],
  ])('%s', async (_, written, expected) => {
    expect((await extractOnly(written, 'a.jsonl')).text).toBe(expected);
  });

  it('leaves out a broken line and names it; refuses a file of nothing else', async () => {
    const { text, warnings, metadata } = await extractOnly('{"text":"One"}\n{oops\n[1]\n', 'a.jsonl');
    expect({ text, warnings, metadata }).toEqual({
      text: 'One',
      warnings: ['2 lines left out, no JSON object: line 2, 3'],
      metadata: { records: 1 },
    });
    expect(await refusalOf(extractDocument(Buffer.from('oops\n'), 'a.jsonl'))).toMatchObject({
      reason: 'corrupt',
    });
  });
});
