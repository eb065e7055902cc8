// What adding documents needs from the world beside the workspace's own store.
import type { DocumentRecord } from '#contract/documents';

/** A document as it is saved. */
export interface StoredDocument {
  readonly record: DocumentRecord;
  readonly source: Uint8Array;
  readonly text: string;
}

/** Content that comes without a file, such as what is dropped on the window. */
export interface DroppedFiles {
  /** Keeps the bytes as a file among the workspace's derived files while `work` reads it, and removes it then. */
  hold<Value>(bytes: Uint8Array, work: (path: string) => Promise<Value>): Promise<Value>;
}
