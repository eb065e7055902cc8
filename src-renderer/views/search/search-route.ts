// What the search's address says: `?q=…&config=hybrid&k=10`. Pure.
import type { Route } from '../../routes.ts';

export const depths = ['10', '50', '100', 'all'] as const;
export type Depth = (typeof depths)[number];

export interface SearchAsked {
  /** '' = nothing is asked yet. */
  readonly query: string;
  /** null: the first config that can be used. */
  readonly config: string | null;
  readonly depth: Depth;
}

export function readSearch({ filter }: Pick<Route, 'filter'>): SearchAsked {
  return {
    query: filter.q ?? '',
    config: filter.config || null,
    depth: depths.find((depth) => depth === filter.k) ?? '10',
  };
}

export function writeSearch({ query, config, depth }: SearchAsked): Route['filter'] {
  return {
    ...(query === '' ? {} : { q: query }),
    ...(config === null ? {} : { config }),
    ...(depth === '10' ? {} : { k: depth }),
  };
}
