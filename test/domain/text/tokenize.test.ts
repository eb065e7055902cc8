// The tokenizer: tables of cases by setting, properties over scripts, and time that grows with the text alone.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Analyzer } from '#contract/config/analyzer';
import { createAnalyzer } from '#domain/text/tokenize';

const auto: Analyzer = {
  language: 'auto',
  minLength: 1,
  foldAccents: false,
  stem: false,
  stopWords: false,
  ngrams: [1, 1],
  charNgrams: null,
};
const none: Analyzer = { ...auto, language: 'none' };

function analyzeWith(changes: Partial<Analyzer>, text: string, stopWords: readonly string[] = []): string[] {
  return createAnalyzer({ ...auto, ...changes }, null, { stem: null, stopWords })(text);
}

describe('language none', () => {
  it.each([
    ['', []],
    ['¿Quién toca el piano?', ['quién', 'toca', 'el', 'piano']],
    ['snake_case _x_ 3.14', ['snake_case', '_x_', '3', '14']],
    ['東京タワー', ['東京タワー']],
    // A combining mark is no letter: it separates, and nothing is composed.
    ['cafe\u0301s', ['cafe', 's']],
    ['Σίσυφος ΟΔΟΣ', ['σίσυφος', 'οδος']],
    ['𝒜b 😀 𠮷', ['𝒜b', '𠮷']],
    ['x\ud800y', ['x', 'y']],
  ])('%j', (text, terms) => {
    expect(createAnalyzer(none, null)(text)).toEqual(terms);
  });

  it('agrees with the regular expression that defines it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), fc.string({ unit: 'grapheme' }), (a, b) => {
        const text = `${a} ${b}`;
        expect(createAnalyzer(none, 'es')(text)).toEqual(text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? []);
      }),
      { seed: 1, numRuns: 300 },
    );
  });
});

describe('language auto or an ISO code', () => {
  it.each([
    ['composes and lower-cases', 'CAFE\u0301 Ñandú', ['café', 'ñandú']],
    ['separates at apostrophes and hyphens', "don't l’homme e-mail", ['don', 't', 'l', 'homme', 'e', 'mail']],
    [
      'keeps underscores inside a word alone',
      'error_code _bold_ __init__ ___',
      ['error_code', 'bold', 'init'],
    ],
    ['keeps digits together', '2024年 3,50 € B2B 30%', ['2024', '年', '3', '50', 'b2b', '30']],
    ['keeps marks that do not compose', 'x\u0301y हिन्दी', ['x\u0301y', 'हिन्दी']],
    ['pairs Japanese, across its scripts', '東京タワーへ', ['東京', '京タ', 'タワ', 'ワー', 'ーへ']],
    ['keeps a single character', '犬 と cat', ['犬', 'と', 'cat']],
    ['pairs Thai with its marks', 'ที่นี่ดี', ['ที่นี่', 'นี่ดี']],
    ['pairs Korean', '한국어', ['한국', '국어']],
    ['pairs beyond the basic plane', '𠮷野家', ['𠮷野', '野家']],
    ['parts Latin from Japanese', 'ABC株式会社x', ['abc', '株式', '式会', '会社', 'x']],
    ['drops emoji, keycaps, soft hyphens and stray marks', '❤️ 1️⃣ co\u00adop 👩‍🚀 \u0301', ['1', 'coop']],
    ['knows Cyrillic', 'Ёлка и Йод', ['ёлка', 'и', 'йод']],
    ['survives lone surrogates', 'a\ud83d b\udc00c', ['a', 'b', 'c']],
    ['drops marks left by an underscore', '_\u0301_x', ['x']],
  ])('%s', (_, text, terms) => {
    expect(analyzeWith({}, text)).toEqual(terms);
  });

  it('lower-cases the Turkish i by language, given or found', () => {
    expect(createAnalyzer({ ...auto, language: 'tr' }, null)('ISPARTA İzmir')).toEqual(['ısparta', 'izmir']);
    expect(createAnalyzer(auto, 'tr')('ISPARTA İzmir')).toEqual(['ısparta', 'izmir']);
    expect(createAnalyzer({ ...auto, language: 'en' }, 'tr')('ISPARTA')).toEqual(['isparta']);
  });

  it('gives composed and decomposed text the same terms, and terms that are their own terms', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), (text) => {
        const terms = analyzeWith({}, text);
        expect(analyzeWith({}, text.normalize('NFD'))).toEqual(terms);
        for (const term of terms) expect(analyzeWith({}, term)).toEqual([term]);
      }),
      { seed: 2, numRuns: 200 },
    );
  });
});

describe('foldAccents', () => {
  it.each([
    ['Spanish, French, German', 'Café ñandú ÜBER', ['cafe', 'nandu', 'uber']],
    [
      'й and its like are letters, ё is е with dots',
      'йод ёлка їжак быў за́мок ѓон',
      ['йод', 'елка', 'їжак', 'быў', 'замок', 'ѓон'],
    ],
    ['Greek', 'Αθήνα', ['αθηνα']],
    ['voiced kana stay', 'がぎ ポパ', ['がぎ', 'ポパ']],
    ['Thai and Hindi vowels stay', 'ที่ หนึ่ง हिन्दी', ['ที่', 'หนึ่', 'นึ่ง', 'हिन्दी']],
    ['Hebrew and Arabic points go', 'שָׁלוֹם كِتَاب', ['שלום', 'كتاب']],
    ['Korean stays', '한국', ['한국']],
  ])('%s', (_, text, terms) => {
    expect(analyzeWith({ foldAccents: true }, text)).toEqual(terms);
  });

  it('folds under none too', () => {
    expect(analyzeWith({ language: 'none', foldAccents: true }, 'Café')).toEqual(['cafe']);
  });
});

describe('minLength, stop words, n-grams', () => {
  it('counts code points and spares pairs', () => {
    expect(analyzeWith({ minLength: 3 }, 'el sol 𝒜𝒜 𝒜𝒜𝒜 犬')).toEqual(['sol', '𝒜𝒜𝒜', '犬']);
  });

  it('compares stop words after the same normalisation', () => {
    expect(analyzeWith({ foldAccents: true }, 'Él y el café', ['ÉL', ' y '])).toEqual(['cafe']);
    expect(analyzeWith({ language: 'none' }, 'The the constructor', ['the'])).toEqual(['constructor']);
  });

  it('forms n-grams over what is left', () => {
    expect(analyzeWith({ ngrams: [1, 2] }, 'the cat sat on the mat', ['the', 'on'])).toEqual([
      'cat',
      'sat',
      'mat',
      'cat sat',
      'sat mat',
    ]);
    expect(analyzeWith({ ngrams: [2, 3] }, 'a b c')).toEqual(['a b', 'b c', 'a b c']);
    expect(analyzeWith({ ngrams: [2, 3] }, 'a')).toEqual([]);
  });
});

describe('a megabyte without spaces', () => {
  it.each([
    ['Latin', 'x', 1],
    ['Japanese', '東', 2 ** 20 - 1],
    ['Thai with marks', 'ก่', 2 ** 20 - 1],
    ['underscores', '_', 0],
    ['marks', '\u0301', 0],
    ['emoji', '😀', 0],
  ])('%s', (_, unit, terms) => {
    expect(analyzeWith({}, unit.repeat(2 ** 20)).length).toBe(terms);
  });
});
