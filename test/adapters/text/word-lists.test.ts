// Word lists of every language: they load, they stem published examples, and what is broken in them is mended.
import { describe, expect, it } from 'vitest';
import type { Analyzer } from '#contract/config/analyzer';
import { loadLanguageWords } from '#adapters/text/word-lists';
import { knownLanguages } from '#domain/text/languages';
import { createAnalyzer } from '#domain/text/tokenize';

const plain: Analyzer = {
  language: 'auto',
  minLength: 1,
  foldAccents: false,
  stem: true,
  stopWords: true,
  ngrams: [1, 1],
  charNgrams: null,
};

async function wordsOf(language: string) {
  const words = await loadLanguageWords(language);
  if (!words?.stem) throw new Error(`no words of ${language}`);
  return { stem: words.stem, stopWords: [...words.stopWords], unaccented: words.unaccented ?? false };
}

/** `word stem, word stem, ...` */
function pairsOf(line: string): [string, string][] {
  return line.split(', ').map((pair) => {
    const [word = '', stem = ''] = pair.split(' ');
    return [word, stem];
  });
}

describe('loadLanguageWords', () => {
  it.each(knownLanguages.map((language) => [language]))('loads %s', async (language) => {
    const { stem, stopWords } = await wordsOf(language);
    expect(stopWords.length).toBeGreaterThan(20);
    for (const word of [...stopWords, '', 'a', '2024', 'constructor', '東京', 'e\u0301'])
      expect(typeof stem(word)).toBe('string');
    // No letter of a wrong encoding is left.
    expect(stopWords.filter((word) => /[ÐðÞþ\u2500-\u257f�]/u.test(word))).toEqual([]);
  });

  it('knows both written Norwegians, and no other language', async () => {
    expect(await loadLanguageWords('nb')).toBe(await loadLanguageWords('no'));
    expect(await loadLanguageWords('ja')).toBe(null);
    expect(await loadLanguageWords('constructor')).toBe(null);
  });

  it.each([
    ['en', 'consistency consist, knightly knight, connection connect, happiness happi'],
    [
      'es',
      'cheques chequ, chetumaleños chetumaleñ, chica chic, chicharrones chicharron, torá tor, tórax torax, toreándolo tor, toreros torer, tormentas torment, tornillo tornill',
    ],
    [
      'ru',
      'вагонов вагон, важнейшими важн, важничал важнича, валандался валанда, валериановых валерианов, павлиньим павлин, падчерицей падчериц, падшему падш, пакости пакост, палубой палуб',
    ],
    ['bg', 'градовете град, собствениците собственик, червен червн, красивият красив'],
    ['de', 'häuser haus, aufeinanderfolgenden aufeinanderfolg'],
    ['fr', 'majestueusement majestu, continuellement continuel'],
  ])('stems published examples of %s', async (language, line) => {
    const { stem } = await wordsOf(language);
    const examples = pairsOf(line);
    expect(examples.map(([word]) => [word, stem(word)])).toEqual(examples);
  });

  it.each([
    ['en', ['a', 'an', 'the', 'which']],
    ['es', ['el', 'más', 'habían', 'quién']],
    ['lt', ['aš', 'šis', 'žemiau']],
    ['sr', ['biće', 'često', 'između']],
    ['tr', ['altmış', 'beş', 'artık']],
    ['uk', ['від', 'їх', 'є']],
  ])('has the small words of %s', async (language, words) => {
    const { stopWords } = await wordsOf(language);
    expect(words.filter((word) => !stopWords.includes(word))).toEqual([]);
  });

  it('keeps words of content', async () => {
    const { stopWords } = await wordsOf('es');
    expect(['dos', 'total', 'empleo', 'partir'].filter((word) => stopWords.includes(word))).toEqual([]);
  });
});

describe('words in an analyzer', () => {
  it('drops stop words as they are written, then stems', async () => {
    const english = createAnalyzer(plain, 'en', await wordsOf('en'));
    expect(english('The connections which a committee is adopting')).toEqual([
      'connect',
      'committe',
      'adopt',
    ]);
    const spanish = createAnalyzer({ ...plain, ngrams: [1, 2] }, 'es', await wordsOf('es'));
    expect(spanish('¿Quién aprobó la investigación?')).toEqual(['aprob', 'investig', 'aprob investig']);
  });

  it('compares Greek stop words, listed without accents, without those of the text', async () => {
    const greek = createAnalyzer(plain, 'el', { ...(await wordsOf('el')), stem: null });
    expect(greek('Αυτός είναι από την Αθήνα')).toEqual(['αθήνα']);
  });

  it('folds before it stems: the same terms with or without accents', async () => {
    const spanish = createAnalyzer({ ...plain, foldAccents: true }, 'es', await wordsOf('es'));
    const accented = spanish('La investigación más rápida de él');
    expect(accented).toEqual(spanish('La investigacion mas rapida de el'));
    expect(accented).toEqual(['investigacion', 'rap']);
    const russian = createAnalyzer({ ...plain, foldAccents: true }, 'ru', await wordsOf('ru'));
    expect(russian('зелёный йод')).toEqual(russian('зеленый йод'));
  });
});
