// Where the documents of a config are cut when its chunker needs a model.
import type { Config } from '#contract/config';
import type { Corpus } from '#contract/documents';
import type { Slice } from '#domain/text/slices';
import type { EventHub } from '../event-hub.ts';
import { hashValue } from '../hash.ts';
import { cutWithModel, isModelChunker, type ModelChunkWorld } from './model-chunks.ts';

export interface Cut {
  /** By document id, in text order. */
  readonly slices: ReadonlyMap<string, readonly Slice[]>;
  /** Over the slices themselves: a model may cut otherwise the next time. */
  readonly hash: string;
  readonly warnings: readonly string[];
}

/** null where the chunker needs no model. Throws stale under `noBuild` where a document was never cut this way. */
export type CutCorpus = (
  config: Config,
  corpus: Corpus,
  options: { readonly noBuild?: boolean; readonly signal?: AbortSignal },
) => Promise<Cut | null>;

export function createCutCorpus(worldOf: (config: Config) => ModelChunkWorld, events: EventHub): CutCorpus {
  return async (config, corpus, options) => {
    const { chunker, analyzer, id } = config;
    if (!isModelChunker(chunker)) return null;
    const { slices, warnings } = await cutWithModel(corpus, chunker, analyzer.language, worldOf(config), {
      ...options,
      what: id,
      onProgress: (done) => events.announce('index.progress', { what: `${id} (chunks)`, done }),
    });
    const hash = hashValue(
      [...slices].map(([document, cuts]) => [document, cuts.map(({ start, end }) => [start, end])]),
    );
    return { slices, hash, warnings };
  };
}
