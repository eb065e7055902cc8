// A query under a config: ranked hits with rank and score per retriever.
import type { Route } from '../../routes.ts';
import { words } from '../../words.ts';

export function SearchView({ route }: { readonly route: Route }) {
  return <h1 id={route.id ?? undefined}>{words.search.title}</h1>;
}
