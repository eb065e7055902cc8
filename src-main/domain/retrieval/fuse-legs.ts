// The lists of several retrievers into one, as the config's fusion says.
import type { Fusion } from '#contract/config/rerank';
import type { Retriever } from '#contract/config/retriever';
import type { Judgement } from '#contract/items';
import type { RankedChunk } from './ranked-chunk.ts';
import { fuseRrf } from './fusion/rrf.ts';
import { fuseWeightedSum } from './fusion/weighted-sum.ts';

export interface Leg {
  readonly retriever: Pick<Retriever, 'id' | 'weight'>;
  /** Best first. */
  readonly hits: readonly RankedChunk[];
  /** Why a fallback retriever was not asked. Such a leg has no hits and takes no part. */
  readonly skipped?: string;
  readonly judgements?: readonly Judgement[];
}

/**
 * Fuses the legs that were asked. Of a single one the list is kept as it is, with its own scores, also where a fallback
 * retriever beside it was not asked.
 * @returns every chunk of the lists, best first, ties in corpus order
 */
export function fuseLegs(legs: readonly Leg[], fusion: Fusion): readonly RankedChunk[] {
  const asked = legs.filter(({ skipped }) => skipped === undefined);
  const [only] = asked;
  if (only && asked.length === 1) return only.hits;
  const lists = asked.map(({ retriever, hits }) => ({ weight: retriever.weight, hits }));
  return fusion.kind === 'rrf' ? fuseRrf(lists, fusion.k) : fuseWeightedSum(lists, fusion.normalise);
}
