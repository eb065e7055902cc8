// The list of checks: what each one asks, and every reason it can give.
import type { FormatDetail } from '#contract/items';

export interface Reason {
  /** As it stands in a result, up to the colon. */
  readonly reason: string;
  readonly meaning: string;
}

export interface Check {
  readonly name: 'format' | 'grounded' | 'correct';
  /** One line. */
  readonly summary: string;
  readonly reasons: readonly Reason[];
}

const formatMeanings: Readonly<Record<FormatDetail, string>> = {
  'not-json': 'The reply holds no complete JSON object.',
  'extra-text':
    'Something other than JSON white space stands around the object: prose, a fence, a BOM, a second object.',
  'wrong-fields': 'A field is missing, was not asked for, or is written twice.',
  'wrong-type':
    'A value is not of its type: true, "2", 2.0 and 2e0 are no integers, null needs the abstention phrase.',
  'passage-out-of-range': 'The passage cited is not one of those sent.',
  'abstention-with-passage': 'The abstention phrase carries a passage.',
  'abstention-variant': 'The abstention phrase with other case, punctuation or spacing.',
  'empty-answer': 'The answer is nothing but white space.',
  truncated: 'The provider cut the reply off before it complied.',
  refused: 'The model refused to answer.',
  empty: 'The reply is nothing but white space.',
};

const noReply: Reason = { reason: 'no-compliant-reply', meaning: 'No attempt satisfied the contract.' };

/** In the order in which they are asked. */
export const checks: readonly Check[] = [
  {
    name: 'format',
    summary: 'The reply satisfies the contract of the config.',
    reasons: Object.entries(formatMeanings).map(([reason, meaning]) => ({ reason, meaning })),
  },
  {
    name: 'grounded',
    summary:
      'The answer stands on the passages it cites: sources, numbers and quotations. An honest abstention passes.',
    reasons: [
      noReply,
      { reason: 'no-source', meaning: 'The answer names no source.' },
      { reason: 'source-outside-prompt', meaning: 'A source is not one of the passages as sent.' },
      { reason: 'number-missing', meaning: 'A number of the answer is not in the cited passages.' },
      {
        reason: 'number-other-unit',
        meaning: 'A number of the answer is in the cited passages, with another unit or none.',
      },
      {
        reason: 'quote-misattributed',
        meaning: 'A quotation stands in a passage that is not the cited one.',
      },
      { reason: 'quote-stitched', meaning: 'A quotation is put together from pieces that stand apart.' },
      { reason: 'quote-fabricated', meaning: 'A quotation stands in no passage.' },
      {
        reason: 'quote-too-short',
        meaning: 'A quotation of fewer than three words is not in the cited passages. Noted, not failed.',
      },
      {
        reason: 'uncited',
        meaning: 'The contract asks for no source; all passages were compared. Noted, not failed.',
      },
      {
        reason: 'abstention-with-claim',
        meaning: 'The reply starts with the abstention phrase and then claims something. Noted, not failed.',
      },
    ],
  },
  {
    name: 'correct',
    summary:
      'The answer is one the bank accepts, by the match of its question; unanswerable questions want an abstention.',
    reasons: [
      noReply,
      { reason: 'none of the accepted answers stands in the reply', meaning: 'Match contains.' },
      { reason: 'the reply is none of the accepted answers', meaning: 'Match exact.' },
      { reason: 'no accepted pattern matches the reply', meaning: 'Match regex.' },
      {
        reason: 'no number of the reply is',
        meaning: 'Match number: none within the tolerance and with the unit.',
      },
      { reason: 'missing part', meaning: 'Match parts: no alternative of this part stands in the reply.' },
      {
        reason: 'abstained, but the question has an answer',
        meaning: 'An abstention where the bank has an answer.',
      },
      {
        reason: 'answered, but the question has no answer',
        meaning: 'An answer where the documents have none.',
      },
      { reason: 'no accepted answers', meaning: 'Not judged: the bank accepts nothing for this question.' },
      {
        reason: 'pattern',
        meaning: 'Not judged: a pattern of the bank is invalid, not supported or too costly.',
      },
      {
        reason: 'no accepted answer holds a number',
        meaning: 'Not judged: match number without a number in the bank.',
      },
    ],
  },
];
