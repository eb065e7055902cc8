// Every chunker: cases by hand, and what must hold of any text in any script.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Chunker } from '#contract/config/chunker';
import type { CorpusDocument } from '#contract/documents';
import { estimateTokens } from '#domain/prompt/estimate-tokens';
import { chunkCorpus, chunkDocument, findChunkerProblem } from '#domain/text/chunk-corpus';
import { hasSharedData, readSharedText } from '../../golden/shared-data.ts';

function documentOf(text: string, changes: Partial<CorpusDocument> = {}): CorpusDocument {
  return {
    id: 'doc',
    title: null,
    text,
    textHash: `sha256:${'0'.repeat(64)}`,
    language: null,
    path: null,
    mediaType: 'text/plain',
    collection: null,
    pages: [],
    headings: [],
    metadata: {},
    warnings: [],
    ...changes,
  };
}

function cut(text: string, chunker: Chunker, changes: Partial<CorpusDocument> = {}): string[] {
  return chunkDocument(documentOf(text, changes), chunker, 'auto').map(({ start, end }) =>
    text.slice(start, end),
  );
}

type SentenceChunker = Extract<Chunker, { kind: 'sentence' }>;
const sentence: SentenceChunker = {
  kind: 'sentence',
  boundary: '.?!…',
  keepTogether: null,
  minWords: 1,
  maxWords: null,
  group: 1,
};

describe('document', () => {
  it('is the whole text, white space included, even when it is empty', () => {
    expect(cut(' a\n', { kind: 'document' })).toEqual([' a\n']);
    expect(cut('', { kind: 'document' })).toEqual(['']);
  });
});

describe('sentence', () => {
  it.each<[string, string, Partial<SentenceChunker>, string[]]>([
    [
      'splits where white space follows',
      'Uno. Dos! ¿Tres? Cuatro… cinco',
      {},
      ['Uno.', 'Dos!', '¿Tres?', 'Cuatro…', 'cinco'],
    ],
    ['whatever comes next', 'A. -b.\u00a0c. d', {}, ['A.', '-b.', 'c.', 'd']],
    ['not inside a word or before a quotation mark', 'v1.2 is "out." Now', {}, ['v1.2 is "out." Now']],
    ['line by line, trimmed', '  a b \r\n\r\n\tc.\n', {}, ['a b', 'c.']],
    [
      'keeps the words given together',
      'Sr. D. Juan. Fin',
      { keepTogether: ['Sr.', 'D.'] },
      ['Sr. D. Juan.', 'Fin'],
    ],
    ['only as whole words', 'Ese -D. Juan', { keepTogether: ['D.'] }, ['Ese -D.', 'Juan']],
    ['drops by number of words', 'a. b c. d e f. g h.', { minWords: 2, maxWords: 2 }, ['b c.', 'g h.']],
    ['groups', 'a. b. c.\nd. e.', { group: 2 }, ['a. b.', 'c.\nd.', 'e.']],
    [
      'ends a group at a dropped sentence',
      'a b. c. d e. f g. h i.',
      { group: 2, minWords: 2 },
      ['a b.', 'd e. f g.', 'h i.'],
    ],
    ['takes other closing characters', 'a; b. c', { boundary: ';' }, ['a;', 'b. c']],
    [
      'needs no space after an ideographic stop',
      '犬。猫。「鳥」',
      { boundary: '。' },
      ['犬。', '猫。', '「鳥」'],
    ],
    ['finds nothing in white space', ' \n\t\r\n', {}, []],
  ])('%s', (_, text, settings, expected) => {
    expect(cut(text, { ...sentence, ...settings })).toEqual(expected);
  });

  it('keeps Spanish "D." together by default, by the analyzer language before the document language', () => {
    const text = 'Vino D. Juan. Fin';
    const languages: [string, string | null][] = [
      ['es', 'en'],
      ['auto', 'es'],
      ['none', 'es'],
      ['en', 'es'],
      ['auto', null],
    ];
    expect(
      languages.map(
        ([analyzer, language]) => chunkDocument(documentOf(text, { language }), sentence, analyzer).length,
      ),
    ).toEqual([2, 2, 2, 3, 3]);
    expect(cut(text, { ...sentence, keepTogether: [] }, { language: 'es' })).toEqual([
      'Vino D.',
      'Juan.',
      'Fin',
    ]);
  });

  it.skipIf(!hasSharedData('data/marianela/capitulos-01-03.txt'))(
    'cuts three chapters of Marianela into 354',
    () => {
      const text = readSharedText('data/marianela/capitulos-01-03.txt');
      const corpus = { hash: '', documents: [documentOf(text)] };
      expect(chunkCorpus(corpus, { ...sentence, minWords: 6, maxWords: 45 }, 'es').length).toBe(354);
    },
  );
});

