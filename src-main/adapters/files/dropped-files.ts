// Content that came without a file, kept as one while the document reader opens it.
import { join } from 'node:path';
import type { DroppedFiles } from '#services/documents/document-port';
import { removeTree, temporaryPath, writeAtomic } from './files.ts';
import { droppedFolder } from './workspace/layout.ts';

/** The file's name tells its writer: what a process leaves that dies is swept away by the next writer. */
export function createDroppedFiles(root: string): DroppedFiles {
  return {
    async hold(bytes, work) {
      const path = await temporaryPath(join(root, droppedFolder));
      try {
        await writeAtomic(path, bytes);
        return await work(path);
      } finally {
        await removeTree(path);
      }
    },
  };
}
