import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AnswerContract } from '#contract/config';
import type { FormatDetail } from '#contract/items';
import { readReply } from '#domain/checks/read-reply';
import { jsonContract } from '../prompt/fixtures.ts';

const passages = ['cap-1', 'cap-2', 'cap-3'].map((documentId, index) => ({ number: index + 1, documentId }));

function read(reply: string, changes: Partial<Parameters<typeof readReply>[0]> = {}) {
  return readReply({
    reply,
    finishReason: 'stop',
    refused: false,
    contract: jsonContract,
    passages,
    ...changes,
  });
}

const abstained = { text: 'no lo sé', abstained: true, citations: [], sources: [] };
const sofia = { text: 'Sofía', abstained: false, citations: [2], sources: [] };

describe('a json reply that complies', () => {
  it.each([
    ['{"respuesta": "Sofía", "pasaje": 2}', sofia],
    [' \n\t{"pasaje":2,"respuesta":"Sof\\u00eda"}\r\n', sofia],
    ['{"respuesta": "no lo sé", "pasaje": null}', abstained],
    ['{"respuesta": "no lo se\u0301", "pasaje": null}', abstained],
    ['{"respuesta": "\\ud800", "pasaje": 1}', { ...sofia, text: '\ud800', citations: [1] }],
    ['{"respuesta": " a\\u0000", "pasaje": 3}', { ...sofia, text: ' a\0', citations: [3] }],
  ])('%s', (reply, answer) => {
    expect(read(reply)).toEqual({ answer, violation: null, recovered: null });
  });
});

describe('a json reply that breaks the contract, each for one reason', () => {
  const cases: readonly [string, FormatDetail, string][] = [
    ['{"respuesta": "Sofía", "pasaje": 4}', 'passage-out-of-range', 'passage 4 is not one of the 3 sent'],
    ['{"respuesta": "Sofía", "pasaje": 0}', 'passage-out-of-range', 'passage 0 '],
    ['{"respuesta": "Sofía", "pasaje": -1}', 'passage-out-of-range', 'passage -1 '],
    [
      '{"respuesta": "Sofía", "pasaje": 18446744073709551617}',
      'passage-out-of-range',
      '18446744073709551617',
    ],
    ['{"respuesta": "Sofía", "pasaje": true}', 'wrong-type', 'pasaje is true; an integer was asked for'],
    ['{"respuesta": "Sofía", "pasaje": "2"}', 'wrong-type', 'pasaje is "2";'],
    ['{"respuesta": "Sofía", "pasaje": 2.0}', 'wrong-type', 'pasaje is 2.0;'],
    ['{"respuesta": "Sofía", "pasaje": 2e0}', 'wrong-type', 'pasaje is 2e0;'],
    ['{"respuesta": "Sofía", "pasaje": -0}', 'wrong-type', 'pasaje is -0;'],
    ['{"respuesta": "Sofía", "pasaje": [2]}', 'wrong-type', 'pasaje is a list;'],
    ['{"respuesta": "Sofía", "pasaje": {}}', 'wrong-type', 'pasaje is an object;'],
    ['{"respuesta": "Sofía", "pasaje": null}', 'wrong-type', 'pasaje is null, but respuesta is "Sofía"'],
    ['{"respuesta": 16, "pasaje": 2}', 'wrong-type', 'respuesta is 16; a string was asked for'],
    ['{"respuesta": null, "pasaje": null}', 'wrong-type', 'respuesta is null;'],
    ['[{"respuesta": "Sofía", "pasaje": 2}]', 'wrong-type', 'the reply is a list, not an object'],
    ['"no lo sé"', 'wrong-type', 'the reply is "no lo sé", not an object'],
    ['{"respuesta": "no lo sé", "pasaje": 1}', 'abstention-with-passage', '"no lo sé" carries passage 1'],
    ['{"respuesta": "no lo sé", "pasaje": 9}', 'abstention-with-passage', 'carries passage 9'],
    ['{"respuesta": "No lo sé.", "pasaje": 1}', 'abstention-with-passage', '"No lo sé." carries passage 1'],
    ['{"respuesta": " \\n\\u00a0", "pasaje": 2}', 'empty-answer', 'which says nothing'],
    ['{"respuesta": "", "pasaje": null}', 'empty-answer', 'respuesta is ""'],
    ['{"respuesta": "\\u200b\\u0000", "pasaje": 1}', 'empty-answer', 'which says nothing'],
    [
      '{"respuesta": "Ana", "respuesta": "Sofía", "pasaje": 2}',
      'wrong-fields',
      '"respuesta" is written twice',
    ],
    ['{"respuesta": "a", "pasaje": 2, "p\\u0061saje": 2}', 'wrong-fields', '"pasaje" is written twice'],
    ['{"respuesta": "a", "pasaje": {"x": 1, "x": 2}}', 'wrong-fields', '"x" is written twice'],
    ['{"respuesta": "Sofía"}', 'wrong-fields', 'field "pasaje" is missing'],
    ['{"respuesta": "Sofía", "pasaje": 2, "nota": 1}', 'wrong-fields', 'field "nota" was not asked for'],
    [
      '{"answer": "Sofía", "pasaje": 2}',
      'wrong-fields',
      '"respuesta" is missing; field "answer" was not asked',
    ],
    ['{"Respuesta": "Sofía", "pasaje": 2}', 'wrong-fields', '"respuesta" is missing'],
    ['{"respuesta": "Sofía", "pasaje": 2, "__proto__": 1}', 'wrong-fields', '"__proto__"'],
    ['{}', 'wrong-fields', '"respuesta" is missing; field "pasaje" is missing'],
    ['Sofía', 'not-json', 'at character 1: "Sofía"'],
    ["{'respuesta': 'Sofía', 'pasaje': 2}", 'not-json', 'a field name in double quotes is missing'],
    ['{"respuesta": "Sof', 'not-json', 'the text ends inside a string'],
    ['{"respuesta": "Sofía", "pasaje": 2,}', 'not-json', 'a field name in double quotes'],
    ['{"respuesta": "Sofía", "pasaje": 02}', 'not-json', 'comma or closing bracket'],
    ['', 'empty', 'the reply is ""'],
    [' \n\ufeff', 'empty', 'the reply is " \\n'],
  ];

  it.each(cases)('%j is %s', (reply, reason, says) => {
    expect(read(reply)).toEqual({
      answer: null,
      violation: { reason, message: expect.stringContaining(says) },
      recovered: null,
    });
  });
});

