// Procedures about indexes and ranking.
import type { Output } from '#contract/api';
import { explainQuery } from '../explain-service.ts';
import { previewTokens } from '../legs/preview-tokens.ts';
import { buildIndexes, openSearch } from '../retrieval-service.ts';
import type { Handlers } from '../dispatch.ts';
import type { World } from './world.ts';

type RetrievalName = Extract<keyof Handlers, `index.${string}` | `retrieval.${string}`>;

export function retrievalHandlers(world: World): Pick<Handlers, RetrievalName> {
  return {
    'index.buildIndex': (input, { signal }) => buildIndexes(world, input, signal),
    'retrieval.searchChunks': async ({ query, ...input }, { signal }) => {
      const search = await openSearch(world, input, [query], signal);
      const found = await search.find({ id: null, text: query });
      const warnings = [...search.warnings, ...(found.warnings ?? [])];
      return warnings.length > 0 ? { ...found, warnings } : found;
    },
    'retrieval.searchMany': async ({ queries, ...input }, { signal }) => {
      const texts = queries.map(({ text }) => text);
      const search = await openSearch(world, input, texts, signal);
      // A map without a prototype: a query may be called __proto__.
      const results: Output<'retrieval.searchMany'>['results'] = Object.create(null);
      for (const { id, text } of queries) results[id] = await search.find({ id, text });
      return search.warnings.length > 0 ? { results, warnings: [...search.warnings] } : { results };
    },
    'retrieval.explainQuery': (input, { signal }) => explainQuery(world, input, signal),
    'retrieval.previewTokens': (input, { signal }) => previewTokens(world, input, signal),
  };
}
