// Wires what stores runs and reads them back.
import { createRunStore } from '#adapters/files/run-store';
import { createItemReader } from '#adapters/files/runs/item-reader';
import { createSummaryCache } from '#adapters/files/summary-cache';
import type { WorkspaceStore } from '#services/ports';
import type { CutCorpus } from '#services/chunks/cut-corpus';
import { createRunReader } from '#services/run/read/run-reader';

export function composeRuns(root: string, store: WorkspaceStore, cut: CutCorpus) {
  const runs = createRunStore(root);
  const items = createItemReader(root);
  return {
    runs,
    items,
    summaries: createSummaryCache(root),
    reader: createRunReader({ store, runs, items, cut }),
  };
}
