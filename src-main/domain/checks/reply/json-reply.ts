// Reads a reply under the contract `json`: exactly one object with exactly two fields.
import type { AnswerContract } from '#contract/config';
import type { Answer, FormatDetail, Violation } from '#contract/items';
import { compareAbstention } from '../abstention.ts';
import { readJson, readJsonValue, skipSpace, type JsonNode } from '../strict-json.ts';
import { showNode, showText } from './show.ts';

export interface JsonReply {
  readonly answer: Answer | null;
  readonly violation: Violation | null;
  readonly recovered: Answer | null;
}

type ObjectNode = JsonNode & { readonly kind: 'object' };

/** Reads a reply that is not blank; `m` is the number of passages sent. See readReply for the order of the reasons. */
export function readJsonReply(reply: string, contract: AnswerContract, m: number): JsonReply {
  const reading = readJson(reply);
  if (reading.ok) return readValue(reading.node, reading.duplicates, contract, m);
  const objects = findObjects(reply);
  const [first] = objects;
  if (first === undefined) {
    const rest = showText(reply.slice(reading.at));
    return violate('not-json', `no JSON object: ${reading.problem}, at character ${reading.at + 1}: ${rest}`);
  }
  if (objects.length > 1) {
    return violate('extra-text', `${objects.length} JSON objects; one alone was asked for`);
  }
  const around = `${reply.slice(0, first.start)} ${reply.slice(first.end)}`.trim();
  const inside = readValue(first.node, first.duplicates, contract, m);
  return violate(
    'extra-text',
    `text around the JSON object: ${showText(around)}`,
    inside.answer ?? inside.recovered,
  );
}

interface FoundObject {
  readonly node: JsonNode;
  readonly start: number;
  readonly end: number;
  readonly duplicates: readonly string[];
}

/**
 * The complete JSON objects that stand in a text, outermost ones alone. What a brace opens is read at most until it
 * breaks; the work is bounded (4 times the text, and 100,000), so a text made of broken braces costs no more than a long one.
 */
function findObjects(text: string): readonly FoundObject[] {
  const objects: FoundObject[] = [];
  let work = 4 * text.length + 100_000;
  let start = text.indexOf('{');
  while (start >= 0 && work > 0) {
    const next = text[skipSpace(text, start + 1)];
    const reading = next === '"' || next === '}' ? readJsonValue(text, start) : null;
    if (reading?.ok)
      objects.push({ node: reading.node, start, end: reading.end, duplicates: reading.duplicates });
    else if (reading !== null) work -= reading.at - start;
    work -= 1;
    start = text.indexOf('{', reading?.ok ? reading.end : start + 1);
  }
  return objects;
}

function readValue(
  node: JsonNode,
  duplicates: readonly string[],
  contract: AnswerContract,
  m: number,
): JsonReply {
  if (node.kind !== 'object') return violate('wrong-type', `the reply is ${showNode(node)}, not an object`);
  const problem = findFieldProblem(node, duplicates, contract);
  if (problem !== null) return violate('wrong-fields', problem);
  const answer = readField(node, contract.answerField);
  const passage = readField(node, contract.passageField);
  if (answer?.kind !== 'string') {
    return violate('wrong-type', `${contract.answerField} is ${showNode(answer)}; a string was asked for`);
  }
  const cited = readPassageField(passage, contract);
  if ('problem' in cited) return violate('wrong-type', cited.problem);
  return judge(answer.value, cited.numbers, contract, m);
}

function findFieldProblem(
  node: ObjectNode,
  duplicates: readonly string[],
  contract: AnswerContract,
): string | null {
  const asked = [contract.answerField, contract.passageField];
  const present = node.entries.map((entry) => entry.key);
  const problems = [
    ...duplicates.map((key) => `field ${showText(key)} is written twice`),
    ...asked.filter((key) => !present.includes(key)).map((key) => `field ${showText(key)} is missing`),
    ...present.filter((key) => !asked.includes(key)).map((key) => `field ${showText(key)} was not asked for`),
  ];
  if (problems.length === 0) return null;
  return problems.length > 5 ? `${problems.slice(0, 5).join('; ')} ...` : problems.join('; ');
}

function readField(node: ObjectNode, name: string): JsonNode | undefined {
  return node.entries.find((entry) => entry.key === name)?.value;
}

/** The raw integer tokens of the passage field, null for null; anything else is a problem in words. */
function readPassageField(
  node: JsonNode | undefined,
  contract: AnswerContract,
): { readonly numbers: readonly string[] | null } | { readonly problem: string } {
  const field = contract.passageField;
  if (node?.kind === 'literal' && node.value === null) return { numbers: null };
  if (contract.citations === 'one') {
    const raw = readInteger(node);
    return raw === null
      ? { problem: `${field} is ${showNode(node)}; an integer was asked for` }
      : { numbers: [raw] };
  }
  if (node?.kind !== 'array' || node.items.length === 0) {
    const written = node?.kind === 'array' ? 'an empty list' : showNode(node);
    return { problem: `${field} is ${written}; a list of distinct integers was asked for` };
  }
  const numbers = new Set<string>();
  for (const item of node.items) {
    const raw = readInteger(item);
    if (raw === null) return { problem: `${field} lists ${showNode(item)}; integers were asked for` };
    if (numbers.has(raw))
      return { problem: `${field} lists ${showText(raw)} twice; distinct integers were asked for` };
    numbers.add(raw);
  }
  return { numbers: [...numbers] };
}

/** The token of an integer as written: 2.0 and 2e0 are none, nor is -0, which no count is. */
function readInteger(node: JsonNode | undefined): string | null {
  return node?.kind === 'number' && /^-?\d+$/.test(node.raw) && node.raw !== '-0' ? node.raw : null;
}

function judge(
  text: string,
  numbers: readonly string[] | null,
  contract: AnswerContract,
  m: number,
): JsonReply {
  const { answerField, passageField, abstention } = contract;
  if (isBlank(text))
    return violate('empty-answer', `${answerField} is ${showText(text)}, which says nothing`);
  const phrase = compareAbstention(text, abstention);
  if (phrase !== null && numbers !== null) {
    const says = `${showText(text)} carries passage ${numbers.map(shorten).join(', ')}; an abstention takes null`;
    return violate('abstention-with-passage', says);
  }
  const abstained = { text: abstention, abstained: true, citations: [], sources: [] };
  if (phrase === 'exact') return { answer: abstained, violation: null, recovered: null };
  if (phrase === 'variant') {
    return violate(
      'abstention-variant',
      `${showText(text)} is not exactly ${showText(abstention)}`,
      abstained,
    );
  }
  if (numbers === null) {
    const says = `${passageField} is null, but ${answerField} is ${showText(text)}, not ${showText(abstention)}`;
    return violate('wrong-type', says);
  }
  const outside = numbers.find((raw) => !(Number(raw) >= 1 && Number(raw) <= m));
  if (outside !== undefined) {
    return violate('passage-out-of-range', `passage ${shorten(outside)} is not one of the ${m} sent`);
  }
  const answer = { text, abstained: false, citations: numbers.map(Number), sources: [] };
  return { answer, violation: null, recovered: null };
}

/** Nothing but white space, control and format characters (a zero-width space says nothing either). */
function isBlank(text: string): boolean {
  return !/[^\s\p{Cc}\p{Cf}]/u.test(text);
}

function shorten(raw: string): string {
  return raw.length > 24 ? `${raw.slice(0, 24)}...` : raw;
}

function violate(reason: FormatDetail, message: string, recovered: Answer | null = null): JsonReply {
  return { answer: null, violation: { reason, message }, recovered };
}
