import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { estimateMessages } from '#domain/prompt/estimate-tokens';
import { renderPrompt } from '#domain/prompt/render-prompt';
import { renderSystem } from '#domain/prompt/specification';
import { bracketContract, jsonContract, makeConfig, makePassage } from './fixtures.ts';

const piano = makePassage('cap-3', 'Es la señorita Sofía, que toca.');
const bird = makePassage('cap-2', 'Calló el piano.');

function userText(input: Parameters<typeof renderPrompt>[0]): string | undefined {
  return renderPrompt(input).messages[1]?.content;
}

it('numbers the passages and puts the question last', () => {
  const prompt = renderPrompt({ config: makeConfig(), question: '¿Quién toca?', passages: [piano, bird] });
  const messages = [
    { role: 'system', content: renderSystem(jsonContract, null) },
    {
      role: 'user',
      content:
        'Passages:\n\n[1] Es la señorita Sofía, que toca.\n\n[2] Calló el piano.\n\nQuestion: ¿Quién toca?',
    },
  ];
  expect(prompt).toEqual({
    messages,
    passages: [
      { number: 1, chunkId: 'cap-3#0', documentId: 'cap-3', start: 0, end: 31, text: piano.text },
      { number: 2, chunkId: 'cap-2#0', documentId: 'cap-2', start: 0, end: 15, text: bird.text },
    ],
    dropped: [],
    estimatedTokens: estimateMessages(prompt.messages),
    limitTokens: 4000,
  });
});

describe('the passage template', () => {
  it('shows the source id for bracket, the number where an id cannot stand in brackets', () => {
    const passages = [makePassage('доставка-1', '3 €'), makePassage('a]b', 'x')];
    expect(userText({ config: makeConfig({ contract: bracketContract }), question: 'q', passages })).toBe(
      'Passages:\n\n[доставка-1] 3 €\n\n[2] x\n\nQuestion: q',
    );
  });

  it('substitutes each placeholder once and never inside a value', () => {
    const config = makeConfig({
      prompt: { passage: '<{number}|{source}|{title}|{page}|{heading}|{unknown}> {text} {text}' },
    });
    const passage = {
      ...makePassage('d', '$& {title} {number} $1'),
      title: 'T {text}',
      page: 0,
      heading: null,
    };
    expect(userText({ config, question: '{text}', passages: [passage] })).toBe(
      'Passages:\n\n<1|d|T {text}|0||{unknown}> $& {title} {number} $1 $& {title} {number} $1\n\nQuestion: {text}',
    );
  });
});

describe('the limit', () => {
  const passages = ['a', 'b', 'c'].map((id) => makePassage(id, 'x'.repeat(400)));

  it.each([
    [{}, {}, 4000],
    [{ maxPromptTokens: 500 }, { contextTokens: 4096 }, 500],
    [{}, { contextTokens: 2048 }, 2048 - 256],
    [{}, { contextTokens: 2048, maxOutputTokens: 100 }, 2048 - 100],
    [{}, { contextTokens: 100 }, 0],
  ])('of prompt %j and model %j is the smaller one', (prompt, model, limit) => {
    const config = makeConfig({ prompt, model });
    expect(renderPrompt({ config, question: 'q', passages }).limitTokens).toBe(limit);
  });

  it('drops from the worst until the messages fit, worst first', () => {
    const one = renderPrompt({ config: makeConfig(), question: 'q', passages: passages.slice(0, 1) });
    const config = makeConfig({ prompt: { maxPromptTokens: one.estimatedTokens } });
    expect(renderPrompt({ config, question: 'q', passages })).toEqual({
      ...one,
      dropped: ['c#0', 'b#0'],
      limitTokens: one.estimatedTokens,
    });
  });

  it('sends nothing when not even one passage fits', () => {
    const one = renderPrompt({ config: makeConfig(), question: 'q', passages: passages.slice(0, 1) });
    const limitTokens = one.estimatedTokens - 1;
    const config = makeConfig({ prompt: { maxPromptTokens: limitTokens } });
    expect(renderPrompt({ config, question: 'q', passages })).toEqual({
      messages: [],
      passages: [],
      dropped: ['c#0', 'b#0', 'a#0'],
      estimatedTokens: 0,
      limitTokens,
    });
  });

  it('keeps as many passages as trying every count would', () => {
    const sizes = fc.array(fc.nat({ max: 60 }), { maxLength: 6 });
    fc.assert(
      fc.property(sizes, fc.integer({ min: 1, max: 260 }), (lengths, maxPromptTokens) => {
        const many = lengths.map((length, index) => makePassage(`d${index}`, 'я'.repeat(length)));
        const config = makeConfig({ prompt: { maxPromptTokens } });
        const roomy = makeConfig({ prompt: { maxPromptTokens: 100_000 } });
        const fitting = lengths.findLastIndex((_, index) => {
          const first = many.slice(0, index + 1);
          return (
            renderPrompt({ config: roomy, question: 'q', passages: first }).estimatedTokens <= maxPromptTokens
          );
        });
        const prompt = renderPrompt({ config, question: 'q', passages: many });
        expect(prompt.passages.map((passage) => passage.documentId)).toEqual(
          many.slice(0, fitting + 1).map((passage) => passage.documentId),
        );
        expect(prompt.passages.length + prompt.dropped.length).toBe(many.length);
      }),
      { seed: 11, numRuns: 100 },
    );
  });
});
