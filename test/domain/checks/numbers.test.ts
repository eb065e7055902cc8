import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readNumber, shiftDecimal } from '#domain/checks/number/read-number';
import { compareNumbers, findNumbers } from '#domain/checks/numbers';

describe('readNumber', () => {
  it.each<[string, string, string[] | null]>([
    ['0', 'auto', ['0']],
    ['007', 'auto', ['7']],
    ['3.50', 'auto', ['3.5']],
    ['3,5', 'auto', ['3.5']],
    ['1.234', 'auto', ['1.234', '1234']],
    ['1,234', 'auto', ['1.234', '1234']],
    ['1.234', 'es', ['1234']],
    ['1.234', 'en', ['1.234']],
    ['1,234', 'bg', ['1.234']],
    ['1,234', 'en', ['1234']],
    ['3.5', 'es', ['3.5']],
    ['0.125', 'es', ['0.125']],
    ['1234.567', 'auto', ['1234.567']],
    ['1.234,5', 'auto', ['1234.5']],
    ['1,234.5', 'es', ['1234.5']],
    ["1'234.50", 'auto', ['1234.5']],
    ['1’234', 'auto', ['1234']],
    ['1 234,5', 'auto', ['1234.5']],
    ['1\u202f234\u202f567', 'auto', ['1234567']],
    ['1.234.567', 'auto', ['1234567']],
    ['12,34,567', 'auto', ['1234567']],
    ['1_000', 'auto', ['1000']],
    ['1٬234٫5', 'auto', ['1234.5']],
    ['3٫25', 'en', ['3.25']],
    ['99999999999999999999999', 'auto', ['99999999999999999999999']],
    ['3.2.1', 'auto', null],
    ['1,2,3', 'auto', null],
    ["1'23", 'auto', null],
    ['1.5,2.5', 'auto', null],
    ['1.', 'auto', null],
    ['', 'auto', null],
  ])('%s (%s) is %j', (written, locale, readings) => {
    expect(readNumber(written, locale)).toEqual(readings);
  });

  it.each([
    ['2.5', 6, '2500000'],
    ['2.1234', 3, '2123.4'],
    ['0.5', 3, '500'],
    ['7', 0, '7'],
  ])('%s x 10^%i = %s', (value, power, shifted) => {
    expect(shiftDecimal(value, power)).toBe(shifted);
  });
});

/** Each number as "reading|reading unit", and "~unit" for a shared one. */
function list(text: string, locale = 'auto'): string[] {
  return findNumbers(text, locale).map(({ readings, unit, sharedUnit }) =>
    [readings.join('|'), unit ?? '', sharedUnit === null ? '' : `~${sharedUnit}`]
      .filter((part) => part !== '')
      .join(' '),
  );
}

