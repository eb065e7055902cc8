// The system message: what the model is told about the form of its reply.
import type { AnswerContract } from '#contract/config';

/**
 * The system message of a config: `override` (prompt.system) exactly as written, nothing substituted in it; null asks
 * for the default specification of the contract, which names its fields and its abstention phrase.
 */
export function renderSystem(contract: AnswerContract, override: string | null): string {
  if (override !== null) return override;
  const task = 'Answer the question from the passages alone, in the language of the question.';
  switch (contract.kind) {
    case 'json':
      return [task, ...jsonLines(contract)].join('\n');
    case 'bracket':
      return [task, ...bracketLines(contract)].join('\n');
    case 'free':
      return [task, freeLine(contract)].join('\n');
  }
}

function jsonLines(contract: AnswerContract): readonly string[] {
  const answer = JSON.stringify(contract.answerField);
  const passage = JSON.stringify(contract.passageField);
  const abstention = JSON.stringify(contract.abstention);
  const cited =
    contract.citations === 'one'
      ? 'the number of the passage that says it, an integer'
      : 'the numbers of the passages that say it, a list of distinct integers';
  const example = contract.citations === 'one' ? '2' : '[2, 3]';
  return [
    'Reply with one JSON object and nothing else: no other text, no code fence.',
    `It has exactly two fields: ${answer}, a short non-empty string, and ${passage}, ${cited}.`,
    `Example: {${answer}: "...", ${passage}: ${example}}`,
    `If the passages do not say it, reply exactly: {${answer}: ${abstention}, ${passage}: null}`,
  ];
}

function bracketLines(contract: AnswerContract): readonly string[] {
  return [
    'Each passage starts with its source in square brackets.',
    'After each statement give the source it stands on in square brackets, exactly as shown: [source].',
    `If the passages do not say it, reply with this phrase alone: ${contract.abstention}`,
  ];
}

function freeLine(contract: AnswerContract): string {
  return `If the passages do not say it, reply with this phrase alone: ${contract.abstention}`;
}
