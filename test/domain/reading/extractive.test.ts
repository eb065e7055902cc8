// The reader without a model: which sentence it takes, when it abstains, and how it writes its answer down.
import { describe, expect, it } from 'vitest';
import type { AnswerContract } from '#contract/config';
import { readExtractively } from '#domain/reading/extractive';
import { renderAnswer } from '#domain/reading/render-answer';
import { splitSentences } from '#domain/reading/split-sentences';

function passagesOf(...texts: string[]) {
  return texts.map((text, index) => ({ number: index + 1, documentId: `d${index + 1}`, text }));
}

function read(question: string, texts: string[], language: string | null = null, similarities?: number[]) {
  const sentence = readExtractively({ question, passages: passagesOf(...texts), language, similarities });
  return sentence && [sentence.number, sentence.text];
}

describe('sentences', () => {
  it.each([
    ['One. Two! Three?', ['One.', 'Two!', 'Three?']],
    ['He said "No." Then left.', ['He said "No."', 'Then left.']],
    ['Costs 3.50 a day.', ['Costs 3.50 a day.']],
    ['A line that goes\non in lower case. Next', ['A line that goes on in lower case.', 'Next']],
    [
      '# Heading\nText of it\n\nlower case after a gap',
      ['# Heading', 'Text of it', 'lower case after a gap'],
    ],
    ['Ends here.\nlower case all the same', ['Ends here.', 'lower case all the same']],
    ['- one\r\n- two', ['- one', '- two']],
    ['これは本です。あれはペンです。', ['これは本です。', 'あれはペンです。']],
    ['…\n---\n', []],
    ['', []],
  ])('%j', (text, expected) => {
    expect(splitSentences(passagesOf(text)).map((sentence) => sentence.text)).toEqual(expected);
  });
});

describe('the sentence read', () => {
  const shop = [
    'Delivery to an office costs 3 euro. Delivery to your door costs 5 euro.',
    'You may return goods within 30 days. The money comes back within 14 days.',
  ];

  it.each([
    [
      'covers most of the question',
      'What does delivery to your door cost?',
      [1, 'Delivery to your door costs 5 euro.'],
    ],
    [
      'may stand in any passage',
      'How many days until the money comes back?',
      [2, 'The money comes back within 14 days.'],
    ],
    ['with other endings', 'Is returning possible?', [2, 'You may return goods within 30 days.']],
    ['on a tie is the first', 'euro?', [1, 'Delivery to an office costs 3 euro.']],
    ['shares a number alone', 'Why 14?', [2, 'The money comes back within 14 days.']],
    ['none, when only small words are shared', 'Who may be an owl to you?', null],
    ['none, when nothing is shared', 'Who wrote Hamlet?', null],
    ['none, for a question of signs', '???', null],
  ])('%s: %s', (_, question, expected) => {
    expect(read(question, shop, 'en')).toEqual(expected);
  });

  it.each([
    [
      'accents and case',
      '¿quien TOCO el piano?',
      ['Calló el viento.', 'Tocó el piano Sofía.'],
      'es',
      [2, 'Tocó el piano Sofía.'],
    ],
    [
      'Bulgarian',
      'До колко дни се връща стоката?',
      ['Пратката пристига до два дни.', 'Стоката се връща до 30 дни.'],
      'bg',
      [2, 'Стоката се връща до 30 дни.'],
    ],
    [
      'Japanese',
      '図書館はどこですか',
      ['天気がいい。', '図書館は駅の前にあります。'],
      'ja',
      [2, '図書館は駅の前にあります。'],
    ],
    [
      'a question is read last',
      'How long is a CSV link valid?',
      ['How long is a CSV link valid? A link is valid for 7 days.'],
      'en',
      [1, 'A link is valid for 7 days.'],
    ],
    ['unless alone', 'Is a link valid?', ['Is a link valid?'], 'en', [1, 'Is a link valid?']],
    [
      'an abbreviation',
      'What is a CSV?',
      ['One line. A CSV file. Two lines. Three lines.'],
      'en',
      [1, 'A CSV file.'],
    ],
    ['a short name', 'How old is Ana?', ['One is old.', 'Now Ana is six.'], 'en', [2, 'Now Ana is six.']],
    ['capitals that tell nothing', 'HOW IS THE FOG?', ['It is the end.'], 'en', null],
    [
      'words of every sentence carry nothing',
      'Which shop sells owls?',
      ['The shop opens. The shop closes. The shop moves. The shop rests.'],
      'en',
      null,
    ],
  ])('%s', (_, question, texts, language, expected) => {
    expect(read(question, texts, language)).toEqual(expected);
  });

  it('prefers the rare word of the question to the frequent one', () => {
    const texts = ['Bread costs money. Milk costs money. Tea costs money. Saffron grows in Spain.'];
    // N = 4: ln(1 + 4/3) for "costs", ln(1 + 4/1) for "saffron"; "costs" stands in more than half and carries nothing.
    expect(read('What costs saffron?', texts, 'en')).toEqual([1, 'Saffron grows in Spain.']);
  });

  it('adds a similarity where one is given, but stands on words', () => {
    const texts = ['The piano is old. The piano is played by Sofia.'];
    expect(read('Whose piano?', texts, 'en')).toEqual([1, 'The piano is old.']);
    expect(read('Whose piano?', texts, 'en', [0.1, 0.8])).toEqual([1, 'The piano is played by Sofia.']);
    expect(read('Who wrote Hamlet?', texts, 'en', [0.9, 0.9])).toBeNull();
  });

  it('is none without passages', () => {
    expect(read('What?', [])).toBeNull();
  });
});

describe('the answer written', () => {
  const contract: AnswerContract = {
    kind: 'json',
    answerField: 'respuesta',
    passageField: 'pasaje',
    abstention: 'no lo "sé"',
    citations: 'one',
  };
  const sentence = { number: 2, documentId: 'cap [1]', text: 'Dice "no" [sic].' };

  it.each([
    [{ kind: 'json' }, sentence, '{"respuesta": "Dice \\"no\\" [sic].", "pasaje": 2}'],
    [{ kind: 'json', citations: 'many' }, sentence, '{"respuesta": "Dice \\"no\\" [sic].", "pasaje": [2]}'],
    [{ kind: 'json' }, null, '{"respuesta": "no lo \\"sé\\"", "pasaje": null}'],
    [{ kind: 'json', citations: 'many' }, null, '{"respuesta": "no lo \\"sé\\"", "pasaje": null}'],
    [{ kind: 'bracket' }, sentence, 'Dice "no" (sic). [2]'],
    [{ kind: 'bracket' }, { ...sentence, documentId: 'cap-1' }, 'Dice "no" (sic). [cap-1]'],
    [{ kind: 'bracket' }, null, 'no lo "sé"'],
    [{ kind: 'free' }, sentence, 'Dice "no" [sic].'],
    [{ kind: 'free' }, null, 'no lo "sé"'],
  ] as const)('%j', (more, given, expected) => {
    expect(renderAnswer(given, { ...contract, ...more })).toBe(expected);
  });
});
