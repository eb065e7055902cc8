// Child process that chunks and indexes a corpus, in slices that report, so that no host ever waits for it.
import type { Analyzer } from '#contract/config/analyzer';
import type { Chunker } from '#contract/config/chunker';
import type { Corpus } from '#contract/documents';
import { AppError } from '#contract/failure';
import { createLexicalIndexBuilder } from '#domain/retrieval/lexical-index';
import { buildLsa } from '#domain/retrieval/lsa/build-lsa';
import { chunkCorpus, chunksFromSlices } from '#domain/text/chunk-corpus';
import { analysisLanguage, listAnalysisLanguages, type Analyze } from '#domain/text/corpus-languages';
import { openAnalyzers } from '#services/legs/open-analyzers';
import type { IndexJob, LsaJob } from '#services/ports';
import { createIndexStore, saveIndex } from '../files/index-store.ts';
import { saveLsa } from '../files/lsa-store.ts';
import { createWorkspaceStore } from '../files/workspace-store.ts';
import { serveChild } from '../process/serve-child.ts';
import { loadLanguageWords } from '../text/word-lists.ts';

/** Chunks indexed between two reports. */
const sliceSize = 2000;

serveChild({
  build: async (input, { signal, report }) => {
    const job = input as IndexJob & { readonly chunker: Chunker; readonly analyzer: Analyzer };
    const corpus = await createWorkspaceStore(job.root).loadCorpus();
    if (corpus.hash !== job.corpusHash)
      throw new AppError('conflict', 'The documents changed while the index was being built. Start again.');
    const texts = new Map(corpus.documents.map((document) => [document.id, document.text]));
    const chunks = job.slices
      ? chunksFromSlices(corpus, job.slices)
      : chunkCorpus(corpus, job.chunker, job.analyzer.language);
    const analyzers = await openDocumentAnalyzers(job, corpus);
    let analyze: Analyze | undefined;
    const builder = createLexicalIndexBuilder((text) => analyze?.(text) ?? []);
    for (const [index, chunk] of chunks.entries()) {
      analyze = analyzers.get(chunk.documentId);
      builder.add((texts.get(chunk.documentId) ?? '').slice(chunk.start, chunk.end));
      if (index % sliceSize !== sliceSize - 1) continue;
      report((index + 1) / chunks.length);
      await new Promise((resolve) => setImmediate(resolve));
      signal.throwIfAborted();
    }
    await saveIndex(job.root, job.fingerprint, { chunks, lexical: builder.finish() });
    return null;
  },
  buildLsa: async (input, { signal, report }) => {
    const job = input as LsaJob;
    const index = await createIndexStore(job.root).load(job.index);
    if (index === null)
      throw new AppError('conflict', 'The index changed while LSA was being built. Start again.');
    const work = buildLsa(index.lexical, job.settings);
    for (;;) {
      const step = work.next();
      if (step.done) {
        if (!step.value.built) return step.value.needs;
        await saveLsa(job.root, job.fingerprint, step.value.model);
        return null;
      }
      report(step.value);
      await new Promise((resolve) => setImmediate(resolve));
      signal.throwIfAborted();
    }
  },
});

/** By document id: the analyzer of the language that decides for it. */
async function openDocumentAnalyzers(job: IndexJob, { documents }: Corpus): Promise<Map<string, Analyze>> {
  const { analyzer, fallbackLanguage } = job;
  const languages = listAnalysisLanguages(analyzer, documents, fallbackLanguage);
  const opened = await openAnalyzers(analyzer, languages, loadLanguageWords);
  return new Map(
    documents.flatMap(({ id, language }) => {
      const analyze = opened.get(analysisLanguage(analyzer, language, fallbackLanguage));
      return analyze ? [[id, analyze] as const] : [];
    }),
  );
}
