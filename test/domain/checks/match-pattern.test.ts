import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matchPattern } from '#domain/checks/match/match-pattern';

describe('matchPattern', () => {
  it.each([
    ['14 (дни|days)', '', 'до 14 дни', true],
    ['^14 дни$', '', 'до 14 дни', false],
    ['\\b14\\b', '', '(14)', true],
    ['\\bдни\\b', '', '14 дни.', true],
    ['\\bдни\\b', '', '14 дните', false],
    ['^\\w+$', '', 'дни', true],
    ['^[\\w-]+$', '', 'дни-2', true],
    ['^\\W$', '', 'я', false],
    ['SOFÍA', 'i', 'sofía', true],
    ['sofía', '', 'Sofía', false],
    ['^b$', 'm', 'a\nb\nc', true],
    ['a.b', '', 'a\nb', false],
    ['a.b', 's', 'a\nb', true],
    ['^.$', '', '😀', true],
    ['^\\ud83d\\ude00$', '', '😀', true],
    ['^\\u{1F600}\\x41\\u0042\\cJ$', '', '😀AB\n', true],
    ['\\p{Sc} ?3', '', '€ 3', true],
    ['(?<year>20\\d{2})', '', 'in 2024', true],
    ['^a{2,3}$', '', 'aaaa', false],
    ['^a{2,}?b??$', '', 'aaaab', true],
    ['^(?:a|b){3}$', '', 'aba', true],
    ['[\\]^]', '', 'x]', true],
    ['', '', 'x', true],
    ['(){999999999}', '', 'x', true],
    ['(|a)+$', '', 'aaa', true],
  ])('/%s/%s on %j is %s', (pattern, flags, text, matched) => {
    expect(matchPattern(pattern, flags, text)).toEqual({ ok: true, matched });
  });

  it.each([
    ['(', 'Unterminated group'],
    ['a{2,1}', 'out of order'],
    ['\\q', 'Invalid escape'],
    ['(a)\\1', 'a back-reference, \\1'],
    ['a(?=b)', 'a look-around'],
    ['(?<!a)b', 'a look-around'],
    ['[\\W]', '\\W inside a class'],
    ['a{5000}', 'too large'],
    ['((a{99}){99}){99}', 'too large'],
    ['a'.repeat(1001), 'longer than 1000'],
  ])('refuses /%s/', (pattern, reason) => {
    expect(matchPattern(pattern, '', 'aaa')).toEqual({ ok: false, reason: expect.stringContaining(reason) });
  });

  it.each(['(a+)+$', '^(a|a)*$', '(a|aa)+$', '^a*a*a*a*a*a*$', '(.*)*(.*)*(.*)*x$', '(a?){40}a{40}$'])(
    'does not hang on /%s/',
    (pattern) => {
      expect(matchPattern(pattern, '', `${'a'.repeat(5000)}b`)).toEqual({ ok: true, matched: false });
    },
  );

  it('gives up on a search past its bound', () => {
    expect(matchPattern('(.{0,300}){3}x', '', 'a'.repeat(100_000))).toEqual({
      ok: false,
      reason: 'the pattern takes too long on this reply',
    });
  });

  it('agrees with the language’s own engine on short texts', () => {
    const piece = fc.constantFrom('a', 'b', '.', '[ab]', '[^a]', '^', '$', '(a|b)', '(?:ab|)', '\\d');
    const quantified = fc
      .tuple(piece, fc.constantFrom('', '*', '+', '?', '{2}', '{0,2}', '+?'))
      .filter(([atom, quantifier]) => quantifier === '' || !/[$^]$/.test(atom));
    const pattern = fc.array(quantified, { maxLength: 5 }).map((parts) => parts.flat().join(''));
    const text = fc
      .array(fc.constantFrom('a', 'b', '1', '\n'), { maxLength: 6 })
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(
        pattern,
        pattern,
        text,
        fc.constantFrom('', 'm', 's', 'i'),
        (left, right, subject, flags) => {
          const source = `${left}|(${right})*b`;
          expect(matchPattern(source, flags, subject)).toEqual({
            ok: true,
            matched: new RegExp(source, `${flags}u`).test(subject),
          });
        },
      ),
      { seed: 23, numRuns: 500 },
    );
  });
});
