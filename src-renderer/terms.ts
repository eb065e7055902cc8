// The closed vocabularies of the contract in words: stages, details, flags and the links of the proof chain. Part of words.ts.
import type { ProofStepName } from '#contract/scores';

export const stageWords: Readonly<Record<string, string>> = {
  correct: 'correct',
  retriever: 'retriever',
  context: 'context',
  format: 'format',
  reading: 'reading',
  provider: 'provider',
  label: 'label',
  ingestion: 'ingestion',
  excluded: 'excluded',
  unjudged: 'not judged',
};

/** What a stage means, for whoever reads a verdict for the first time. */
export const stageMeanings: Readonly<Record<string, string>> = {
  correct: 'The answer is accepted.',
  retriever: 'The evidence is not among the selected passages.',
  context: 'The evidence was selected, and is not in the prompt as sent.',
  format: 'No reply kept the contract.',
  reading: 'The evidence was in the prompt, and the answer is not accepted.',
  provider: 'The call failed. Not the assistant’s fault: the question counts in no rate.',
  label: 'The label does not resolve or contradicts itself. The question counts in no rate.',
  ingestion: 'The extracted document lacks the evidence. The question counts in no rate.',
};

export const detailMeanings: Readonly<Record<string, string>> = {
  'nothing-retrieved': 'Nothing was retrieved.',
  'not-indexed': 'The chunking lost the evidence.',
  abstained: 'The evidence did not arrive, and the assistant said so.',
  fabricated: 'An answer was invented: the evidence did not arrive.',
  'no-compliant-reply': 'The evidence did not arrive, and no reply kept the contract.',
  'dropped-for-window': 'The passage was dropped so that the prompt fits.',
  'truncated-by-server': 'The server cut the prompt.',
  'not-json': 'The reply is not JSON.',
  'extra-text': 'There is text around the JSON object.',
  'wrong-fields': 'The object has other fields than asked for.',
  'wrong-type': 'A field has the wrong type.',
  'passage-out-of-range': 'The cited passage was not in the prompt.',
  'abstention-with-passage': 'It abstains and cites a passage.',
  'abstention-variant': 'The abstention phrase is written another way.',
  'abstention-with-claim': 'It abstains and claims something.',
  'empty-answer': 'The answer is empty.',
  truncated: 'The reply was cut off.',
  refused: 'The model refused.',
  empty: 'The reply is empty.',
  'wrong-answer-right-passage': 'The right passage was read, and the answer is wrong.',
  'wrong-passage-cited': 'Another passage than the one with the evidence is cited.',
  'abstained-with-evidence': 'The evidence was in the prompt, and the assistant abstained.',
  'answered-unanswerable': 'The question has no answer, and one was given.',
  incomplete: 'A part of the answer is missing.',
};

export const flagMeanings: Readonly<Record<string, string>> = {
  'unsupported-correct': 'Correct without the evidence: luck or memory.',
  recoverable: 'A lenient reading would have understood a reply that broke the contract.',
};

export const proofStepWords: Readonly<Record<ProofStepName, string>> = {
  'in-source': 'In the source',
  'in-index': 'In the index',
  ranked: 'Ranked',
  fused: 'After fusion',
  reranked: 'After rerank',
  selected: 'Selected',
  'in-prompt': 'In the prompt as sent',
  parsed: 'Reply parsed',
  'citation-valid': 'Citation valid',
  'numbers-in-passage': 'Numbers in the passage',
  'answer-accepted': 'Answer accepted',
};
