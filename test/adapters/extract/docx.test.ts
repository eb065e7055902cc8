// Word documents: tracked changes, tables, notes, text boxes, hidden text, and hostile archives.
import { describe, expect, it } from 'vitest';
import { extractDocument } from '#adapters/extract/extract-document';
import { openZip } from '#adapters/extract/docx/zip';
import { extractOnly, refusalOf } from './refusal.ts';
import { paragraph, writeDocx, writeZip, xmlPart } from './zip-writer.ts';

const run = (text: string) => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`;
const cell = (content: string, properties = '') => `<w:tc><w:tcPr>${properties}</w:tcPr>${content}</w:tc>`;
const row = (...cells: string[]) => `<w:tr>${cells.join('')}</w:tr>`;

async function textOf(body: string, parts?: Readonly<Record<string, string>>): Promise<string> {
  return (await extractOnly(writeDocx(body, parts), 'a.docx')).text;
}

describe('tracked changes', () => {
  const deleted = '<w:del><w:r><w:delText>never </w:delText></w:r></w:del>';
  const inserted = `<w:ins>${run('always ')}</w:ins>`;

  it('leaves out what was deleted, takes in what was inserted, and says so', async () => {
    const body = `<w:p>${run('It is ')}${deleted}${inserted}${run('refunded.')}</w:p>`;
    const document = await extractOnly(writeDocx(body), 'a.docx');
    expect(document).toEqual({
      title: null,
      text: 'It is always refunded.',
      pages: [],
      headings: [],
      suffix: null,
      metadata: { trackedInsertions: 1, trackedDeletions: 1, comments: 0 },
      warnings: [
        'one tracked deletion left out, as if accepted',
        'one tracked insertion taken in, as if accepted',
      ],
    });
  });

  it.each([
    [
      'moved text stands where it went',
      `<w:p><w:moveFrom>${run('x')}</w:moveFrom>${run('a')}</w:p><w:p><w:moveTo>${run('x')}</w:moveTo></w:p>`,
      'a\n\nx',
    ],
    [
      'a deleted paragraph end joins two paragraphs',
      `<w:p><w:pPr><w:rPr><w:del/></w:rPr></w:pPr>${run('one ')}</w:p>${paragraph('two')}`,
      'one two',
    ],
    [
      'a deleted row goes',
      `<w:tbl><w:tr><w:trPr><w:del/></w:trPr>${cell(paragraph('old'))}</w:tr>${row(cell(paragraph('new')))}</w:tbl>`,
      'new',
    ],
    [
      'a text in w:t inside a deletion goes too',
      `<w:p><w:del>${run('gone')}</w:del>${run('kept')}</w:p>`,
      'kept',
    ],
  ])('%s', async (_, body, expected) => {
    expect(await textOf(body)).toBe(expected);
  });
});

describe('what is text and what is not', () => {
  it.each([
    [
      'entities and CDATA',
      `<w:p>${run('a &amp; b &#x41;&#66; &lt;c&gt; <![CDATA[<d>]]>')}</w:p>`,
      'a & b AB <c> <d>',
    ],
    [
      'tabs, breaks, hyphens',
      '<w:p><w:r><w:t>a</w:t><w:tab/><w:t>b</w:t><w:br/><w:t>c</w:t><w:noBreakHyphen/><w:t>d</w:t></w:r></w:p>',
      'a\tb\nc\u2011d',
    ],
    [
      'hidden text',
      `<w:p>${run('seen')}<w:r><w:rPr><w:vanish/></w:rPr><w:t>unseen</w:t></w:r></w:p>`,
      'seen',
    ],
    [
      'text that is hidden no more',
      '<w:p><w:r><w:rPr><w:vanish w:val="0"/></w:rPr><w:t>seen</w:t></w:r></w:p>',
      'seen',
    ],
    ['field codes and results', `<w:p><w:r><w:instrText>PAGE</w:instrText></w:r>${run('7')}</w:p>`, '7'],
    [
      'links and content controls',
      `<w:p><w:hyperlink>${run('here')}</w:hyperlink></w:p><w:sdt><w:sdtContent>${paragraph('there')}</w:sdtContent></w:sdt>`,
      'here\n\nthere',
    ],
    [
      'a text box once, of its two versions',
      `<w:p>${run('a')}<w:r><mc:AlternateContent><mc:Choice><w:txbxContent>${paragraph('box')}</w:txbxContent></mc:Choice><mc:Fallback><w:txbxContent>${paragraph('box')}</w:txbxContent></mc:Fallback></mc:AlternateContent></w:r></w:p>`,
      'a\n\nbox',
    ],
    [
      'list items close together',
      `${paragraph('x', '<w:numPr/>')}${paragraph('y', '<w:numPr/>')}${paragraph('z')}`,
      'x\ny\n\nz',
    ],
    ['combining marks', `<w:p>${run('cafe')}${run('\u0301')}</w:p>`, 'caf\u00e9'],
  ])('%s', async (_, body, expected) => {
    expect(await textOf(body)).toBe(expected);
  });

  it('puts notes after the paragraph that refers to them, and counts comments', async () => {
    const note = (id: string, text: string, type = '') =>
      `<w:footnote w:id="${id}"${type}>${paragraph(text)}</w:footnote>`;
    const footnotes = xmlPart(
      'w:footnotes',
      note('0', '', ' w:type="separator"') + note('2', 'Within 14 days.'),
    );
    const comments = xmlPart('w:comments', `<w:comment w:id="0">${paragraph('Really?')}</w:comment>`);
    const body = `<w:p>${run('Refunded')}<w:r><w:footnoteReference w:id="2"/></w:r>${run('.')}</w:p>${paragraph('End')}`;
    const parts = { 'word/footnotes.xml': footnotes, 'word/comments.xml': comments };
    const { text, warnings } = await extractOnly(writeDocx(body, parts), 'a.docx');
    expect(text).toBe('Refunded.\n\nWithin 14 days.\n\nEnd');
    expect(warnings).toEqual(['one comment not part of the text']);
  });

  it('finds headings by style, by a style they are based on, and by outline level', async () => {
    const styles = xmlPart(
      'w:styles',
      '<w:style w:styleId="T"><w:name w:val="Title"/></w:style>' +
        '<w:style w:styleId="U2"><w:name w:val="heading 2"/></w:style>' +
        '<w:style w:styleId="Own"><w:name w:val="Mine"/><w:basedOn w:val="U2"/></w:style>',
    );
    const style = (id: string) => `<w:pStyle w:val="${id}"/>`;
    const body =
      paragraph('The book', style('T')) +
      paragraph('Two', style('U2')) +
      paragraph('text') +
      paragraph('Own', style('Own')) +
      paragraph('Three', '<w:outlineLvl w:val="2"/>') +
      paragraph('no heading', '<w:outlineLvl w:val="9"/>') +
      paragraph('One', style('Heading1'));
    const { title, text, headings } = await extractOnly(
      writeDocx(body, { 'word/styles.xml': styles }),
      'a.docx',
    );
    expect(title).toBe('The book');
    expect(headings.map(({ level, start }) => [level, text.slice(start).split('\n')[0]])).toEqual([
      [2, 'Two'],
      [2, 'Own'],
      [3, 'Three'],
      [1, 'One'],
    ]);
  });

  it('keeps columns aligned below a merged cell, and puts a nested table after its row', async () => {
    const nested = `<w:tbl>${row(cell(paragraph('n1')), cell(paragraph('n2')))}</w:tbl>`;
    const table =
      row(cell(paragraph('a'), '<w:gridSpan w:val="2"/>'), cell(paragraph('b') + paragraph('b2'))) +
      row(cell(paragraph('m'), '<w:vMerge w:val="restart"/>'), cell(paragraph('c')), cell(paragraph('d'))) +
      row(cell(paragraph(''), '<w:vMerge/>'), cell(paragraph('e') + nested), cell(paragraph('f'))) +
      `<w:tr><w:trPr><w:gridBefore w:val="1"/></w:trPr>${cell(paragraph('g'))}</w:tr>`;
    expect(await textOf(`<w:tbl>${table}</w:tbl>${paragraph('after')}`)).toBe(
      'a | b b2\nm | c | d\n | e | f\nn1 | n2\n | g\n\nafter',
    );
  });

  it('reads a document whose prefix for Word is another', async () => {
    const document =
      '<x:document xmlns:x="http://purl.oclc.org/ooxml/wordprocessingml/main"><x:body><x:p><x:r><x:t>Hello</x:t></x:r></x:p></x:body></x:document>';
    const bytes = writeZip([{ name: 'word/document2.xml', data: document }]);
    expect((await extractOnly(bytes, 'a.docx')).text).toBe('Hello');
  });
});

describe('hostile archives', () => {
  it('refuses a ZIP bomb by what it inflates to, whatever it claims', async () => {
    const bomb = { name: 'word/document.xml', data: Buffer.alloc(100 * 1024 * 1024, ' '), deflate: true };
    const refusal = { reason: 'too-large', message: expect.stringContaining('96 MiB') };
    expect(await refusalOf(extractDocument(writeZip([bomb]), 'bomb.docx'))).toEqual(refusal);
    const lie = { ...bomb, claimedSize: 1000 };
    expect((await refusalOf(extractDocument(writeZip([lie]), 'bomb.docx'))).reason).toMatch(
      /^(too-large|corrupt)$/,
    );
  });

  it('counts the members read together', async () => {
    const zip = await openZip(
      writeZip(['a', 'b', 'c'].map((name) => ({ name, data: Buffer.alloc(400), deflate: true }))),
      'three.docx',
      1000,
    );
    expect([(await zip.read('a'))?.length, (await zip.read('b'))?.length, await zip.read('d')]).toEqual([
      400,
      400,
      null,
    ]);
    expect((await refusalOf(zip.read('c'))).reason).toBe('too-large');
  });

  it.each([
    ['an element that is never closed', '<w:document><w:body>'],
    ['a document type declaration', '<!DOCTYPE a [<!ENTITY x "y">]><a/>'],
    ['elements nested too deeply', `${'<w:p>'.repeat(5000)}${'</w:p>'.repeat(5000)}`],
    ['a closing tag too many', '<a></a></b>'],
    ['no body', '<a/>'],
  ])('refuses %s as corrupt', async (_, xml) => {
    const bytes = writeZip([{ name: 'word/document.xml', data: xml }]);
    expect((await refusalOf(extractDocument(bytes, 'a.docx'))).reason).toBe('corrupt');
  });

  it('refuses a document without text', async () => {
    expect((await refusalOf(extractDocument(writeDocx('<w:p/>'), 'a.docx'))).reason).toBe('no-text');
  });

  it('reads a note that refers to itself once', async () => {
    const footnotes = xmlPart(
      'w:footnotes',
      `<w:footnote w:id="1"><w:p>${run('again')}<w:r><w:footnoteReference w:id="1"/></w:r></w:p></w:footnote>`,
    );
    const body = `<w:p>${run('a')}<w:r><w:footnoteReference w:id="1"/></w:r></w:p>`;
    expect(await textOf(body, { 'word/footnotes.xml': footnotes })).toBe('a\n\nagain');
  });
});