describe('a recoverable json reply', () => {
  const object = '{"respuesta": "Sofía", "pasaje": 2}';

  it.each([
    [`${object} Lo dice María.`, 'extra-text', sofia, '"Lo dice María."'],
    [`\ufeff${object}`, 'extra-text', sofia, 'text around'],
    [`\u00a0${object}`, 'extra-text', sofia, 'text around'],
    [`\`\`\`json\n${object}\n\`\`\``, 'extra-text', sofia, '```json'],
    [`Según {esto}: ${object}`, 'extra-text', sofia, '"Según {esto}:"'],
    [
      '{"respuesta": "No lo sé.", "pasaje": null}',
      'abstention-variant',
      abstained,
      '"No lo sé." is not exactly',
    ],
    [
      '{"respuesta": " NO  LO SÉ ", "pasaje": null}',
      'abstention-variant',
      abstained,
      'not exactly "no lo sé"',
    ],
    ['Vaya: {"respuesta": "No lo sé", "pasaje": null}', 'extra-text', abstained, '"Vaya:"'],
  ])('%j is %s', (reply, reason, recovered, says) => {
    expect(read(reply)).toEqual({
      answer: null,
      violation: { reason, message: expect.stringContaining(says) },
      recovered,
    });
  });

  it.each([
    [`${object}\n${object}`, '2 JSON objects'],
    ['{"respuesta": "Sofía", "pasaje": 4} fin', '"fin"'],
    ['{"respuesta": "Sofía", "respuesta": "Ana", "pasaje": 1} fin', '"fin"'],
  ])('but nothing is recovered from %j', (reply, says) => {
    expect(read(reply)).toMatchObject({
      violation: { reason: 'extra-text', message: expect.stringContaining(says) },
      recovered: null,
    });
  });

  it('an accent is neither case nor punctuation', () => {
    expect(read('{"respuesta": "no lo se", "pasaje": null}').violation?.reason).toBe('wrong-type');
  });

  it('an apostrophe is punctuation', () => {
    const contract: AnswerContract = { ...jsonContract, abstention: "I don't know" };
    expect(read('{"respuesta": "i don’t know!", "pasaje": null}', { contract })).toMatchObject({
      violation: { reason: 'abstention-variant' },
      recovered: { text: "I don't know", abstained: true },
    });
  });
});

