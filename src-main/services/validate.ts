// The only file with ajv: turns a schema and a value into typed data or a list of problems.
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import type { Static, TSchema } from '@sinclair/typebox';
import { AppError, type FailureCode, type Problem } from '#contract/failure';

const ajv = new Ajv({
  allErrors: true,
  discriminator: true,
  strict: false,
  verbose: true,
  unicodeRegExp: true,
});
const compiled = new WeakMap<object, ValidateFunction>();

/** Where a value came from, so that an error can point at it. */
export interface Source {
  readonly file?: string;
  readonly line?: number;
}

/** Checks one value; an empty list means it fits. Each problem carries the JSON path, the value found and what was expected. */
export function findProblems(schema: TSchema, value: unknown, source: Source = {}): Problem[] {
  let validator = compiled.get(schema);
  if (!validator) compiled.set(schema, (validator = ajv.compile(schema)));
  if (validator(value)) return [];
  return distinct(
    joinWords((validator.errors ?? []).filter((error) => error.keyword !== 'if')).map((error) =>
      hideSecret(toProblem(error, source)),
    ),
  );
}

/** A choice between fixed words is one problem that lists them, not one of each word and one of the choice. */
function joinWords(errors: readonly ErrorObject[]): ErrorObject[] {
  const choices = new Map<string, unknown[]>();
  for (const { keyword, schema, schemaPath } of errors) {
    const branches = keyword === 'anyOf' && Array.isArray(schema) ? (schema as { const?: unknown }[]) : [];
    const words = branches.map((branch) => branch.const);
    if (words.length > 0 && words.every((word) => word !== undefined)) choices.set(schemaPath, words);
  }
  return errors.flatMap((error) => {
    const words = choices.get(error.schemaPath);
    if (words) return [{ ...error, keyword: 'enum', params: { allowedValues: words } }];
    const parent = error.schemaPath.replace(/\/\d+\/const$/, '');
    return error.keyword === 'const' && choices.has(parent) ? [] : [error];
  });
}

/** A key written into a file where its reference belongs must not travel on into logs and terminals. */
function hideSecret(problem: Problem): Problem {
  if (!/\/apiKey$/i.test(problem.path ?? '') || typeof problem.value !== 'string') return problem;
  return {
    ...problem,
    value: '(hidden)',
    remedy: 'Name an environment variable, such as env:OPENAI_API_KEY',
  };
}

/** Returns the value typed, or throws an AppError with every problem. The value is not changed: unknown fields survive. */
export function validate<S extends TSchema>(
  schema: S,
  value: unknown,
  what: string,
  source: Source = {},
  code: FailureCode = 'invalid-input',
): Static<S> {
  const problems = findProblems(schema, value, source);
  if (problems.length > 0) throw new AppError(code, summarise(what, problems), { problems });
  return value as Static<S>;
}

/** One problem as one line: `file:line path: message (found value). remedy`. */
export function problemText(problem: Problem): string {
  const place = [problem.file, problem.line].filter((part) => part !== undefined).join(':');
  const head = [place, problem.path].filter((part) => part !== undefined && part !== '').join(' ');
  const found = problem.value === undefined ? '' : ` (found ${shorten(problem.value)})`;
  return `${head === '' ? '' : `${head}: `}${problem.message}${found}${problem.remedy ? `. ${problem.remedy}` : ''}`;
}

function summarise(what: string, problems: readonly Problem[]): string {
  const first = problems[0];
  const more = problems.length > 1 ? ` (and ${problems.length - 1} more)` : '';
  return `${what} is not valid. ${first ? problemText(first) : ''}${more}`;
}

function toProblem(error: ErrorObject, source: Source): Problem {
  const params = error.params as Record<string, unknown>;
  const base = { ...source, path: error.instancePath === '' ? '/' : error.instancePath };
  switch (error.keyword) {
    case 'required':
      return { ...base, message: `the field "${String(params['missingProperty'])}" is missing` };
    case 'discriminator': {
      const tag = String(params['tag']);
      const known = knownTags(error, tag);
      return {
        ...base,
        path: `${error.instancePath}/${tag}`,
        value: params['tagValue'],
        message: `must be one of ${known.join(', ')}`,
      };
    }
    case 'enum':
      return {
        ...base,
        value: error.data,
        message: `must be one of ${(params['allowedValues'] as unknown[]).map(String).join(', ')}`,
      };
    case 'const':
      return { ...base, value: error.data, message: `must be ${JSON.stringify(params['allowedValue'])}` };
    default:
      return { ...base, value: error.data, message: error.message ?? error.keyword };
  }
}

function knownTags(error: ErrorObject, tag: string): string[] {
  const branches =
    (error.parentSchema as { oneOf?: { properties: Record<string, { const?: unknown }> }[] } | undefined)
      ?.oneOf ?? [];
  return branches.map((branch) => String(branch.properties[tag]?.const));
}

function shorten(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 120 ? `${text.slice(0, 117)}...` : text;
}

function distinct(problems: readonly Problem[]): Problem[] {
  const seen = new Set<string>();
  return problems.filter((problem) => {
    const key = `${problem.path} ${problem.message}`;
    return seen.has(key) ? false : (seen.add(key), true);
  });
}
