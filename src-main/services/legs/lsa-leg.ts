// The leg of an LSA retriever: the query's terms in the latent dimensions, compared with every chunk.
import type { LsaRetriever } from '#contract/config/retriever';
import { projectQuery } from '#domain/retrieval/lsa/project-query';
import { rankLsa } from '#domain/retrieval/lsa/rank-lsa';
import { analyzerKey, type OpenIndexes } from '../index-service.ts';
import { prepareNothing, type Leg, type LegLimits } from './leg.ts';

export function openLsaLeg(
  retriever: LsaRetriever,
  world: LegLimits & { readonly indexes: OpenIndexes },
): Leg {
  const index = world.indexes.lexical.get(analyzerKey(retriever.analyzer));
  const lsa = world.indexes.lsa.get(retriever.id);
  if (!index || !lsa) throw new Error(`no LSA model was opened for retriever ${retriever.id}`);
  const { allowed, deep } = world;
  const { tf, idf, minScore } = retriever;
  const limits = { candidates: deep ? Infinity : retriever.candidates, minScore, allowed };
  return {
    retriever,
    prepare: prepareNothing,
    async rank({ text }) {
      const vector = projectQuery(lsa.model, index.lexical, { tf, idf }, index.analyze(text));
      if (vector.some((value) => value !== 0)) return { hits: rankLsa(lsa.prepared, vector, limits) };
      return {
        hits: [],
        warnings: [`${retriever.id}: the latent dimensions hold nothing of the query's terms.`],
      };
    },
  };
}
