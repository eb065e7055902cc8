// Summaries of whole runs under .assay/summaries: derived, and made again when missing or damaged.
import { join } from 'node:path';
import { AppError } from '#contract/failure';
import { RunSummarySchema, type RunSummary } from '#contract/scores';
import type { SummaryCache } from '#services/ports';
import { findProblems } from '#services/validate';
import { readJsonFile } from './disk/json-file.ts';
import { ensureFolder, writeAtomic } from './files.ts';
import { keepNewest } from './keep-newest.ts';
import { resolveInside } from './paths.ts';

const mostSummaries = 500;

export function createSummaryCache(root: string): SummaryCache {
  return {
    async load(key) {
      const file = await readJsonFile(join(await folderOf(root), nameOf(key)), 'a summary');
      if (!('value' in file) || findProblems(RunSummarySchema, file.value).length > 0) return null;
      return file.value as RunSummary;
    },
    async save(key, summary) {
      try {
        const folder = await folderOf(root);
        await ensureFolder(folder);
        await writeAtomic(join(folder, nameOf(key)), JSON.stringify(summary));
        await keepNewest(folder, mostSummaries, nameOf(key));
      } catch (error) {
        // A full or read-only disk must not keep anyone from reading a run.
        if (!(error instanceof AppError)) throw error;
      }
    },
  };
}

function folderOf(root: string): Promise<string> {
  return resolveInside(root, '.assay/summaries');
}

/** Keys are hashes: `sha256:...`. */
function nameOf(key: string): string {
  return `${key.replace(/^sha256:/, '')}.json`;
}
