// Procedures about indexes and ranking.
import type { Output } from '#contract/api';
import { buildIndexes, openSearch } from '../retrieval-service.ts';
import type { Handlers } from '../dispatch.ts';
import type { World } from './world.ts';

type RetrievalName = Extract<keyof Handlers, `index.${string}` | `retrieval.${string}`>;

export function retrievalHandlers(world: World): Pick<Handlers, RetrievalName> {
  return {
    'index.buildIndex': (input, { signal }) => buildIndexes(world, input, signal),
    'retrieval.searchChunks': async ({ query, ...input }, { signal }) => {
      const search = await openSearch(world, input, [query], signal);
      return search(query);
    },
    'retrieval.searchMany': async ({ queries, ...input }, { signal }) => {
      const texts = queries.map(({ text }) => text);
      const search = await openSearch(world, input, texts, signal);
      // A map without a prototype: a query may be called __proto__.
      const results: Output<'retrieval.searchMany'>['results'] = Object.create(null);
      for (const { id, text } of queries) results[id] = await search(text);
      return { results };
    },
  };
}