describe('refused, truncated and empty come first', () => {
  it.each([
    ['{"respuesta": "Sofía", "pasaje": 2}', { refused: true }, 'refused'],
    ['', { refused: true, finishReason: 'length' }, 'refused'],
    ['', { finishReason: 'length' }, 'truncated'],
    ['{"respuesta": "Sof', { finishReason: 'length' }, 'truncated'],
    ['{"respuesta": "Sofía", "pasaje": 2}', { finishReason: 'length' }, undefined],
    ['{"respuesta": "Sof', { finishReason: null }, 'not-json'],
  ])('%j with %j is %s', (reply, changes, reason) => {
    expect(read(reply, changes).violation?.reason).toBe(reason);
  });

  it('a cut reply that holds its object whole is recoverable', () => {
    expect(read('{"respuesta": "Sofía", "pasaje": 2} porque', { finishReason: 'length' })).toMatchObject({
      violation: { reason: 'truncated', message: expect.stringContaining('after 42 characters') },
      recovered: sofia,
    });
  });
});

describe('citations: many', () => {
  const contract: AnswerContract = { ...jsonContract, citations: 'many' };

  it.each([
    ['[3, 1]', undefined],
    ['2', 'wrong-type'],
    ['[]', 'wrong-type'],
    ['[1, 1]', 'wrong-type'],
    ['[1, 2.0]', 'wrong-type'],
    ['[1, "2"]', 'wrong-type'],
    ['[1, [2]]', 'wrong-type'],
    ['null', 'wrong-type'],
    ['[1, 4]', 'passage-out-of-range'],
  ])('pasaje %s is %s', (list, reason) => {
    const reading = read(`{"respuesta": "a", "pasaje": ${list}}`, { contract });
    expect(reading.violation?.reason).toBe(reason);
    if (reason === undefined) expect(reading.answer?.citations).toEqual([3, 1]);
  });

  it('still takes null with the phrase alone', () => {
    expect(read('{"respuesta": "no lo sé", "pasaje": null}', { contract }).answer).toEqual(abstained);
    expect(read('{"respuesta": "no lo sé", "pasaje": [1]}', { contract }).violation?.reason).toBe(
      'abstention-with-passage',
    );
  });
});

describe('hostile replies', () => {
  const megabyte = 1_000_000;
  const nested = 200_000;

  it.each<[string, string, FormatDetail]>([
    ['open braces', '{'.repeat(megabyte), 'not-json'],
    ['nested objects never closed', '{"a":'.repeat(nested / 5), 'not-json'],
    [
      'nested arrays',
      `{"respuesta":"a","pasaje":${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
      'wrong-type',
    ],
    ['an endless number', `{"respuesta":"a","pasaje":${'9'.repeat(megabyte)}}`, 'passage-out-of-range'],
    ['many objects', '{} '.repeat(megabyte / 4), 'extra-text'],
    ['a long text', 'я'.repeat(megabyte), 'not-json'],
    ['many fields', `{${Array.from({ length: 50_000 }, (_, n) => `"f${n}":1`).join(',')}}`, 'wrong-fields'],
  ])('%s', (_, reply, reason) => {
    const { violation } = read(reply);
    expect(violation?.reason).toBe(reason);
    expect(violation?.message.length).toBeLessThan(800);
  });
});

it('never throws, and gives exactly one of answer and violation', () => {
  const pieces = [
    '{',
    '}',
    '[',
    ']',
    '"respuesta"',
    '"pasaje"',
    '"no lo sé"',
    '"No lo sé"',
    ':',
    ',',
    '1',
    '2.0',
    '-0',
    'null',
    'true',
    ' ',
    '"',
    '\\',
    '```',
    '\ud800',
    '\0',
    'no lo sé',
    '[cap-1]',
    '[2; x]',
  ];
  const reply = fc.oneof(
    fc.array(fc.constantFrom(...pieces), { maxLength: 14 }).map((parts) => parts.join('')),
    fc.string({ unit: 'binary', maxLength: 30 }),
    fc.json({ maxDepth: 3 }),
  );
  const kind = fc.constantFrom('json' as const, 'bracket' as const, 'free' as const);
  const citations = fc.constantFrom('one' as const, 'many' as const);
  const finish = fc.constantFrom(null, 'stop', 'length');
  fc.assert(
    fc.property(
      reply,
      kind,
      citations,
      finish,
      fc.boolean(),
      (text, contractKind, how, finishReason, refused) => {
        const contract = { ...jsonContract, kind: contractKind, citations: how };
        const { answer, violation, recovered } = read(text, { contract, finishReason, refused });
        expect([answer, violation].filter((part) => part === null)).toHaveLength(1);
        if (recovered !== null) expect(violation).not.toBeNull();
        if (violation !== null) expect(violation.message).not.toBe('');
        if (contractKind !== 'json' && violation !== null) {
          expect(['refused', 'truncated', 'empty']).toContain(violation.reason);
        }
        for (const number of answer?.citations ?? []) expect([1, 2, 3]).toContain(number);
      },
    ),
    { seed: 13, numRuns: 800 },
  );
});
