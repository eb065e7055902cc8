// Finds the words of a field by where it stands: the longest ending of its path that words are written for.
import { words } from '../../../words.ts';
import type { Path } from './json-values.ts';

const text = words.configs.form;

/** `retrievers.analyzer.stem`, `analyzer.stem`, `stem`: places in lists do not count. */
function endingsOf(path: Path): readonly string[] {
  const names = path.filter((part) => typeof part === 'string');
  return names.map((_, index) => names.slice(index).join('.'));
}

function find(table: Readonly<Record<string, string>>, path: Path): string | null {
  const key = endingsOf(path).find((ending) => Object.hasOwn(table, ending));
  return key === undefined ? null : (table[key] ?? null);
}

/** The field's own name where nothing is written for it. */
export function labelOf(path: Path): string {
  const last = path.at(-1);
  if (typeof last === 'number') return text.entry(entryWord(path.slice(0, -1)), last + 1);
  return find(text.labels, path) ?? last ?? '';
}

export function helpOf(path: Path): string | null {
  return typeof path.at(-1) === 'number' ? null : find(text.help, path);
}

/** What one entry of the list is called. */
export function entryWord(path: Path): string {
  return find(text.entries, path) ?? text.anyEntry;
}

/** What a choice means, for whoever has not met it. */
export function meaningOf(path: Path, word: string): string | null {
  return find(text.meanings, [...path, word]);
}

/** Texts that are written in several lines. */
export function isLong(path: Path): boolean {
  return endingsOf(path).some((ending) => text.long.includes(ending));
}

/** A value in few words, as a default is told. */
export function tellValue(value: unknown): string {
  if (value === undefined) return '';
  if (value === null) return text.nothing;
  if (typeof value === 'boolean') return value ? words.yes : words.no;
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  if (Array.isArray(value)) return value.length === 0 ? text.emptyList : value.map(tellValue).join(', ');
  const kind: unknown = Reflect.get(value, 'kind') ?? Reflect.get(value, 'provider');
  return typeof kind === 'string' ? kind : text.several;
}
