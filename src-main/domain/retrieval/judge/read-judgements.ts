// Reads what a model judged. What cannot be read is counted as what it is, never as 'irrelevant'.
import { readJson, type JsonNode } from '../../checks/strict-json.ts';
import type { JudgeMode } from './judge-prompt.ts';

export type JudgementProblem = 'unreadable' | 'duplicate' | 'missing';

export interface ReadJudgement {
  /** null where the mode is `score`, or with a problem. */
  readonly relevant: boolean | null;
  /** 1 to 10; null where the mode is `boolean`, or with a problem. */
  readonly score: number | null;
  readonly problem: JudgementProblem | null;
}

export interface ReadJudgements {
  /** One for each chunk asked about, in that order. */
  readonly judgements: readonly ReadJudgement[];
  /** Entries about chunks that nobody asked about. */
  readonly unknown: number;
}

/**
 * Reads a reply to `renderJudgePrompt` about `count` chunks. A code fence around the object is taken off and fields
 * beside those asked for are passed over: how a reply is wrapped is no question of relevance. Anything else that is
 * not as asked (a number as text, 0, 7.5, "yes") is `unreadable`; a chunk named twice is `duplicate`, whatever was
 * said of it, so that the result does not depend on the order of the entries.
 */
export function readJudgements(reply: string, mode: JudgeMode, count: number): ReadJudgements {
  const reading = readJson(withoutFence(reply));
  const root = reading.ok && reading.duplicates.length === 0 ? reading.node : null;
  if (root?.kind !== 'object') return all('unreadable', count);
  if (count === 1 && fieldOf(root, 'judgements') === null)
    return { judgements: [readJudgement(root, mode)], unknown: 0 };
  const entries = fieldOf(root, 'judgements');
  if (entries?.kind !== 'array') return all('unreadable', count);
  return placeEntries(entries.items, mode, count);
}

function placeEntries(entries: readonly JsonNode[], mode: JudgeMode, count: number): ReadJudgements {
  const judgements = all('missing', count).judgements.slice();
  const named = new Set<number>();
  let unknown = 0;
  for (const entry of entries) {
    const number = entry.kind === 'object' ? integerOf(fieldOf(entry, 'chunk')) : null;
    if (number === null || number < 1 || number > count) {
      unknown += 1;
      continue;
    }
    judgements[number - 1] = named.has(number) ? failed('duplicate') : readJudgement(entry, mode);
    named.add(number);
  }
  return { judgements, unknown };
}

function readJudgement(node: JsonNode, mode: JudgeMode): ReadJudgement {
  if (node.kind !== 'object') return failed('unreadable');
  if (mode === 'boolean') {
    const value = fieldOf(node, 'relevant');
    return value?.kind === 'literal' && value.value !== null
      ? { relevant: value.value, score: null, problem: null }
      : failed('unreadable');
  }
  const score = integerOf(fieldOf(node, 'score'));
  return score !== null && score >= 1 && score <= 10
    ? { relevant: null, score, problem: null }
    : failed('unreadable');
}

function failed(problem: JudgementProblem): ReadJudgement {
  return { relevant: null, score: null, problem };
}

function all(problem: JudgementProblem, count: number): ReadJudgements {
  return { judgements: Array.from({ length: count }, () => failed(problem)), unknown: 0 };
}

function fieldOf(node: JsonNode, key: string): JsonNode | null {
  if (node.kind !== 'object') return null;
  return node.entries.find((entry) => entry.key === key)?.value ?? null;
}

/** Only a token of digits is an integer: `7.0`, `7e0` and `"7"` are not what was asked for. */
function integerOf(node: JsonNode | null): number | null {
  return node?.kind === 'number' && /^\d{1,9}$/.test(node.raw) ? Number(node.raw) : null;
}

function withoutFence(reply: string): string {
  const text = reply.trim();
  const opening = /^```(?:json)?[ \t]*\r?\n/i.exec(text);
  return opening !== null && text.endsWith('```') ? text.slice(opening[0].length, -3) : text;
}
