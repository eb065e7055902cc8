// What the bank's screen says about a change, and the lists it reads from one line.
import { describe, expect, test } from 'vitest';
import type { Question } from '../../src-main/contract/bank.ts';
import {
  describeChange,
  joinAnswers,
  matchKind,
  readParts,
  splitAnswers,
  splitTags,
  valueOf,
  withField,
  writeParts,
} from '../../src-renderer/views/bank/edit/change.ts';
import { addSpan, removeSpan, spansIn } from '../../src-renderer/views/bank/picker/marks.ts';
import { chunksHolding, cutText, trimSpan } from '../../src-renderer/views/bank/picker/span.ts';

const question: Question = { id: 'q1', question: 'Who?', answers: ['Ana'], evidence: [] };

describe('lists in one line', () => {
  test.each([
    ['a | b', ['a', 'b']],
    [' a |b | | a ', ['a |b', 'a']],
    ['| a |', ['a']],
    ['x|y', ['x|y']],
    ['', []],
  ] as const)('answers %j are %j', (line, answers) => {
    expect(splitAnswers(line)).toEqual(answers);
    expect(splitAnswers(joinAnswers(answers))).toEqual(answers);
  });

  test('tags', () => expect(splitTags(' a, b,,a ')).toEqual(['a', 'b']));

  test('parts, one a line', () => {
    const parts = [['15', 'fifteen'], ['days']];
    expect(writeParts(parts)).toBe('15 | fifteen\ndays');
    expect(readParts(`${writeParts(parts)}\n\n`)).toEqual(parts);
  });
});

describe('changes', () => {
  test('fields in words, with what they were and are', () => {
    const after = { ...question, question: 'Whom?', answers: ['Ana', 'Eva'], unanswerable: true };
    expect(describeChange(question, after)).toEqual([
      { field: 'question', before: 'Who?', after: 'Whom?' },
      { field: 'accepted answers', before: 'Ana', after: 'Ana | Eva' },
      { field: 'unanswerable', before: null, after: 'yes' },
    ]);
  });

  test('evidence is added, moved to another group and taken away', () => {
    const member = { document: 'd', start: 0, end: 3, quote: 'one', group: 1 };
    const whole = { document: 'e', group: 1 };
    const before = { ...question, evidence: [member, whole] };
    const after = {
      ...question,
      evidence: [
        { ...member, group: 2 },
        { ...member, start: 5, end: 8 },
      ],
    };
    expect(describeChange(before, after)).toEqual([
      { field: 'evidence', before: '“one” in d, group 1', after: 'group 2' },
      { field: 'evidence', before: '“the whole document” in e, group 1', after: null },
      { field: 'evidence', before: null, after: '“one” in d, group 1' },
    ]);
  });

  test('an equal question has none, a new one has all of its fields', () => {
    expect(describeChange(question, { ...question })).toEqual([]);
    expect(describeChange(null, question).map(({ field }) => field)).toEqual([
      'question',
      'accepted answers',
    ]);
  });

  test('a field that is left out is what it stands for', () => {
    expect([
      valueOf('tags', undefined),
      valueOf('unanswerable', undefined),
      valueOf('require', undefined),
    ]).toEqual([[], false, null]);
    expect(Object.keys(withField({ ...question, tags: ['x'] }, 'tags', undefined))).not.toContain('tags');
    expect([matchKind(undefined), matchKind('number'), matchKind({ kind: 'regex', flags: 'i' })]).toEqual([
      'contains',
      'number',
      'regex',
    ]);
  });
});

describe('marking evidence', () => {
  const place = { document: 'd', start: 4, end: 7, text: 'two' };

  test('a place is marked once and unmarked again, and other members stay', () => {
    const others = [{ document: 'd', group: 1 }];
    const marked = addSpan(place, 2)(others);
    expect(marked).toEqual([...others, { document: 'd', start: 4, end: 7, group: 2 }]);
    expect(addSpan(place, 3)(marked)).toEqual(marked);
    expect(removeSpan(place)(marked)).toEqual(others);
  });

  test('spans of one document are where the app says that they stand now', () => {
    const evidence = [
      { document: 'd', start: 0, end: 1, group: 1 },
      { document: 'other', start: 0, end: 1, group: 1 },
      { document: 'd', quote: 'gone', group: 2 },
    ];
    const places = [
      { start: 10, end: 11, problem: null },
      { start: 0, end: 1, problem: null },
      { start: null, end: null, problem: 'The quote stands nowhere.' },
    ];
    expect(spansIn({ question: { ...question, evidence }, places }, 'd')).toEqual([
      { start: 10, end: 11, group: 1 },
    ]);
  });

  test('white space at the ends is no evidence', () => {
    expect(trimSpan('ab \n cd  ', { start: 2, end: 9 })).toEqual({ start: 5, end: 7 });
    expect(trimSpan('ab \n cd', { start: 2, end: 5 })).toBeNull();
  });

  test('a text is cut where evidence begins and ends, also where spans overlap or reach beyond it', () => {
    const pieces = cutText('abcdef', [
      { start: -2, end: 2 },
      { start: 1, end: 3 },
      { start: 5, end: 9 },
    ]);
    expect(pieces).toEqual([
      { start: 0, end: 1, isEvidence: true },
      { start: 1, end: 2, isEvidence: true },
      { start: 2, end: 3, isEvidence: true },
      { start: 3, end: 5, isEvidence: false },
      { start: 5, end: 6, isEvidence: true },
    ]);
  });

  test('chunks hold a span whole, in part or not at all', () => {
    const chunks = [
      { id: 'd#0', start: 0, end: 5 },
      { id: 'd#1', start: 4, end: 9 },
      { id: 'd#2', start: 7, end: 12 },
    ];
    expect(chunksHolding(chunks, place)).toEqual([
      { id: 'd#0', isWhole: false },
      { id: 'd#1', isWhole: true },
    ]);
  });
});
