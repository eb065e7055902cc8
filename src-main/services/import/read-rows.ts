// Reads the rows of an import file: JSON lines and tab-separated qrels, each row with its line number.
import type { TSchema, Static } from '@sinclair/typebox';
import { AppError } from '#contract/failure';
import type { ForeignFiles } from '../ports.ts';
import { findProblems, problemText } from '../validate.ts';

export interface Row<Value> {
  readonly line: number;
  readonly value: Value;
}

export interface RejectedRow {
  readonly line: number;
  readonly id: string | null;
  readonly reason: string;
}

/** UTF-8 text of a file, without a byte-order mark. Throws invalid-input where it is not UTF-8, not-found where it is missing. */
export async function readUtf8(files: ForeignFiles, path: string): Promise<string> {
  const kind = await files.kindOf(path);
  if (kind === null) throw new AppError('not-found', `There is no file ${path}.`);
  if (kind === 'folder') {
    throw new AppError(
      'invalid-input',
      `${path} is a folder, and a file is wanted here. A BEIR folder is imported with --format beir.`,
    );
  }
  const bytes = await files.read(path);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new AppError('invalid-input', `${path} is not UTF-8 text. Save it as UTF-8 and import it again.`, {
      cause,
    });
  }
}

/** Splits JSON lines into typed rows and rejected ones; empty lines are skipped. */
export function parseJsonRows<S extends TSchema>(
  text: string,
  schema: S,
): { rows: Row<Static<S>>[]; rejected: RejectedRow[] } {
  const rows: Row<Static<S>>[] = [];
  const rejected: RejectedRow[] = [];
  for (const [index, content] of text.split('\n').entries()) {
    if (content.trim() === '') continue;
    const line = index + 1;
    const parsed = parseJson(content);
    if ('error' in parsed) {
      rejected.push({
        line,
        id: null,
        reason: `not JSON: ${parsed.error}. The line starts ${JSON.stringify(content.slice(0, 60))}`,
      });
      continue;
    }
    const problems = findProblems(schema, parsed.value);
    if (problems.length === 0) rows.push({ line, value: parsed.value as Static<S> });
    else rejected.push({ line, id: idOf(parsed.value), reason: problems.map(problemText).join('; ') });
  }
  return { rows, rejected };
}

function parseJson(content: string): { value: unknown } | { error: string } {
  try {
    return { value: JSON.parse(content) };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}

function idOf(value: unknown): string | null {
  if (value === null || typeof value !== 'object') return null;
  const row = value as Record<string, unknown>;
  const id = row['id'] ?? row['_id'];
  return typeof id === 'string' ? id : null;
}

export interface QrelRow {
  readonly query: string;
  readonly documentId: string;
  readonly score: number;
}

/** BEIR qrels: `query-id<TAB>corpus-id<TAB>score`; a first line whose score is no number is the header. */
export function parseQrels(text: string): { rows: Row<QrelRow>[]; rejected: RejectedRow[] } {
  const rows: Row<QrelRow>[] = [];
  const rejected: RejectedRow[] = [];
  for (const [index, content] of text.split(/\r?\n/).entries()) {
    if (content.trim() === '') continue;
    const line = index + 1;
    const [query, documentId, score, ...more] = content.split('\t');
    const value = Number(score);
    const whole = query !== undefined && documentId !== undefined && score !== undefined && more.length === 0;
    if (whole && score.trim() !== '' && Number.isFinite(value))
      rows.push({ line, value: { query, documentId, score: value } });
    else if (line > 1 || !whole) {
      const reason = `expected query-id<TAB>corpus-id<TAB>score, found ${JSON.stringify(content.slice(0, 80))}`;
      rejected.push({ line, id: query ?? null, reason });
    }
  }
  return { rows, rejected };
}
