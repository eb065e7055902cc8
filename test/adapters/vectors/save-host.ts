// A host that stores one content after another under one fingerprint and says so, until it is killed.
import { createVectorStore } from '#adapters/vectors/vector-store';
import { createChildClient } from '#adapters/process/child-client';
import { forkChild } from '#adapters/process/spawn-fork';
import { vectorContent } from './vector-content.ts';

const [root = '', entry = '', fingerprint = '', first = '0'] = process.argv.slice(2);
const child = createChildClient({ name: 'vector store', entry, spawn: forkChild });
const store = createVectorStore({ root, child });
for (let seed = Number(first); ; seed += 1) {
  process.stdout.write(`start ${seed}\n`);
  await store.save(fingerprint, vectorContent(4000, 96, seed), {});
  process.stdout.write(`done ${seed}\n`);
}
