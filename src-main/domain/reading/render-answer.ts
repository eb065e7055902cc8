// Writes an answer and its source as the contract asks for them.
import type { AnswerContract } from '#contract/config';
import { compareAbstention, findAbstentionEnd } from '../checks/abstention.ts';
import type { PassageSentence } from './split-sentences.ts';

/**
 * The reply that states a sentence under a contract; null abstains.
 * `json`: both fields, the passage by number (a list under citations 'many'). `bracket`: the source in brackets, the
 * document id unless it holds a bracket itself, then the passage number; brackets of the sentence become round ones,
 * since they would be read as sources. `free`: the sentence. A sentence that reads as the abstention phrase abstains:
 * under no contract could it be told from an abstention.
 */
export function renderAnswer(found: PassageSentence | null, contract: AnswerContract): string {
  const { kind, answerField, passageField, abstention, citations } = contract;
  const sentence = found !== null && isAbstention(found.text, contract) ? null : found;
  if (kind === 'json') {
    const cited = sentence === null ? null : citations === 'many' ? [sentence.number] : sentence.number;
    return `{${JSON.stringify(answerField)}: ${JSON.stringify(sentence?.text ?? abstention)}, ${JSON.stringify(passageField)}: ${JSON.stringify(cited)}}`;
  }
  if (sentence === null) return abstention;
  if (kind === 'free') return sentence.text;
  const source = /[[\]]/.test(sentence.documentId) ? String(sentence.number) : sentence.documentId;
  return `${sentence.text.replaceAll('[', '(').replaceAll(']', ')')} [${source}]`;
}

function isAbstention(text: string, { kind, abstention }: AnswerContract): boolean {
  if (kind === 'json') return compareAbstention(text, abstention) !== null;
  return findAbstentionEnd(text, abstention) !== null;
}
