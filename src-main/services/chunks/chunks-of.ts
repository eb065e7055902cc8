// The chunks of a config over a corpus, as its index has them, without opening that index.
import type { Config } from '#contract/config';
import type { Chunk, Corpus } from '#contract/documents';
import { chunkCorpus, chunksFromSlices } from '#domain/text/chunk-corpus';
import type { CutCorpus } from './cut-corpus.ts';

/** Throws stale where the chunker needs a model and a document was never cut this way. */
export async function chunksOf(cut: CutCorpus, config: Config, corpus: Corpus): Promise<readonly Chunk[]> {
  const made = await cut(config, corpus, { noBuild: true });
  return made === null
    ? chunkCorpus(corpus, config.chunker, config.analyzer.language)
    : chunksFromSlices(corpus, Object.fromEntries(made.slices));
}
