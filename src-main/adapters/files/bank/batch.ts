// Which line of which batch of edits a line of the journal is; written beside the edit's own fields.

export interface Batch {
  readonly id: string;
  /** From 1 to `of`. */
  readonly line: number;
  readonly of: number;
}

/** null where the line says nothing of a batch: it then stands for itself. */
export function batchOf(value: unknown): Batch | null {
  if (typeof value !== 'object' || value === null || !('batch' in value)) return null;
  const batch = value.batch as Partial<Batch> | null;
  return typeof batch?.id === 'string' && typeof batch.line === 'number' && typeof batch.of === 'number'
    ? { id: batch.id, line: batch.line, of: batch.of }
    : null;
}