describe('findNumbers', () => {
  it.each<[string, string[]]>([
    ['no digits here, dos días', []],
    ['14 days', ['14 day']],
    ['14-day trial', ['14 day']],
    ['14 (fourteen) days', ['14 day']],
    ['fourteen (14) days', ['14 day']],
    ['14 дни', ['14 day']],
    ['до 5 работни дни', ['5 day']],
    ['5 días hábiles', ['5 day']],
    ['за 24 часа', ['24 hour']],
    ['21 день', ['21 day']],
    ['30MB, 2 GB', ['30 megabyte', '2 gigabyte']],
    ['100 km/h', ['100 kilometre/hour']],
    ['30 m² or 30 m2', ['30 square metre', '30 square metre']],
    ['3 users, 4 per day', ['3', '4']],
    ['3 €', ['3 EUR']],
    [
      '3€, 4 EUR, €5, EUR 6, EUR7, 8 euros, 9 евро',
      ['3', '4', '5', '6', '7', '8', '9'].map((n) => `${n} EUR`),
    ],
    ['12 лв. и 7 лева', ['12 BGN', '7 BGN']],
    ['500 ₽, 500 рублей', ['500 RUB', '500 RUB']],
    ['US$1,200.50', ['1200.5 USD']],
    ['$30/month', ['30 USD']],
    ['5 $30', ['5', '30 USD']],
    ['20 % 20% 20 percent 20 per cent 20 por ciento 20 на сто ٢٠٪', Array<string>(7).fill('20 percent')],
    ['20 °C 20° C 20 ℃ 20 degrees Celsius', Array<string>(4).fill('20 celsius')],
    ['20° 20 градуса', ['20 degree', '20 degree']],
    ['−5 °C, -5 °C and –5', ['-5 celsius', '-5 celsius', '-5']],
    ['-$30 $-30 −€3', ['-30 USD', '-30 USD', '-3 EUR']],
    ['a-5 (-5) x -0', ['code:a-5', '-5', '0']],
    ['14-30 days', ['14 ~day', '30 day']],
    ['14–30 days, 14 to 30 days', ['14 ~day', '30 day', '14 ~day', '30 day']],
    ['3, 5 или 7 дни', ['3 ~day', '5 ~day', '7 day']],
    ['$10-20', ['10 USD', '20 ~USD']],
    ['10MB-20MB', ['10 megabyte', '20 megabyte']],
    ['2 million euros, 2.5 mln, 3 mil €', ['2000000 EUR', '2500000 ~EUR', '3000 EUR']],
    ['2 millones de euros', ['2000000 EUR']],
    ['1 234 567,5 лв', ['1234567.5 BGN']],
    ['1,2,3', ['1', '2', '3']],
    ['1st, 2nd, 3-ти', ['1', '2', '3']],
    ['NX-204 and v3.2.1', ['code:nx-204', 'code:3.2.1']],
    ['version 3.2.1.', ['code:3.2.1']],
    ['3D 2FA B2B ISO‑9001', ['code:3d', 'code:2fa', 'code:b2b', 'code:iso-9001']],
    ['24/7 at 09:30', ['code:24/7', 'code:09:30|time:9:30']],
    ['2024-05-03', ['code:2024-05-03|date:2024-05-03']],
    ['3.5.2024', ['code:3.5.2024|date:2024-05-03']],
    ['03/05/2024', ['code:03/05/2024|date:2024-05-03|date:2024-03-05']],
    ['2024-05-03T10:00:00', ['code:2024-05-03t10:00:00|date:2024-05-03']],
    ['٣٠ يوم', ['30']],
    ['१२ और १२', ['12', '12']],
    ['𝟑𝟎 days, 30 days', ['30 day', '30 day']],
    ['v3', ['3']],
    ['In 2024, 30 days.', ['2024 ~day', '30 day']],
  ])('%s', (text, numbers) => {
    expect(list(text)).toEqual(numbers);
  });

  it('reads a separator by locale', () => {
    expect(list('1.234 €', 'es')).toEqual(['1234 EUR']);
    expect(list('1.234 €', 'en')).toEqual(['1.234 EUR']);
  });

  it('keeps what was written', () => {
    expect(findNumbers('cuesta −1.234,50  €', 'auto')).toEqual([
      {
        number: '-1.234,50',
        written: '-1.234,50 €',
        readings: ['-1234.5'],
        unit: 'EUR',
        sharedUnit: null,
        supports: [],
      },
    ]);
  });

  it('reads back any number that a locale writes', () => {
    const value = fc.integer({ min: -10_000_000_00, max: 10_000_000_00 }).map((cents) => cents / 100);
    fc.assert(
      fc.property(value, fc.constantFrom('en', 'es', 'bg', 'ru', 'de', 'fr'), (amount, locale) => {
        const written = new Intl.NumberFormat(locale, { minimumFractionDigits: 2 }).format(amount);
        expect(findNumbers(`x ${written} y`, locale).map((mention) => mention.readings)).toEqual([
          [String(amount)],
        ]);
      }),
      { seed: 17, numRuns: 300 },
    );
  });

  it.each([
    ['digits', '1'.repeat(300_000)],
    ['a list', '1, '.repeat(30_000)],
    ['words and hyphens', 'a-'.repeat(150_000)],
    ['groups', '123 '.repeat(75_000)],
    ['digits and dots', '1.'.repeat(50_000)],
    ['ranges', '1-'.repeat(50_000)],
    ['hyphened code', `1${'-a'.repeat(150_000)}`],
  ])('is safe on %s', (_, text) => {
    expect(findNumbers(text, 'auto').length).toBeLessThanOrEqual(150_000);
  });
});

describe('compareNumbers', () => {
  function compare(answer: string, passage: string): readonly string[] {
    return compareNumbers(findNumbers(answer, 'auto'), findNumbers(passage, 'auto'));
  }

  it.each<[string, string, string[]]>([
    ['до 14 дни', 'Можете да върнете стоката до 14 дни.', []],
    ['до 30 дни', 'до 5 дни', ['number-missing: 30']],
    ['14 días', '14 days', []],
    ['14 days', '14 hours', ['number-other-unit: 14 days (the passages have 14 hours)']],
    ['14 days', 'within 14 to 30 days', []],
    ['3 €', '3 лв', ['number-other-unit: 3 € (the passages have 3 лв)']],
    ['3 €', 'EUR 3.00', []],
    ['3 €', 'чл. 3', ['number-other-unit: 3 € (the passages have 3)']],
    ['3', '3 €', []],
    ['3', '30 3.5 NX-3 3.2.1', ['number-missing: 3']],
    ['1,234', '1.234 users', []],
    ['1234', '1 234', []],
    ['2 million', '2,000,000', []],
    ['-5 °C', '5 °C', ['number-missing: -5']],
    ['5 °C', '−5 °C', ['number-missing: 5']],
    ['14 años', '-14 años tiene.\n-15, dijo.', []],
    ['15', '-14 años tiene.\n-15, dijo.', []],
    ['NX-204', 'error nx‑204', []],
    ['NX-205', 'error NX-204 and 205', ['number-missing: NX-205']],
    ['204', 'NX-204', ['number-missing: 204']],
    ['since 2024', 'from 03.05.2024', []],
    ['2024-05-03', '3.5.2024', []],
    ['at 9:30', '09:30', []],
    ['٣٠', '30 days', []],
    ['30 and 30 and 31', 'none', ['number-missing: 30', 'number-missing: 31']],
    ['24 hours', '1 day', ['number-missing: 24']],
  ])('%j on %j', (answer, passage, reasons) => {
    expect(compare(answer, passage)).toEqual(reasons);
  });

  it('finds nothing wrong with a text that stands on itself', () => {
    const word = fc.constantFrom(
      '14',
      '3.5',
      '1.234',
      '€',
      '$',
      '-',
      '%',
      'days',
      'дни',
      'NX-',
      '°C',
      ' ',
      ', ',
      ' to ',
      '\n',
      '٣',
      'million',
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 12 }), (words) => {
        const text = words.join('');
        expect(compare(text, text)).toEqual([]);
      }),
      { seed: 19, numRuns: 1000 },
    );
  });
});
