// What differs between two versions of a question, and the lists that are written in one line: pure.
import type { Evidence, Match, Question } from '#contract/bank';
import { words } from '../../../words.ts';

const text = words.bank.change;

/** One thing that differs, in words; null = it was, or is, not there. */
export interface Change {
  readonly field: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** The fields that the window edits, one at a time. */
export type Field =
  'question' | 'answers' | 'tags' | 'match' | 'require' | 'unanswerable' | 'origin' | 'evidence';

export function isSame(left: unknown, right: unknown): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}

/** What a field says where it is left out: rows and questions write that differently. */
export function valueOf(field: Field, value: unknown): unknown {
  if (field === 'tags') return value ?? [];
  return value ?? (field === 'unanswerable' ? false : null);
}

/** A copy with one field set; undefined takes the field out. */
export function withField<Name extends Field>(
  question: Question,
  field: Name,
  value: Question[Name] | undefined,
): Question {
  const { [field]: _, ...rest } = question;
  return (value === undefined ? rest : { ...question, [field]: value }) as Question;
}

const answersApart = /(?:^|\s)\|(?=\s|$)/;

/** `a | b`: accepted answers in one line. An answer may hold a `|` without white space around it. */
export function joinAnswers(answers: readonly string[]): string {
  return answers.join(' | ');
}

export function splitAnswers(line: string): string[] {
  return unique(line.split(answersApart));
}

export function joinTags(tags: readonly string[] = []): string {
  return tags.join(', ');
}

export function splitTags(line: string): string[] {
  return unique(line.split(','));
}

function unique(parts: readonly string[]): string[] {
  return [...new Set(parts.map((part) => part.trim()).filter((part) => part !== ''))];
}

/** One part a line, and what may stand for it apart by `|`. */
export function writeParts(parts: readonly (readonly string[])[]): string {
  return parts.map(joinAnswers).join('\n');
}

export function readParts(typed: string): string[][] {
  return typed
    .split('\n')
    .map(splitAnswers)
    .filter((part) => part.length > 0);
}

/** Numbers of the groups of evidence, rising. */
export function groupsOf({ evidence }: Pick<Question, 'evidence'>): readonly number[] {
  return [...new Set(evidence.map(({ group }) => group))].sort((left, right) => left - right);
}

/** `number` and `{ kind: 'number' }` are the same rule. */
export function matchKind(match: Match | undefined): 'contains' | 'exact' | 'regex' | 'number' | 'parts' {
  if (match === undefined) return 'contains';
  return typeof match === 'string' ? match : match.kind;
}

/** A question that is not there counts as one without any field. */
export function describeChange(before: Question | null, after: Question | null): readonly Change[] {
  const fields = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  fields.delete('id');
  fields.delete('evidence');
  const plain = [...fields].flatMap((field) => {
    const [left, right] = [fieldOf(before, field), fieldOf(after, field)];
    return isSame(left, right)
      ? []
      : [{ field: text.fields[field] ?? field, before: write(left), after: write(right) }];
  });
  return [...plain, ...describeEvidence(before?.evidence ?? [], after?.evidence ?? [])];
}

function fieldOf(question: Question | null, field: string): unknown {
  return question === null ? undefined : (question as Readonly<Record<string, unknown>>)[field];
}

function write(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  if (Array.isArray(value) && value.every((each) => typeof each === 'string')) return joinAnswers(value);
  if (typeof value === 'boolean') return value ? words.yes : words.no;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Members are the same one by document and place, or by document and quote where there is no place. */
function describeEvidence(before: readonly Evidence[], after: readonly Evidence[]): readonly Change[] {
  const left = new Map(before.map((each) => [memberKey(each), each]));
  const right = new Map(after.map((each) => [memberKey(each), each]));
  const changes: Change[] = [];
  for (const [key, member] of left) {
    const now = right.get(key);
    const field = text.evidence;
    if (now === undefined) changes.push({ field, before: writeMember(member), after: null });
    else if (now.group !== member.group)
      changes.push({ field, before: writeMember(member), after: text.group(now.group) });
  }
  for (const [key, member] of right)
    if (!left.has(key)) changes.push({ field: text.evidence, before: null, after: writeMember(member) });
  return changes;
}

export function memberKey({ document, start, end, quote }: Evidence): string {
  return JSON.stringify(start === undefined ? [document, quote] : [document, start, end]);
}

const longestQuote = 160;

function writeMember({ document, quote, group }: Evidence): string {
  const short = quote === undefined ? words.bank.wholeDocument : cut(quote);
  return text.member(document, short, group);
}

function cut(quote: string): string {
  return quote.length <= longestQuote ? quote : `${quote.slice(0, longestQuote)}…`;
}
