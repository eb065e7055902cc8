import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { containsTokens, isSameTokens, splitTokens } from '#domain/checks/normalise';

describe('splitTokens', () => {
  it.each<[string, string[]]>([
    ['', []],
    ['¿Quién? «Sofía», dijo.', ['quién', 'sofía', 'dijo']],
    ['sofi\u0301a SOFÍA', ['sofía', 'sofía']],
    ['Ｓｏｆｉａ ﬁn', ['sofia', 'fin']],
    ['ΟΔΟΣ İstanbul', ['οδοσ', 'istanbul']],
    ['3 € 3€ €3 EUR 3', ['3', 'EUR', '3', 'EUR', '3', 'EUR', '3', 'EUR']],
    ['TRY it, 3 euros', ['try', 'it', '3', 'euros']],
    ['20% 20 ％ 20º 20°C', ['20', '%', '20', '%', '20', '°', '20', '°', 'c']],
    ['−5 -5 a-5 14-30', ['-5', '-5', 'a', '5', '14', '30']],
    ['3.5 1 234,5 12:30 24/7 2024-05-03', ['3.5', '1 234,5', '12:30', '24/7', '2024-05-03']],
    ['30MB 30 MB 3D 1st', ['30', 'mb', '30', 'mb', '3d', '1st']],
    ['٣٠ ３０', ['30', '30']],
    ['x² ½ m2', ['x²', '½', 'm2']],
    ['C++ C# C', ['c++', 'c#', 'c']],
    ['東京は14日', ['東', '京', 'は', '14', '日']],
    ['do\u00adcu\u200bment', ['document']],
    ["don’t don't", ['don', 't', 'don', 't']],
  ])('%j', (text, tokens) => {
    expect(splitTokens(text).map((token) => token.text)).toEqual(tokens);
  });

  it.each([
    ['dots', `1${'.1'.repeat(150_000)}a`],
    ['groups', '123 '.repeat(75_000)],
    ['dashes', '-'.repeat(300_000)],
    ['one word', 'я'.repeat(300_000)],
  ])('is safe on %s', (_, text) => {
    expect(splitTokens(text).length).toBeLessThan(150_001);
  });
});

it('contains what was put in, and nothing is contained that joining the tokens would not show', () => {
  const word = fc.constantFrom('a', 'b', 'дни');
  const words = fc.array(word, { maxLength: 6 });
  fc.assert(
    fc.property(words, words, (whole, part) => {
      const naive = part.length > 0 && ` ${whole.join(' ')} `.includes(` ${part.join(' ')} `);
      expect(containsTokens(splitTokens(whole.join(', ')), splitTokens(part.join(' ')))).toBe(naive);
    }),
    { seed: 29, numRuns: 500 },
  );
});

it('compares numbers by value', () => {
  expect(isSameTokens(splitTokens('1.234,50 €'), splitTokens('EUR 1,234.5'))).toBe(true);
  expect(isSameTokens(splitTokens('1.234'), splitTokens('1234'))).toBe(true);
  expect(isSameTokens(splitTokens('3'), splitTokens('3 4'))).toBe(false);
});
