// Reads files of one JSON value a line: exact line numbers, BOM and CRLF tolerated, a torn last line told apart.
import { isUtf8 } from 'node:buffer';
import { createReadStream } from 'node:fs';
import { AppError, type Problem } from '#contract/failure';
import { problemText } from '#services/validate';
import { explained, isMissing } from './operations.ts';

export interface JsonLine {
  /** From 1; blank lines count but are not returned. */
  readonly line: number;
  readonly value: unknown;
  /** Where the line begins in the file, in bytes. */
  readonly startByte: number;
}

export interface JsonLines {
  readonly lines: readonly JsonLine[];
  /** Lines that are not JSON, in order. */
  readonly problems: readonly Problem[];
  /** The last line, if it has no line feed and is not JSON: an append that a crash cut short. */
  readonly torn: Problem | null;
}

/**
 * Reads every line; a file that is not there has none.
 * @param source the file's path, or its content
 * @param shownAs the file's name in problems, relative to the workspace
 * @throws AppError unavailable when the file cannot be read
 */
export async function readJsonLines(source: string | Buffer, shownAs: string): Promise<JsonLines> {
  const lines: JsonLine[] = [];
  const problems: Problem[] = [];
  let torn: Problem | null = null;
  await forEachLine(source, (bytes, line, startByte, terminated) => {
    const parsed = parseLine(bytes, line, shownAs);
    if (parsed === null) return;
    if ('value' in parsed) lines.push({ line, value: parsed.value, startByte });
    else if (terminated) problems.push(parsed.problem);
    else torn = parsed.problem;
  });
  return { lines, problems, torn };
}

/**
 * Reads every line of a file that must be whole.
 * @param torn 'drop' for a journal, whose last append may have been cut short; 'refuse' for a file written at once
 * @throws AppError stale naming file and line of the first line that is not JSON
 */
export async function loadJsonLines(
  path: string,
  shownAs: string,
  torn: 'drop' | 'refuse',
): Promise<readonly JsonLine[]> {
  const file = await readJsonLines(path, shownAs);
  const problems = problemsOf(file, torn);
  if (problems.length > 0) throw brokenFile(shownAs, problems);
  return file.lines;
}

/** The lines that are not JSON; the torn one counts when the file should have been written at once. */
export function problemsOf(file: JsonLines, torn: 'drop' | 'refuse'): readonly Problem[] {
  return file.torn !== null && torn === 'refuse' ? [...file.problems, file.torn] : file.problems;
}

/** The failure for a file of the workspace whose content is broken; it carries every problem. */
export function brokenFile(shownAs: string, problems: readonly Problem[]): AppError {
  const [first] = problems;
  const more = problems.length > 1 ? ` (and ${problems.length - 1} more)` : '';
  return new AppError('stale', `${shownAs} is broken. ${first ? problemText(first) : ''}${more}`, {
    problems,
  });
}

/** `stop`: what comes after is not read. */
type OnLine = (bytes: Buffer, line: number, startByte: number, terminated: boolean) => void | 'stop';

/** Where in a file to begin reading: a byte, and the number of the line that begins there. */
interface LineStart {
  readonly line: number;
  readonly startByte: number;
}

/** Calls back for every line without its line feed; lines of any length take linear time. */
export async function forEachLine(
  source: string | Buffer,
  onLine: OnLine,
  from: LineStart = { line: 1, startByte: 0 },
): Promise<void> {
  const parts: Buffer[] = [];
  let { line, startByte } = from;
  let isOver = false;
  function emit(last: Buffer, terminated: boolean): void {
    parts.push(last);
    const bytes = parts.length === 1 ? last : Buffer.concat(parts);
    parts.length = 0;
    if (bytes.length > 0 || terminated) isOver = onLine(bytes, line, startByte, terminated) === 'stop';
    startByte += bytes.length + 1;
    line += 1;
  }
  const isPath = typeof source === 'string';
  await explained('read', isPath ? source : 'the content', async () => {
    try {
      const options = { highWaterMark: 1 << 18, start: from.startByte };
      for await (const chunk of isPath ? createReadStream(source, options) : [source]) {
        const block = chunk as Buffer;
        let lineStart = 0;
        for (let at = block.indexOf(10); at >= 0; at = block.indexOf(10, lineStart)) {
          emit(block.subarray(lineStart, at), true);
          lineStart = at + 1;
          if (isOver) return;
        }
        if (lineStart < block.length) parts.push(block.subarray(lineStart));
      }
    } catch (error) {
      if (isMissing(error)) return;
      throw error;
    }
    emit(Buffer.alloc(0), false);
  });
}

export type ParsedLine = { readonly value: unknown } | { readonly problem: Problem } | null;

/** null: a blank line. */
export function parseLine(bytes: Buffer, line: number, file: string): ParsedLine {
  const remedy = 'Correct or remove this line, or restore the file from version control';
  if (!isUtf8(bytes)) return { problem: { file, line, message: 'is not text in UTF-8', remedy } };
  try {
    const text = withoutBom(bytes.toString('utf8'));
    return text.trim() === '' ? null : { value: JSON.parse(text) };
  } catch (error) {
    const value = bytes.subarray(0, 80).toString('utf8');
    return { problem: { file, line, value, message: `is not JSON: ${(error as Error).message}`, remedy } };
  }
}

export function withoutBom(text: string): string {
  return text.startsWith('\uFEFF') ? text.slice(1) : text;
}