describe('fixed', () => {
  it.each<[string, string, Omit<Extract<Chunker, { kind: 'fixed' | 'recursive' }>, 'kind'>, string[]]>([
    ['characters', 'abcdefgh', { size: 3, overlap: 0, unit: 'chars' }, ['abc', 'def', 'gh']],
    ['with overlap', 'abcdefgh', { size: 4, overlap: 2, unit: 'chars' }, ['abcd', 'cdef', 'efgh']],
    ['trims, and leaves white space out', 'ab    cd', { size: 2, overlap: 0, unit: 'chars' }, ['ab', 'cd']],
    ['words', 'a bb  c\nd e', { size: 2, overlap: 1, unit: 'words' }, ['a bb', 'bb  c', 'c\nd', 'd e']],
    ['tokens of 4 bytes', 'abcdefghij', { size: 1, overlap: 0, unit: 'tokens' }, ['abcd', 'efgh', 'ij']],
    ['a Cyrillic letter is 2 bytes', 'абвгд', { size: 1, overlap: 0, unit: 'tokens' }, ['аб', 'вг', 'д']],
    [
      'a character longer than the size is a chunk',
      '😀e\u0301\u0302x',
      { size: 1, overlap: 0, unit: 'chars' },
      ['😀', 'e\u0301\u0302', 'x'],
    ],
    ['CR LF stays together', 'a\r\nb', { size: 2, overlap: 0, unit: 'chars' }, ['a', 'b']],
    ['nothing', ' \n', { size: 2, overlap: 0, unit: 'chars' }, []],
  ])('%s', (_, text, settings, expected) => {
    expect(cut(text, { kind: 'fixed', ...settings })).toEqual(expected);
  });
});

describe('recursive', () => {
  function recursive(size: number, overlap = 0): Chunker {
    return { kind: 'recursive', size, overlap, unit: 'chars' };
  }

  it.each<[string, string, Chunker, string[]]>([
    ['one chunk when all fits', ' a\n\nb ', recursive(10), ['a\n\nb']],
    ['whole paragraphs', 'aa aa.\n\nbb bb\n\ncc', recursive(14), ['aa aa.\n\nbb bb', 'cc']],
    [
      'a paragraph that fits stays whole',
      'aa\n\nbbb bbb. bbb bbb\n\n\n',
      recursive(16),
      ['aa', 'bbb bbb. bbb bbb'],
    ],
    [
      'a heading stays with a paragraph that must be cut',
      'T\n\nbbb bbb. ccc ccc ccc',
      recursive(14),
      ['T\n\nbbb bbb.', 'ccc ccc ccc'],
    ],
    ['lines before sentences', 'a. b. c.\nd. e. f. g. h.', recursive(15), ['a. b. c.', 'd. e. f. g. h.']],
    ['sentences before words', 'aaa bbb. ccc ddd eee', recursive(12), ['aaa bbb.', 'ccc ddd eee']],
    [
      'sentences end inside quotation marks',
      '“aaa bbb.” ccc ddd eee',
      recursive(14),
      ['“aaa bbb.”', 'ccc ddd eee'],
    ],
    ['words', 'aaa bbb ccc', recursive(8), ['aaa bbb', 'ccc']],
    ['ideographic stops', '犬が走る。猫が寝ている。鳥', recursive(9), ['犬が走る。', '猫が寝ている。鳥']],
    ['characters', 'abcdefgh', recursive(3), ['abc', 'def', 'gh']],
    ['overlap from a word start', 'aaa bbb ccc ddd eee', recursive(11, 5), ['aaa bbb ccc', 'ccc ddd eee']],
    ['overlap inside a long word', 'abcdefghij', recursive(6, 2), ['abcdef', 'efghij']],
    [
      'no overlap that repeats a whole chunk',
      'aa\n\nbbbb bbbb bbbb',
      recursive(14, 5),
      ['aa', 'bbbb bbbb bbbb'],
    ],
    ['old line ends', 'aa\r\rbb\rcc', recursive(5), ['aa', 'bb\rcc']],
  ])('%s', (_, text, chunker, expected) => {
    expect(cut(text, chunker)).toEqual(expected);
  });
});

