// Which document a file is, and the id and path of one that is new.
import type { CollectionRecord, DocumentRecord } from '#contract/documents';
import { freeName, slugOf } from '../slug.ts';

export interface Places {
  /** The same place it came from, or the same relative path with the same bytes: one document, whatever folder it is added from. */
  find(relative: string, origin: string, sourceHash: string): DocumentRecord | null;
  /** An id and a path that no other document has. */
  choose(relative: string): { readonly id: string; readonly path: string };
  /** Notes a record that will be saved. */
  take(record: DocumentRecord): void;
}

/** @param documentIds ids of all documents, those of imported collections included */
export function createPlaces(
  records: readonly (DocumentRecord | CollectionRecord)[],
  documentIds: ReadonlySet<string>,
): Places {
  const ids = new Set(documentIds);
  const paths = new Set(records.map((record) => record.path.toLowerCase()));
  const byOrigin = new Map<string, DocumentRecord>();
  const byPath = new Map<string, DocumentRecord>();
  const take = (record: DocumentRecord) => {
    ids.add(record.id);
    paths.add(record.path.toLowerCase());
    byPath.set(record.path, record);
    if (record.origin !== undefined) byOrigin.set(record.origin, record);
  };
  for (const record of records) if ('id' in record) take(record);
  return {
    find(relative, origin, sourceHash) {
      const there = byPath.get(relative);
      const isSame = there?.sourceHash === sourceHash || there?.origin === undefined;
      return byOrigin.get(origin) ?? (there && isSame ? there : null);
    },
    choose: (relative) => choosePlace(relative, ids, paths),
    take,
  };
}

function choosePlace(
  relative: string,
  ids: ReadonlySet<string>,
  paths: ReadonlySet<string>,
): { readonly id: string; readonly path: string } {
  const { stem } = splitEnding(relative);
  const id = freeName(slugOf(stem), ids);
  const wanted = splitEnding(unreserved(relative));
  for (let number = 1; ; number += 1) {
    const path = `${wanted.stem}${number === 1 ? '' : `-${number}`}${wanted.ending}`;
    if (!paths.has(path.toLowerCase())) return { id, path };
  }
}

function splitEnding(path: string): { readonly stem: string; readonly ending: string } {
  const dot = path.lastIndexOf('.');
  const stem = dot > path.lastIndexOf('/') + 1 ? path.slice(0, dot) : path;
  return { stem, ending: path.slice(stem.length) };
}

/** documents.jsonl and text/ are ours: a source of that name gets another one. */
function unreserved(path: string): string {
  if (path.toLowerCase() === 'documents.jsonl') return path.replace('.', '-2.');
  return path.replace(/^text\//i, (folder) => `${folder.slice(0, -1)}-2/`);
}
