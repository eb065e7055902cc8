// Two or more runs side by side, question by question.
import type { Route } from '../../routes.ts';
import { words } from '../../words.ts';

export function CompareView({ route }: { readonly route: Route }) {
  return <h1 id={route.id ?? undefined}>{words.compare.title}</h1>;
}

export function ComparedItem(props: { readonly runIds: readonly string[]; readonly questionId: string }) {
  return <h2>{props.questionId}</h2>;
}