describe('heading', () => {
  const text = 'intro\n# A\ntext a\n## B\ntext b is long\n# C\n';
  const headings = [
    { level: 1, title: 'A', start: text.indexOf('# A') },
    { level: 2, title: 'B', start: text.indexOf('## B') },
    { level: 1, title: 'C', start: text.indexOf('# C') },
  ];

  it.each<[string, Extract<Chunker, { kind: 'heading' }>, string[]]>([
    [
      'every level',
      { kind: 'heading', level: null, size: null },
      ['intro', '# A\ntext a', '## B\ntext b is long', '# C'],
    ],
    [
      'level 1 alone',
      { kind: 'heading', level: 1, size: null },
      ['intro', '# A\ntext a\n## B\ntext b is long', '# C'],
    ],
    [
      'cut to size',
      { kind: 'heading', level: null, size: 10 },
      ['intro', '# A\ntext a', '## B\ntext', 'b is long', '# C'],
    ],
  ])('%s', (_, chunker, expected) => {
    expect(cut(text, chunker, { headings })).toEqual(expected);
  });

  it('takes a document without headings as one section, and none from an empty one', () => {
    const chunker: Chunker = { kind: 'heading', level: null, size: null };
    expect(cut('a\n\nb\n', chunker)).toEqual(['a\n\nb']);
    expect(cut('', chunker)).toEqual([]);
  });

  it('stands headings out of order, repeated or beyond the text', () => {
    const places = [4, 2, 2, 0, 99].map((start) => ({ level: 1, title: '', start }));
    expect(cut('aabbcc', { kind: 'heading', level: null, size: null }, { headings: places })).toEqual([
      'aa',
      'bb',
      'cc',
    ]);
  });
});

describe('chunkCorpus', () => {
  it('numbers chunks by document from 1 and by corpus from 0', () => {
    const corpus = {
      hash: '',
      documents: [
        documentOf('a. b', { id: 'x' }),
        documentOf('', { id: 'y' }),
        documentOf('c', { id: 'z#1' }),
      ],
    };
    expect(chunkCorpus(corpus, sentence, 'auto')).toEqual([
      { id: 'x#1', index: 0, documentId: 'x', start: 0, end: 2 },
      { id: 'x#2', index: 1, documentId: 'x', start: 3, end: 4 },
      { id: 'z#1#1', index: 2, documentId: 'z#1', start: 0, end: 1 },
    ]);
  });

  it('refuses an overlap as large as the size, naming both', () => {
    const chunker: Chunker = { kind: 'recursive', size: 100, overlap: 100, unit: 'chars' };
    expect(findChunkerProblem(chunker)).toBe(
      'chunker.overlap is 100, but it must be less than chunker.size, which is 100',
    );
    expect(() => chunkDocument(documentOf('a'), chunker, 'auto')).toThrow(RangeError);
    expect(findChunkerProblem(sentence)).toBeNull();
  });
});

