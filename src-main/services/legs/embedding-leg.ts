// The leg of an embedding retriever: queries become vectors, each once, and every stored vector is compared.
import type { EmbeddingRetriever } from '#contract/config/retriever';
import type { OpenIndexes } from '../index-service.ts';
import type { Embedder } from '../ports.ts';
import type { Leg, LegLimits } from './leg.ts';

export function openEmbeddingLeg(
  retriever: EmbeddingRetriever,
  world: LegLimits & { readonly indexes: OpenIndexes; readonly embedder: Embedder },
): Leg {
  const index = world.indexes.vectors.get(retriever.id);
  if (!index) throw new Error(`no vectors were opened for retriever ${retriever.id}`);
  const candidates = world.deep ? Infinity : retriever.candidates;
  const known = new Map<string, Float32Array>();
  async function prepare(queries: readonly string[], signal?: AbortSignal): Promise<void> {
    const missing = [...new Set(queries)].filter((query) => !known.has(query));
    if (missing.length === 0) return;
    const { vectors, dims } = await world.embedder.embed(retriever.model, missing, {
      quantized: retriever.quantized,
      signal,
    });
    for (const [row, query] of missing.entries())
      known.set(query, vectors.slice(row * dims, (row + 1) * dims));
  }
  return {
    retriever,
    prepare,
    async rank({ text }, signal) {
      await prepare([text], signal);
      const vector = known.get(text);
      const limits = { candidates, minScore: retriever.minScore, allowed: world.allowed };
      return { hits: vector ? index.ranker.rank(vector, limits) : [] };
    },
  };
}
