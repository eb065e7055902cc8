// Ranks chunks for a query under a config: every leg by itself, fallbacks where they are needed, fusion, then rerank.
import type { Config } from '#contract/config';
import type { Chunk, Corpus } from '#contract/documents';
import type { ProviderError, Retrieval } from '#contract/items';
import { addSpent } from '#domain/evaluate/summarise-calls';
import { combineLegs, type RerankStep } from '#domain/retrieval/combine-legs';
import { decideFallback, describeEnough, fallbackOnAbstention } from '#domain/retrieval/decide-fallback';
import { fuseLegs } from '#domain/retrieval/fuse-legs';
import type { RerankedChunk } from '#domain/retrieval/rerank/apply-scores';
import type { OpenIndexes } from './index-service.ts';
import type { Leg } from './legs/leg.ts';
import { openLegs, openReranks } from './legs/open-legs.ts';
import type { Found, Query } from './legs/query.ts';
import type { ApplyRerank } from './legs/rerank-steps.ts';
import type { RetrievalParts } from './legs/retrieval-parts.ts';
import type { Embedder } from './ports.ts';

export interface Searched {
  readonly retrieval: Retrieval;
  /** A call of a retriever or judge failed, so that the lists are not what they would have been. */
  readonly providerError: ProviderError | null;
}

export interface RankOptions {
  readonly signal?: AbortSignal;
  /** The reader abstained on what was found: retrievers that wait for this are asked too. */
  readonly abstained?: boolean;
}

export interface Ranker {
  readonly chunks: readonly Chunk[];
  /** Whether some retriever waits for the reader to abstain. */
  readonly waitsForAbstention: boolean;
  /** Does for many queries at once what they will need, such as embedding them; ranking works without it too. */
  prepare(queries: readonly string[], signal?: AbortSignal): Promise<void>;
  /** Ranks one query; `k` is the cut. Rejects when cancelled or refused by the egress policy. */
  rank(query: Query, k: number, options?: RankOptions): Promise<Searched>;
}

export interface RankerWorld {
  readonly indexes: OpenIndexes;
  readonly corpus: Corpus;
  readonly embedder: Embedder;
  readonly parts: RetrievalParts;
  /** Lists reach to the end of the corpus instead of each retriever's `candidates`. */
  readonly deep?: boolean;
}

export async function createRanker(config: Config, world: RankerWorld): Promise<Ranker> {
  const legs = await openLegs(config, world);
  const reranks = await openReranks(config, world);
  const always = legs.filter(({ retriever }) => retriever.when === 'always');
  return {
    chunks: world.indexes.chunks,
    waitsForAbstention: legs.some(({ retriever }) => waitsForAbstention(retriever)),
    async prepare(queries, signal) {
      for (const leg of always) await leg.prepare(queries, signal);
    },
    async rank(query, k, { signal = new AbortController().signal, abstained = false } = {}) {
      const asked = await askLegs(config, legs, query, abstained, signal);
      const steps = await applyReranks(reranks, fuseLegs(asked.legs, config.fusion), query, signal);
      const parts: readonly Found[] = [...asked.legs, ...steps];
      const combined = combineLegs({
        legs: asked.legs,
        chunks: world.indexes.chunks,
        fusion: config.fusion,
        select: { k, minScore: config.select.minScore },
        reranks: steps,
        fallback: asked.fallback,
      });
      return {
        retrieval: { ...combined, ...reportParts(parts, warnOfSelect(config, combined)) },
        providerError: parts.find((part) => part.providerError)?.providerError ?? null,
      };
    },
  };
}

type Retriever = Leg['retriever'];
type AskedLeg = Found & { readonly retriever: Retriever; readonly skipped?: string };

function waitsForAbstention({ when, fallback }: Retriever): boolean {
  return when === 'fallback' && fallback.onAbstention;
}

/** The retrievers that always run, then those of the fallbacks that what was found so far does not make needless. */
async function askLegs(
  config: Config,
  legs: readonly Leg[],
  query: Query,
  abstained: boolean,
  signal: AbortSignal,
): Promise<{ readonly legs: readonly AskedLeg[]; readonly fallback: NonNullable<Retrieval['fallback']> }> {
  const ask = async ({ retriever, rank }: Leg): Promise<AskedLeg> => ({
    retriever,
    ...(await rank(query, signal)),
  });
  const always = new Map<Leg, AskedLeg>(
    await Promise.all(
      legs
        .filter(({ retriever }) => retriever.when === 'always')
        .map(async (leg) => [leg, await ask(leg)] as const),
    ),
  );
  const found = fuseLegs([...always.values()], config.fusion);
  const fallback: NonNullable<Retrieval['fallback']> = [];
  const askFallback = (leg: Leg): AskedLeg | Promise<AskedLeg> => {
    const { retriever } = leg;
    const reason =
      decideFallback(found, retriever.fallback) ??
      (abstained && waitsForAbstention(retriever) ? fallbackOnAbstention : null);
    if (reason === null) return { retriever, hits: [], skipped: describeEnough(found) };
    fallback.push({ retriever: retriever.id, reason });
    return ask(leg);
  };
  const asked = await Promise.all(legs.map((leg) => always.get(leg) ?? askFallback(leg)));
  return { legs: asked, fallback };
}

async function applyReranks(
  reranks: readonly ApplyRerank[],
  fused: readonly RerankedChunk[],
  query: Query,
  signal: AbortSignal,
): Promise<readonly (Found<RerankedChunk> & RerankStep)[]> {
  const steps: (Found<RerankedChunk> & RerankStep)[] = [];
  for (const apply of reranks) steps.push(await apply(query, steps.at(-1)?.hits ?? fused, signal));
  return steps;
}

function reportParts(parts: readonly Found[], more: readonly string[]): Partial<Retrieval> {
  const warnings = [...parts.flatMap((part) => part.warnings ?? []), ...more];
  const usages = parts.flatMap(({ usage }) => usage ?? []);
  const judging = usages.length > 0 ? usages.reduce(addSpent) : null;
  return { ...(warnings.length > 0 ? { warnings } : {}), ...(judging ? { judging } : {}) };
}

function warnOfSelect({ select }: Config, { legs, ranked }: Retrieval): string[] {
  const listed = legs.some(({ hits }) => hits.length > 0);
  return listed && ranked.length === 0 && select.minScore !== null
    ? [`select: no chunk's final score is above minScore, ${select.minScore}.`]
    : [];
}
