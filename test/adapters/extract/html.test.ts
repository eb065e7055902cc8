// HTML pages: what a reader sees becomes text, and hostile nesting does no harm.
import { describe, expect, it } from 'vitest';
import iconv from 'iconv-lite';
import { extractDocument } from '#adapters/extract/extract-document';
import { extractHtml, readDeclaredCharset } from '#adapters/extract/html/extract-html';

const textOf = (body: string) => extractHtml(`<html><body>${body}</body></html>`, 'a.html').text;

describe('text', () => {
  it.each([
    [
      'scripts, styles, templates, navigation',
      '<script>a</script><style>b</style><template>c</template><nav>d</nav><noscript>e</noscript>f',
      'f',
    ],
    [
      'hidden by attribute or style',
      '<p hidden>a</p><p style="color: red; display:none">b</p><p style="visibility: hidden">c</p><p>d</p>',
      'd',
    ],
    ['white space collapses, blocks stand apart', '<p>a\n  b <b>c</b>d</p>\n<div>e</div>', 'a b cd\n\ne'],
    ['line breaks', 'a<br>b<br/>c', 'a\nb\nc'],
    [
      'entities and no-break spaces',
      'caf&eacute; 10&nbsp;000 &euro; &lt;b&gt; &#x1F600;',
      'café 10\u00a0000 € <b> 😀',
    ],
    ['soft hyphens go', 'Donau&shy;dampf', 'Donaudampf'],
    ['lists', '<p>x</p><ul><li>a</li><li>b<ul><li>c</li></ul></li></ul><p>y</p>', 'x\n\na\nb\nc\n\ny'],
    ['preformatted text stays', '<pre>  a\n    b\n</pre>', '  a\n    b'],
    ['furigana stay out of words', '<ruby>漢字<rp>(</rp><rt>かんじ</rt><rp>)</rp></ruby>だ', '漢字だ'],
    [
      'tables by rows',
      '<table><caption>Fees</caption><tr><th>what<th>how much<tr><td>return<td>5 €</table>',
      'Fees\nwhat | how much\nreturn | 5 €',
    ],
    [
      'merged cells',
      '<table><tr><td rowspan=2 colspan=2>m<td>1<tr><td>2<tr><td>a<td>b<td>c</table>',
      'm | 1\n | 2\na | b | c',
    ],
    [
      'a layout table is no table',
      '<table><tr><td><h2>T</h2><p>a</p></td><td><p>b</p></td></tr></table>',
      'T\n\na\n\nb',
    ],
    ['a nested table', '<table><tr><td>x<table><tr><td>1<td>2</table></td></tr></table>', 'x\n\n1 | 2'],
    ['markup in text is data', '&lt;script&gt;alert(1)&lt;/script&gt;', '<script>alert(1)</script>'],
  ])('%s', (_, body, expected) => {
    expect(textOf(body)).toBe(expected);
  });

  it('records title, headings, language and description', () => {
    const page =
      '<!doctype html><html lang="es"><head><title> A &amp;\n B </title><meta name="description" content="D"></head>' +
      '<body><h1>Uno <i>dos</i></h1><p>x</p><h3>Tres</h3></body></html>';
    expect(extractHtml(page, 'a.html')).toEqual({
      title: 'A & B',
      text: 'Uno dos\n\nx\n\nTres',
      pages: [],
      headings: [
        { level: 1, title: 'Uno dos', start: 0 },
        { level: 3, title: 'Tres', start: 'Uno dos\n\nx\n\n'.length },
      ],
      suffix: null,
      metadata: { language: 'es', description: 'D' },
      warnings: [],
    });
  });

  it('uses the charset the page declares', async () => {
    const source = '<html><head><meta charset="windows-1253"></head><body>Καλημέρα κόσμε</body></html>';
    const bytes = iconv.encode(source, 'windows-1253');
    expect(readDeclaredCharset(bytes)).toBe('windows-1253');
    const { encoding, documents } = await extractDocument(bytes, 'a.html');
    expect([encoding, documents[0]?.text]).toEqual(['windows-1253', 'Καλημέρα κόσμε']);
  });
});

describe('hostile pages', () => {
  it.each(['<div>', '<b>', '<p><b>', '<table><tr><td>', '<ul><li>', '<blockquote><font>', '<section><h1>'])(
    'survives 10,000 times %s',
    (open) => {
      expect(textOf(`${open.repeat(10_000)}deep`)).toBe('deep');
    },
  );

  it('survives absurd spans', () => {
    expect(textOf('<table><tr><td colspan=999999999 rowspan=-3>a<td>b</table>')).toBe('a | b');
  });
});
