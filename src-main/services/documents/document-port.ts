// What adding documents needs from the world beside the workspace's own store.
import type { DocumentRecord } from '#contract/documents';

/** A document as it is saved. */
export interface StoredDocument {
  readonly record: DocumentRecord;
  readonly source: Uint8Array;
  readonly text: string;
}