describe('any text', () => {
  const samples = [
    'Se puso el sol. Tras el breve crepúsculo vino tranquila y oscura la noche.',
    '—¿Quién vive? —dijo el viajero…',
    'The quick brown fox jumps over the lazy dog. It was 3.14 metres away!',
    'Можете да върнете стоката до 14 дни. Доставката е безплатна над 50 лв.',
    '吾輩は猫である。名前はまだ無い。「どこで生れたか」とんと見当がつかぬ。',
    'ภาษาไทยเขียนติดกันไม่มีช่องว่างระหว่างคำ',
    '👩‍👩‍👧‍👦👍🏽🇪🇸❤️',
    'e\u0301e\u0301e\u0301 a\u0308\u0323',
    '\r\n',
    '\n\n',
    ' \t ',
    'https://example.org/a/very/long/address/without/any/white/space/at/all',
    '# Heading',
  ];
  const textArbitrary = fc
    .array(fc.oneof(fc.constantFrom(...samples), fc.string({ unit: 'grapheme', maxLength: 5 })), {
      maxLength: 12,
    })
    .map((parts) => parts.join(''));
  const unitArbitrary = fc.constantFrom('chars' as const, 'words' as const, 'tokens' as const);
  const sizedArbitrary = fc
    .record({
      kind: fc.constantFrom('fixed' as const, 'recursive' as const),
      size: fc.integer({ min: 1, max: 60 }),
      share: fc.double({ min: 0, max: 0.99, noNaN: true }),
      unit: unitArbitrary,
    })
    .map(({ kind, size, share, unit }) => ({ kind, size, overlap: Math.floor(size * share), unit }));

  function measure(text: string, unit: 'chars' | 'words' | 'tokens'): number {
    if (unit === 'chars') return text.length;
    return unit === 'tokens' ? estimateTokens(text) : text.split(/\s+/).filter((word) => word !== '').length;
  }

  /** One base with all that extends it; the only thing that may be longer than the size. */
  const oneCharacter = /^\P{M}?[\p{M}\p{Emoji_Modifier}]*(\u200d\P{M}?[\p{M}\p{Emoji_Modifier}]*)*$/u;
  const tornInside = /^(?:[\udc00-\udfff]|[\p{M}\p{Emoji_Modifier}\u200d])/u;

  it('fixed and recursive keep their size, lose nothing, advance, and tear no character', () => {
    fc.assert(
      fc.property(textArbitrary, sizedArbitrary, (text, chunker) => {
        const slices = chunkDocument(documentOf(text), chunker, 'auto');
        let covered = 0;
        let previousStart = -1;
        for (const { start, end } of slices) {
          const chunk = text.slice(start, end);
          expect(chunk).toBe(chunk.trim());
          expect(chunk).not.toBe('');
          if (!oneCharacter.test(chunk))
            expect(measure(chunk, chunker.unit)).toBeLessThanOrEqual(chunker.size);
          expect(text.slice(covered, start).trim()).toBe('');
          expect(start).toBeGreaterThan(previousStart);
          expect(end).toBeGreaterThan(covered);
          if (start < covered) {
            expect(measure(text.slice(start, covered).trimEnd(), chunker.unit)).toBeLessThanOrEqual(
              chunker.overlap,
            );
          }
          for (const edge of [start, end]) {
            const tears = edge > 0 && /\S/.test(text.charAt(edge - 1)) && tornInside.test(text.slice(edge));
            expect(tears).toBe(false);
          }
          previousStart = start;
          covered = end;
        }
        expect(text.slice(covered).trim()).toBe('');
      }),
      { seed: 8, numRuns: 400 },
    );
  });

  it('recursive begins an overlap at a word start where the overlap holds one', () => {
    fc.assert(
      fc.property(textArbitrary, sizedArbitrary, (text, sized) => {
        const slices = chunkDocument(
          documentOf(text),
          { ...sized, kind: 'recursive', unit: 'chars' },
          'auto',
        );
        for (const [index, { start }] of slices.entries()) {
          const before = slices[index - 1];
          if (!before || start >= before.end) continue;
          const room = text.slice(Math.max(before.end - sized.overlap, before.start + 1), before.end);
          if (/\s\S/.test(room)) expect(text.charAt(start - 1)).toMatch(/\s/);
        }
      }),
      { seed: 9, numRuns: 200 },
    );
  });

  it('sentence slices are whole sentences in order, and heading sections cover all', () => {
    fc.assert(
      fc.property(
        textArbitrary,
        fc.integer({ min: 1, max: 3 }),
        fc.integer({ min: 1, max: 40 }),
        (text, group, size) => {
          const sentences = cut(text, { ...sentence, group });
          expect(sentences.join('').replace(/\s/g, '')).toBe(text.replace(/\s/g, ''));
          const headings = [...text.matchAll(/^# /gm)].map((match) => ({
            level: 1,
            title: '',
            start: match.index,
          }));
          const sections = cut(text, { kind: 'heading', level: null, size }, { headings });
          expect(sections.join('').replace(/\s/g, '')).toBe(text.replace(/\s/g, ''));
        },
      ),
      { seed: 10, numRuns: 200 },
    );
  });

  it.each<[string, string]>([
    ['one word', 'x'],
    ['marks', 'a\u0301'],
    ['ideographic stops', '。'],
    ['spaces', ' x'],
    ['sentences', 'x. '],
  ])('cuts a megabyte of %s', (_, unit) => {
    const text = unit.repeat(Math.floor(2 ** 20 / unit.length));
    for (const kind of ['fixed', 'recursive'] as const) {
      for (const measured of ['chars', 'words', 'tokens'] as const) {
        const slices = chunkDocument(
          documentOf(text),
          { kind, size: 800, overlap: 100, unit: measured },
          'auto',
        );
        expect(slices.at(-1)?.end).toBe(text.trimEnd().length);
      }
    }
    expect(
      chunkDocument(documentOf(text), { ...sentence, boundary: '.。', keepTogether: ['D.'] }, 'auto').at(-1)
        ?.end,
    ).toBe(text.trimEnd().length);
  });
});
