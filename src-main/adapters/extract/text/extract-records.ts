// Reads tables (CSV, TSV) and JSON lines as documents made of `key: value` lines.
import { parse } from 'csv-parse/sync';
import { ExtractionError, type ExtractedDocument } from '../extracted.ts';
import { cleanText, counted } from './clean-text.ts';

const delimiters = [',', ';', '\t', '|'] as const;
type Delimiter = (typeof delimiters)[number];
type Row = readonly string[];

function parseRows(
  text: string,
  delimiter: Delimiter,
  options: { to?: number; relaxed?: boolean; unquoted?: boolean },
): Row[] {
  const limit = options.to === undefined ? {} : { to: options.to };
  const rows: string[][] = parse(text, {
    delimiter,
    relax_column_count: true,
    skip_empty_lines: true,
    relax_quotes: options.relaxed === true,
    record_delimiter: '\n',
    ...limit,
    ...(options.unquoted === true ? { quote: false } : {}),
  });
  return rows;
}

interface Fit {
  readonly delimiter: Delimiter;
  readonly columns: number;
  /** Share of the sampled rows that have that many columns. */
  readonly agreement: number;
}

function fitDelimiter(text: string, delimiter: Delimiter): Fit {
  const lastLine = text.lastIndexOf('\n', 200_000);
  const sample = text.length <= 200_000 || lastLine < 0 ? text : text.slice(0, lastLine + 1);
  let rows: Row[];
  try {
    rows = parseRows(sample, delimiter, { to: 100, relaxed: true });
  } catch {
    // A quote that never closes: the delimiter is still to be seen, and reading with it then names the line.
    rows = parseRows(sample, delimiter, { to: 100, unquoted: true });
  }
  const columns = rows[0]?.length ?? 0;
  const same = rows.filter((row) => row.length === columns).length;
  return { delimiter, columns, agreement: rows.length === 0 ? 0 : same / rows.length };
}

function bestDelimiter(text: string): Fit {
  const fits = delimiters.map((delimiter) => fitDelimiter(text, delimiter));
  const rate = (fit: Fit) =>
    fit.columns > 1 ? fit.agreement * 100 + Math.min(fit.columns, 50) : fit.agreement;
  return fits.reduce((best, fit) => (rate(fit) > rate(best) ? fit : best));
}

/** True for a text of three rows or more whose rows all have the same two or more short columns. */
export function looksLikeTable(text: string): boolean {
  const lines = text.split('\n', 100).filter((line) => line.trim() !== '');
  if (lines.length < 3 || lines.some((line) => line.length > 2000)) return false;
  const fit = bestDelimiter(text);
  if (fit.columns < 2 || fit.agreement < 1) return false;
  return lines.every((line) => line.length / fit.columns < 60);
}

function parseTable(text: string, fileName: string): { rows: Row[]; relaxed: boolean } {
  const { delimiter } = bestDelimiter(text);
  try {
    return { rows: parseRows(text, delimiter, {}), relaxed: false };
  } catch {
    try {
      return { rows: parseRows(text, delimiter, { relaxed: true }), relaxed: true };
    } catch (error) {
      const detail = error instanceof Error ? error.message : String(error);
      throw new ExtractionError(
        'corrupt',
        fileName,
        `this table cannot be read: ${detail}. Mend the quotes in that line and add the file again`,
      );
    }
  }
}

function renderRow(row: Row, names: readonly string[]): string {
  const lines: string[] = [];
  for (const [index, cell] of row.entries()) {
    const name = names[index] ?? `column ${String(index + 1)}`;
    if (cell.trim() !== '') lines.push(`${name}: ${cell.trim()}`);
  }
  return lines.join('\n');
}

/**
 * A CSV or TSV file as ONE document: the first row names the columns; each further row becomes `column: value` lines
 * (empty cells left out), with a blank line between rows. The delimiter (`,` `;` tab `|`) is the one that gives the
 * most even rows. Throws ExtractionError 'empty' without a data row, 'corrupt' where quotes never close.
 */
export function extractTable(text: string, fileName: string): ExtractedDocument {
  const { rows, relaxed } = parseTable(text, fileName);
  const [header = [], ...body] = rows;
  const names = header.map(
    (name, index) => name.trim().replace(/\s+/g, ' ') || `column ${String(index + 1)}`,
  );
  const filled = body.filter((row) => row.some((cell) => cell.trim() !== ''));
  if (filled.length === 0)
    throw new ExtractionError(
      'empty',
      fileName,
      'this table has no row below its header. Add a file with data',
    );
  const uneven = filled.filter((row) => row.length !== header.length).length;
  const warnings = uneven === 0 ? [] : [`${counted(uneven, 'row')} of another width than the header`];
  if (relaxed) warnings.push('quotes stand inside unquoted cells; they were kept as they are');
  return {
    title: null,
    text: cleanText(filled.map((row) => renderRow(row, names)).join('\n\n')),
    pages: [],
    headings: [],
    suffix: null,
    metadata: { columns: names.map(cleanText), rows: filled.length },
    warnings,
  };
}

type JsonObject = Readonly<Record<string, unknown>>;

function parseObject(line: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as JsonObject)
      : null;
  } catch {
    return null;
  }
}

/** True for a text of two lines or more of which each is a JSON object. */
export function looksLikeJsonLines(text: string): boolean {
  if (!/^\s*\{/.test(text)) return false;
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return lines.length > 1 && lines.slice(0, 200).every((line) => parseObject(line) !== null);
}

function renderValue(value: unknown): string {
  return typeof value === 'string' ? value.trim() : (JSON.stringify(value) ?? '');
}

function renderObject(object: JsonObject): string {
  return Object.entries(object)
    .filter(([, value]) => value !== null && value !== '')
    .map(([key, value]) => `${key}: ${renderValue(value)}`)
    .join('\n');
}

/**
 * A JSONL file as ONE document: the `text` of each line when every line has a non-empty one, else `key: value` lines
 * (nested values as JSON, nulls left out); a blank line between records. Lines that are no JSON object are left out
 * and named in a warning. Throws ExtractionError 'corrupt' when no line is one.
 */
export function extractJsonLines(text: string, fileName: string): ExtractedDocument {
  const objects: JsonObject[] = [];
  const bad: number[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const object = parseObject(line);
    if (object === null) bad.push(index + 1);
    else objects.push(object);
  }
  if (objects.length === 0)
    throw new ExtractionError(
      'corrupt',
      fileName,
      `line ${String(bad[0] ?? 1)} is not a JSON object, nor is any other. Write one object on each line, or name the file .txt`,
    );
  const texts = objects.map((object) => object['text']);
  const allHaveText = texts.every((value) => typeof value === 'string' && value.trim() !== '');
  const records = allHaveText ? texts.map(renderValue) : objects.map(renderObject);
  const listed = bad.slice(0, 10).join(', ') + (bad.length > 10 ? ' ...' : '');
  return {
    title: null,
    text: cleanText(records.filter((record) => record !== '').join('\n\n')),
    pages: [],
    headings: [],
    suffix: null,
    metadata: { records: objects.length },
    warnings:
      bad.length === 0 ? [] : [`${counted(bad.length, 'line')} left out, no JSON object: line ${listed}`],
  };
}
