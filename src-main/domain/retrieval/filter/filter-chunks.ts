// Which chunks a filter lets through: conditions on a document are looked at once, those on places by their starts.
import type { Filter } from '#contract/config/filter';
import type { Chunk, CorpusDocument } from '#contract/documents';
import { compileGlob } from './glob.ts';
import { findPassingParts } from './passing-parts.ts';

/**
 * Returns a test for chunks of these documents. Every condition given must hold; of several values of one condition any is
 * enough. An empty list of values lets nothing through.
 *
 * - `document`: the document's id. - `path`: globs (see `compileGlob`) over the path of its source, relative to documents/;
 *   documents of an imported collection have none. - `tag`: one of the strings of the metadata field `tags`, a list or one
 *   string with commas between. - `metadata`: a field of the document's metadata, or any value of a list there; compared
 *   as text, so that 2020 finds "2020".
 * - `page`, `heading`: where the chunk begins (see `findPassingParts`).
 * @returns chunks of a document that is not among `documents` never pass, except where there is no filter
 */
export function createFilter(
  filter: Filter | null,
  documents: Iterable<CorpusDocument>,
): (chunk: Pick<Chunk, 'documentId' | 'start'>) => boolean {
  if (filter === null) return () => true;
  const passes = createDocumentTest(filter);
  const parts = new Map<string, PassingParts>();
  for (const document of documents) {
    if (passes(document)) parts.set(document.id, findPassingParts(filter, document));
  }
  return ({ documentId, start }) => {
    const found = parts.get(documentId);
    return found !== undefined && (found === 'all' || found.holds(start));
  };
}

type PassingParts = ReturnType<typeof findPassingParts>;

/**
 * The chunks that pass every one of several filters, such as the config's and a retriever's.
 * @returns per chunk 1 or 0, in corpus order; null where nothing is filtered
 */
export function filterChunks(
  filters: readonly (Filter | null)[],
  chunks: readonly Chunk[],
  documents: readonly CorpusDocument[],
): Uint8Array | null {
  const tests = filters.filter((filter) => filter !== null).map((filter) => createFilter(filter, documents));
  if (tests.length === 0) return null;
  return Uint8Array.from(chunks, (chunk) => (tests.every((passes) => passes(chunk)) ? 1 : 0));
}

function createDocumentTest(filter: Filter): (document: CorpusDocument) => boolean {
  const ids = filter.document === undefined ? null : new Set(listOf(filter.document));
  const globs = filter.path === undefined ? null : listOf(filter.path).map(compileGlob);
  const tags = filter.tag === undefined ? null : new Set(listOf(filter.tag));
  const fields = Object.entries(filter.metadata ?? {}).map(
    ([field, wanted]) => [field, new Set(listOf(wanted).map(String))] as const,
  );
  return ({ id, path, metadata }) =>
    (ids === null || ids.has(id)) &&
    (globs === null || (path !== null && globs.some((matches) => matches(path)))) &&
    (tags === null || readTags(metadata).some((tag) => tags.has(tag))) &&
    fields.every(([field, wanted]) => readValues(metadata, field).some((value) => wanted.has(value)));
}

function listOf<Value>(value: Value | readonly Value[]): readonly Value[] {
  return Array.isArray(value) ? (value as readonly Value[]) : [value as Value];
}

function readTags(metadata: CorpusDocument['metadata']): readonly string[] {
  return readValues(metadata, 'tags').flatMap((tags) =>
    Array.isArray(metadata['tags']) ? [tags] : tags.split(',').map((tag) => tag.trim()),
  );
}

/** As text; values that are no scalars match nothing. */
function readValues(metadata: CorpusDocument['metadata'], field: string): readonly string[] {
  if (!Object.hasOwn(metadata, field)) return [];
  return listOf(metadata[field]).flatMap((value) =>
    typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
      ? [String(value)]
      : [],
  );
}
