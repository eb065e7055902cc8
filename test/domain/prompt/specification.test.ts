import { expect, it } from 'vitest';
import { renderSystem } from '#domain/prompt/specification';
import { bracketContract, freeContract, jsonContract } from './fixtures.ts';

it('asks for one citation with the configured names', () => {
  expect(renderSystem(jsonContract, null)).toBe(
    [
      'Answer the question from the passages alone, in the language of the question.',
      'Reply with one JSON object and nothing else: no other text, no code fence.',
      'It has exactly two fields: "respuesta", a short non-empty string, and "pasaje", the number of the passage that says it, an integer.',
      'Example: {"respuesta": "...", "pasaje": 2}',
      'If the passages do not say it, reply exactly: {"respuesta": "no lo sé", "pasaje": null}',
    ].join('\n'),
  );
});

it('asks for a list when many citations are allowed', () => {
  const system = renderSystem({ ...jsonContract, citations: 'many' }, null);
  expect(system).toContain('a list of distinct integers');
  expect(system).toContain('{"respuesta": "...", "pasaje": [2, 3]}');
});

it('writes names and phrase as valid JSON', () => {
  const system = renderSystem({ ...jsonContract, answerField: 'a"b', abstention: 'say "no"' }, null);
  expect(system).toContain('{"a\\"b": "say \\"no\\"", "pasaje": null}');
});

it('names the source and the phrase for bracket, the phrase alone for free', () => {
  expect(renderSystem(bracketContract, null)).toBe(
    [
      'Answer the question from the passages alone, in the language of the question.',
      'Each passage starts with its source in square brackets.',
      'After each statement give the source it stands on in square brackets, exactly as shown: [source].',
      'If the passages do not say it, reply with this phrase alone: не знам',
    ].join('\n'),
  );
  expect(renderSystem(freeContract, null)).toBe(
    [
      'Answer the question from the passages alone, in the language of the question.',
      "If the passages do not say it, reply with this phrase alone: I don't know",
    ].join('\n'),
  );
});

it('uses an override as it is', () => {
  expect(renderSystem(jsonContract, 'Say {abstention} or {"a": 1}.')).toBe('Say {abstention} or {"a": 1}.');
  expect(renderSystem(jsonContract, '')).toBe('');
});
