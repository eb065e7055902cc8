// What counts as found: by hand, and against a twin that counts characters one by one.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isWhiteSpace } from '#domain/labels/coverage';
import { findGold, isFound, touchesGold } from '#domain/labels/find-gold';
import type { Gold, Place } from '#domain/labels/gold';
import { cases, type Case } from './arbitrary.ts';
import { corpus, gold, span, whole } from './fixtures.ts';

const documents = corpus({ d: 'aaaa bbbb  cccc', e: 'eeee', empty: '' });
const place = (documentId: string, start: number, end: number): Place => ({ documentId, start, end });

describe('findGold', () => {
  it('finds a span when the passages so far cover it together, white space apart', () => {
    const ranked = [place('d', 0, 4), place('e', 0, 4), place('d', 5, 9), place('d', 11, 15)];
    expect(findGold(gold([span('d', 0, 9)]), ranked, documents, 1)).toEqual([
      { group: 1, rank: 3, grade: 1 },
    ]);
    expect(findGold(gold([span('d', 0, 15)]), ranked, documents, 1)).toEqual([
      { group: 1, rank: 4, grade: 1 },
    ]);
    expect(findGold(gold([span('d', 0, 15)]), ranked.slice(0, 3), documents, 1)).toEqual([]);
  });

  it('reaches theta inclusively: 11 of 20 characters are enough at 0.55', () => {
    const text = corpus({ t: 'x'.repeat(20) });
    const find = (end: number) => findGold(gold([span('t', 0, 20)]), [place('t', 0, end)], text, 0.55);
    expect(find(11)).toEqual([{ group: 1, rank: 1, grade: 1 }]);
    expect(find(10)).toEqual([]);
  });

  it('credits a group once, at its first rank, with the highest grade found there', () => {
    const twoGrades = gold([span('d', 0, 4, 1), span('d', 5, 9, 3), whole('e', 4)]);
    const ranked = [place('d', 0, 9), place('e', 0, 4), place('d', 0, 9)];
    expect(findGold(twoGrades, ranked, documents, 1)).toEqual([{ group: 1, rank: 1, grade: 3 }]);
  });

  it('orders the credits of one rank by grade', () => {
    const two = gold([span('d', 0, 4, 1)], [span('d', 5, 9, 2)]);
    expect(findGold(two, [place('d', 0, 15)], documents, 1)).toEqual([
      { group: 2, rank: 1, grade: 2 },
      { group: 1, rank: 1, grade: 1 },
    ]);
  });

  it('takes any chunk for a whole document, be it empty', () => {
    expect(findGold(gold([whole('empty')]), [place('empty', 0, 0)], documents, 1)).toEqual([
      { group: 1, rank: 1, grade: 1 },
    ]);
  });

  it('agrees with counting characters one by one', () => {
    fc.assert(
      fc.property(cases, ({ texts, gold, ranked, theta }) => {
        expect(findGold(gold, ranked, texts, theta)).toEqual(naiveFindGold(gold, ranked, texts, theta));
      }),
      { seed: 11, numRuns: 400 },
    );
  });
});

describe('rules', () => {
  it('any asks for one group, all for every one', () => {
    const two = gold([whole('d')], [whole('e')]);
    const credits = findGold(two, [place('d', 0, 4)], documents, 1);
    expect([isFound(two, credits, 'any'), isFound(two, credits, 'all'), isFound(two, [], 'any')]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('touches gold where a character of evidence, not mere white space, lies inside', () => {
    const one = gold([span('d', 5, 15)]);
    const touches = (documentId: string, start: number, end: number) =>
      touchesGold(one, place(documentId, start, end), documents);
    expect([touches('d', 0, 5), touches('d', 0, 6), touches('d', 9, 11), touches('e', 0, 4)]).toEqual([
      false,
      true,
      false,
      false,
    ]);
    expect(touchesGold(gold([whole('d')]), place('d', 0, 1), documents)).toBe(true);
  });

  it('knows the white space that regular expressions know', () => {
    for (let unit = 0; unit <= 0xffff; unit += 1)
      if (isWhiteSpace(unit) !== /\s/.test(String.fromCharCode(unit))) throw new Error(unit.toString(16));
  });
});

/** At every rank anew: the set of characters that the passages so far hold. */
function naiveFindGold(subject: Gold, ranked: readonly Place[], texts: Case['texts'], theta: number) {
  const credits: { group: number; rank: number; grade: number }[] = [];
  for (let rank = 1; rank <= ranked.length; rank += 1) {
    const held = new Set<string>();
    for (const { documentId, start, end } of ranked.slice(0, rank))
      for (let at = start; at < end; at += 1) held.add(`${documentId}:${at}`);
    const here: { group: number; rank: number; grade: number }[] = [];
    for (const { group, members } of subject.groups) {
      if (credits.some((credit) => credit.group === group)) continue;
      const grades = members
        .filter(({ documentId, start, end, whole: isWhole }) => {
          if (isWhole) return ranked.slice(0, rank).some((passage) => passage.documentId === documentId);
          const text = texts.get(documentId)?.text ?? '';
          const letters = Array.from({ length: Math.max(0, end - start) }, (_, i) => start + i).filter((at) =>
            /\S/.test(text.charAt(at)),
          );
          const covered = letters.filter((at) => held.has(`${documentId}:${at}`));
          return letters.length > 0 && covered.length / letters.length >= theta;
        })
        .map(({ grade }) => grade);
      if (grades.length > 0) here.push({ group, rank, grade: Math.max(...grades) });
    }
    here.sort((left, right) => right.grade - left.grade || left.group - right.group);
    credits.push(...here);
  }
  return credits;
}
