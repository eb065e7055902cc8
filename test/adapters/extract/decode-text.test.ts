// Encodings: what is written in each is read back, and named.
import fc from 'fast-check';
import iconv from 'iconv-lite';
import { describe, expect, it } from 'vitest';
import { decodeText } from '#adapters/extract/text/decode-text';

const russian =
  'Пьер жил у князя Василия Курагина и участвовал в разгульной жизни его сына Анатоля. «Что это? — сказал он. — Я падаю?»';
const bulgarian =
  'Връщането на стоката е възможно в срок от четиринадесет дни. Парите се превеждат по сметката на клиента.';
const spanish =
  '¿Quién toca el piano? La señorita Sofía, que vive en España desde hace años; ¡qué canción tan pequeña!';
const german =
  'Die Rückgabe ist möglich, wenn die Ware unbeschädigt zurückgeschickt wird. Größere Stücke holen wir ab.';
const french =
  'L’élève a été reçu à l’école où son père avait étudié ; ça coûte 20 € par mois, « c’est tout ».';
const hebrew = 'ניתן להחזיר את המוצר בתוך ארבעה עשר ימים מיום הקנייה. הכסף יוחזר לכרטיס האשראי של הלקוח.';
const japanese =
  '文字符号化形式とは、文字をバイト列に変換する方法です。日本語ではシフトJISがよく使われていました。';
const chinese = '退货须在收到商品后十四天内提出，运费由买方承担。请保留原包装和发票，以便我们处理您的申请。';
const polish =
  'Zażółć gęślą jaźń. Zwrot towaru jest możliwy w ciągu czternastu dni od jego otrzymania przez klienta.';

const cases: readonly (readonly [string, string])[] = [
  ['windows-1251', russian],
  ['windows-1251', bulgarian],
  ['koi8-r', russian.replace(/[«»—]/g, '-')],
  ['windows-1252', spanish],
  ['windows-1252', german],
  ['windows-1252', french],
  ['windows-1255', hebrew],
  ['shift_jis', japanese.repeat(4)],
  ['euc-jp', japanese.repeat(4)],
  ['gb18030', chinese.repeat(4)],
  ['windows-1250', polish.repeat(3)],
  ['utf-16le', japanese],
  ['utf-16be', japanese],
  ['utf-16le', russian],
  ['utf-16be', spanish],
  ['utf-16le', chinese],
  ['utf-8', hebrew],
];

describe('decodeText', () => {
  it.each(cases)('finds %s without a mark: %s', (encoding, text) => {
    expect(decodeText(iconv.encode(text, encoding))).toEqual({ text, encoding, warnings: [] });
  });

  it.each(['utf-8', 'utf-16le', 'utf-16be', 'utf-32le'])('believes the byte order mark of %s', (encoding) => {
    const bytes = iconv.encode('añ', encoding, { addBOM: true });
    expect(decodeText(bytes)).toEqual({ text: 'añ', encoding, warnings: [] });
  });

  it('takes a short text in the encoding its letters make plausible', () => {
    expect(decodeText(iconv.encode('Señor', 'windows-1252'))).toMatchObject({
      text: 'Señor',
      encoding: 'windows-1252',
    });
    expect(decodeText(iconv.encode('Привет, мир', 'koi8-r'))).toMatchObject({
      text: 'Привет, мир',
      encoding: 'koi8-r',
    });
  });

  it.each([
    ['windows-1252', 'el honor de ser presentado a ellas... ¡Demonio!, ¿pero'],
    ['koi8-r', 'в которых книги читали и перечитывали'],
  ])('is not misled by a few letters of %s', (encoding, text) => {
    expect(decodeText(iconv.encode(text, encoding))).toMatchObject({ text, encoding });
  });

  it('believes the charset a page declares where the bytes allow it', () => {
    const bytes = iconv.encode('\u043d\u0435', 'iso-8859-5');
    expect(decodeText(bytes, 'ISO-8859-5').text).toBe('не');
    expect(decodeText(Buffer.from('не'), 'iso-8859-5')).toEqual({
      text: 'не',
      encoding: 'utf-8',
      warnings: [],
    });
  });

  it('reads UTF-8 with one broken byte as UTF-8, and says so', () => {
    const bytes = Buffer.concat([Buffer.from(russian), Buffer.from([0xd0])]);
    const { text, encoding, warnings } = decodeText(bytes);
    expect({ text, encoding }).toEqual({ text: `${russian}\ufffd`, encoding: 'utf-8' });
    expect(warnings).toEqual([
      'one character not readable as utf-8, shown as U+FFFD; if that matters, save the file as UTF-8 and add it again',
    ]);
  });

  it('reads every UTF-8 text without NUL as it is', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 200 }).filter((value) => !/[\0\ufeff]/.test(value));
    fc.assert(
      fc.property(text, (value) => {
        expect(decodeText(Buffer.from(value))).toMatchObject({ text: value, encoding: 'utf-8' });
      }),
      { seed: 7, numRuns: 200 },
    );
  });
});
