// The child processes of one app: none starts before it is needed.
import { join } from 'node:path';
import { createChildClient, type ChildClient } from '#adapters/process/child-client';
import type { SpawnChild } from '#adapters/process/child-handle';

export type Children = Readonly<Record<'index' | 'extract' | 'embed' | 'vector', ChildClient>>;

const documentReaderMemoryMb = 1024;
/** One bad file never stops a batch: each may cost the reader its life. */
const documentReaderRestarts = 1000;

/** `folder` holds the built entries (index-child.js ...). */
export function createChildren(folder: string, spawn: SpawnChild): Children {
  const child = (name: string, entry: string) => ({ name, entry: join(folder, `${entry}-child.js`), spawn });
  return {
    index: createChildClient(child('indexer', 'index')),
    extract: createChildClient({
      ...child('document reader', 'extract'),
      memoryMb: documentReaderMemoryMb,
      restartBudget: documentReaderRestarts,
    }),
    embed: createChildClient(child('embedder', 'embed')),
    vector: createChildClient(child('vector store', 'vector')),
  };
}
