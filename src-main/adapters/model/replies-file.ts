// Reads a file of scripted replies, in both of its forms, with the path of every problem.
import { Type, type TSchema } from '@sinclair/typebox';
import { AppError, type Problem } from '#contract/failure';
import { HashSchema } from '#contract/documents';
import { readJson } from '#domain/checks/strict-json';
import { findProblems, problemText } from '#services/validate';

/** The replies of one question, attempt by attempt; `messagesHash` null: whatever was sent. */
export interface ScriptedReply {
  readonly attempts: readonly string[];
  readonly messagesHash: string | null;
}

export interface Replies {
  readonly byQuestion: ReadonlyMap<string, ScriptedReply>;
  readonly byK: ReadonlyMap<number, ReadonlyMap<string, ScriptedReply>>;
}

const AttemptsSchema = Type.Array(Type.String(), { minItems: 1 });
const EntrySchema = Type.Object({
  reply: Type.Union([Type.String(), AttemptsSchema]),
  messagesHash: Type.Optional(HashSchema),
});
const entryFields: readonly string[] = ['reply', 'messagesHash'];

/**
 * Reads `{ "<question id>": reply }` and `{ "<k>": { "<question id>": reply } }`, also mixed (the k wins), where a reply
 * is a text, a list of texts (one per attempt), or `{ "reply": ..., "messagesHash": "sha256:..." }`.
 * Under a key that is a whole number from 1, an object is the replies of that k unless it is a reply of the last form
 * itself. Throws `invalid-input` with all problems.
 */
export function readReplies(text: string, file: string): Replies {
  const value = parse(text, file);
  const problems: Problem[] = [];
  const byQuestion = new Map<string, ScriptedReply>();
  const byK = new Map<number, ReadonlyMap<string, ScriptedReply>>();
  if (!isObject(value)) {
    problems.push({ file, path: '/', message: 'must be an object with a reply for each question id' });
  } else {
    for (const [key, field] of Object.entries(value)) {
      if (/^[1-9]\d*$/.test(key) && isObject(field) && !isEntry(field))
        byK.set(Number(key), readQuestions(field, `/${key}`, file, problems));
      else readQuestion(byQuestion, key, field, '', file, problems);
    }
  }
  if (problems.length > 0) throw invalid(problems);
  return { byQuestion, byK };
}

function readQuestions(
  questions: Readonly<Record<string, unknown>>,
  path: string,
  file: string,
  problems: Problem[],
): Map<string, ScriptedReply> {
  const replies = new Map<string, ScriptedReply>();
  for (const [id, field] of Object.entries(questions)) readQuestion(replies, id, field, path, file, problems);
  return replies;
}

function readQuestion(
  replies: Map<string, ScriptedReply>,
  id: string,
  field: unknown,
  parent: string,
  file: string,
  problems: Problem[],
): void {
  const path = `${parent}/${id.replaceAll('~', '~0').replaceAll('/', '~1')}`;
  if (typeof field === 'string') {
    replies.set(id, { attempts: [field], messagesHash: null });
    return;
  }
  const schema: TSchema = Array.isArray(field) ? AttemptsSchema : EntrySchema;
  const found = isObject(field) || Array.isArray(field) ? findProblems(schema, field, { file }) : null;
  if (found === null) {
    problems.push({
      file,
      path,
      value: field,
      message: 'must be a text, a list of texts, or an object with "reply"',
    });
  } else if (found.length > 0) {
    for (const problem of found)
      problems.push({ ...problem, path: `${path}${problem.path === '/' ? '' : (problem.path ?? '')}` });
  } else if (Array.isArray(field)) {
    replies.set(id, { attempts: field as string[], messagesHash: null });
  } else {
    const { reply, messagesHash } = field as { reply: string | string[]; messagesHash?: string };
    replies.set(id, { attempts: [reply].flat(), messagesHash: messagesHash ?? null });
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isEntry(value: Readonly<Record<string, unknown>>): boolean {
  return 'reply' in value && Object.keys(value).every((field) => entryFields.includes(field));
}

/** JSON.parse keeps the last of two equal keys without a word and names no line: the strict reader sees both. */
function parse(text: string, file: string): unknown {
  const json = text.replace(/^\uFEFF/, '');
  const reading = readJson(json);
  if (reading.ok && reading.duplicates.length === 0) return JSON.parse(json);
  const problems: Problem[] = reading.ok
    ? reading.duplicates.map((key) => ({
        file,
        message: `the key ${JSON.stringify(key)} stands twice in one object`,
      }))
    : [
        {
          file,
          line: json.slice(0, reading.at).split('\n').length,
          message: `is not JSON: ${reading.problem}`,
        },
      ];
  throw invalid(problems);
}

function invalid(problems: readonly Problem[]): AppError {
  const [first] = problems;
  const more = problems.length > 1 ? ` (and ${problems.length - 1} more)` : '';
  const message = `The scripted replies are not valid. ${first ? problemText(first) : ''}${more}`;
  return new AppError('invalid-input', message, { problems });
}
