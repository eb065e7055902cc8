// Reads one versioned JSON file: parsed, lifted to today's version, validated; problems carry file, line, path and value.
import { isUtf8 } from 'node:buffer';
import { readFile } from 'node:fs/promises';
import type { Static, TSchema } from '@sinclair/typebox';
import type { Problem } from '#contract/failure';
import { findProblems } from '#services/validate';
import { migrate, type VersionedKind } from '../migrations.ts';
import { jsonErrorLine } from './json-error.ts';
import { brokenFile, withoutBom } from './json-lines.ts';
import { explained, isMissing } from './operations.ts';

export type ReadFile<Value> =
  { readonly value: Value } | { readonly problems: readonly Problem[] } | { readonly missing: true };

/** Reads and checks; never throws on bad content. `shownAs` is the file's name in problems. */
export async function readVersionedFile<S extends TSchema>(
  path: string,
  shownAs: string,
  kind: VersionedKind,
  schema: S,
): Promise<ReadFile<Static<S>>> {
  const read = await readJsonFile(path, shownAs);
  return 'value' in read ? checkVersioned(read.value, shownAs, kind, schema) : read;
}

/** Lifts a parsed value to today's version and checks its shape: what reading it from a file does with it. */
export function checkVersioned<S extends TSchema>(
  value: unknown,
  shownAs: string,
  kind: VersionedKind,
  schema: S,
): { readonly value: Static<S> } | { readonly problems: readonly Problem[] } {
  const migrated = migrate(kind, value, shownAs);
  if ('problem' in migrated) return { problems: [migrated.problem] };
  const problems = findProblems(schema, migrated.value, { file: shownAs });
  return problems.length > 0 ? { problems } : { value: migrated.value as Static<S> };
}

/** As readVersionedFile, but broken content throws stale with every problem; null when there is no such file. */
export async function loadVersionedFile<S extends TSchema>(
  path: string,
  shownAs: string,
  kind: VersionedKind,
  schema: S,
): Promise<Static<S> | null> {
  const read = await readVersionedFile(path, shownAs, kind, schema);
  if ('problems' in read) throw brokenFile(shownAs, read.problems);
  return 'value' in read ? read.value : null;
}

/** Reads any JSON file. */
export async function readJsonFile(path: string, shownAs: string): Promise<ReadFile<unknown>> {
  const bytes = await readBytes(path);
  if (bytes === null) return { missing: true };
  return parseJson(bytes, shownAs);
}

/** Parses the bytes of a file; the problem names the line where the text stops being JSON. */
export function parseJson(
  bytes: Buffer,
  shownAs: string,
): { readonly value: unknown } | { readonly problems: readonly Problem[] } {
  const remedy = 'Correct the file, or restore it from version control';
  if (!isUtf8(bytes)) return { problems: [{ file: shownAs, message: 'is not text in UTF-8', remedy }] };
  const text = withoutBom(bytes.toString('utf8'));
  try {
    return { value: JSON.parse(text) as unknown };
  } catch (error) {
    const line = text.length > 1_000_000 ? undefined : jsonErrorLine(text);
    const place = line === undefined ? {} : { line };
    return {
      problems: [{ file: shownAs, ...place, message: `is not JSON: ${(error as Error).message}`, remedy }],
    };
  }
}

/** The content of a file, or null when it is not there. */
export async function readBytes(path: string): Promise<Buffer | null> {
  return explained('read', path, async () => {
    try {
      return await readFile(path);
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  });
}
