// Reasons of checks in words: no code of the app is left bare.
import { expect, test } from 'vitest';
import { tellReasons } from '../../src-renderer/words/reasons.ts';

test.each([
  ['no-compliant-reply', 'no reply kept the contract'],
  ['number-missing: 60', 'the number 60 is not in the cited passages'],
  [
    'number-missing: 60; number-other-unit: 5 GB (the passages have 5 MB)',
    'the number 60 is not in the cited passages; the number stands there with another unit: 5 GB (the passages have 5 MB)',
  ],
  ['source-outside-prompt: returns-9', 'the source returns-9 was not in the prompt'],
  ['no-source', 'no source is cited'],
  ['wrong-fields: field "confidence" was not asked for', 'field "confidence" was not asked for'],
  ['truncated', 'The reply was cut off.'],
  ['rank 1 of 52 in tfidf; rank 1 of 52 in bm25', 'rank 1 of 52 in tfidf; rank 1 of 52 in bm25'],
  ['rank 1 of 52 after char-ngram', 'rank 1 of 52 after char-ngram'],
  ['', ''],
])('%j', (says, told) => {
  expect(tellReasons(says)).toBe(told);
});
