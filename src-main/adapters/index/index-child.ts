// Child process that chunks and indexes a corpus, in slices that report, so that no host ever waits for it.
import type { Analyzer } from '#contract/config/analyzer';
import type { Chunker } from '#contract/config/chunker';
import { AppError } from '#contract/failure';
import { createLexicalIndexBuilder } from '#domain/retrieval/lexical-index';
import { chunkCorpus } from '#domain/text/chunk-corpus';
import { stopWordsOf } from '#domain/text/stop-words';
import { createAnalyzer } from '#domain/text/tokenize';
import type { IndexJob } from '#services/ports';
import { saveIndex } from '../files/index-store.ts';
import { createWorkspaceStore } from '../files/workspace-store.ts';
import { serveChild } from '../process/serve-child.ts';

/** Chunks indexed between two reports. */
const sliceSize = 2000;

serveChild({
  build: async (input, { signal, report }) => {
    const job = input as IndexJob & { readonly chunker: Chunker; readonly analyzer: Analyzer };
    const corpus = await createWorkspaceStore(job.root).loadCorpus();
    if (corpus.hash !== job.corpusHash)
      throw new AppError('conflict', 'The documents changed while the index was being built. Start again.');
    const texts = new Map(corpus.documents.map((document) => [document.id, document.text]));
    const chunks = chunkCorpus(corpus, job.chunker, job.analyzer.language);
    const builder = createLexicalIndexBuilder(createAnalyzer(job.analyzer, null, stopWordsOf(job.analyzer)));
    for (const [index, chunk] of chunks.entries()) {
      builder.add((texts.get(chunk.documentId) ?? '').slice(chunk.start, chunk.end));
      if (index % sliceSize !== sliceSize - 1) continue;
      report((index + 1) / chunks.length);
      await new Promise((resolve) => setImmediate(resolve));
      signal.throwIfAborted();
    }
    await saveIndex(job.root, job.fingerprint, { chunks, lexical: builder.finish() });
    return null;
  },
});
