// Where model-based chunkers cut each text, under .assay/slices: derived, and asked for again when missing or damaged.
import { join } from 'node:path';
import { Type } from '@sinclair/typebox';
import { AppError } from '#contract/failure';
import type { CutDocument, SliceCache } from '#services/chunks/slice-cache';
import { findProblems } from '#services/validate';
import { readJsonFile } from './disk/json-file.ts';
import { ensureFolder, writeAtomic } from './files.ts';
import { resolveInside } from './paths.ts';

const offset = Type.Integer({ minimum: 0 });
const CutDocumentSchema = Type.Object({
  slices: Type.Array(Type.Object({ start: offset, end: offset })),
  warnings: Type.Array(Type.String()),
});

export function createSliceCache(root: string): SliceCache {
  const folderOf = () => resolveInside(root, '.assay/slices');
  return {
    async load(key) {
      const file = await readJsonFile(join(await folderOf(), nameOf(key)), 'the cuts of a document');
      if (!('value' in file) || findProblems(CutDocumentSchema, file.value).length > 0) return null;
      return file.value as CutDocument;
    },
    async save(key, cut) {
      try {
        const folder = await folderOf();
        await ensureFolder(folder);
        await writeAtomic(join(folder, nameOf(key)), JSON.stringify(cut));
      } catch (error) {
        // A full or read-only disk must not keep anyone from searching: the document is cut again next time.
        if (!(error instanceof AppError)) throw error;
      }
    },
  };
}

/** Keys are hashes: `sha256:...`. */
function nameOf(key: string): string {
  return `${key.replace(/^sha256:/, '')}.json`;
}
