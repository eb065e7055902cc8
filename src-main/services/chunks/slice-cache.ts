// The port behind which the cuts of model-based chunkers are kept.
import type { Slice } from '#domain/text/slices';

/** Where a document was cut, in UTF-16 code units, and what went wrong with it. */
export interface CutDocument {
  readonly slices: readonly Slice[];
  readonly warnings: readonly string[];
}

export type SlicesByDocument = Readonly<Record<string, readonly Slice[]>>;

/** Where model-based chunkers cut each text, by all that decides it. Derived. */
export interface SliceCache {
  load(key: string): Promise<CutDocument | null>;
  save(key: string, cut: CutDocument): Promise<void>;
}
