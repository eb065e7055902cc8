// The addresses of the page: kept in the hash, so that a reload lands on the same place under http: and app: alike.
import { useSyncExternalStore } from 'react';

export const screens = [
  'overview',
  'documents',
  'bank',
  'search',
  'configs',
  'runs',
  'compare',
  'settings',
] as const;
export type Screen = (typeof screens)[number];

/** `#/<screen>/<id>/<detail>?filter`. On `runs`, `id` is a run and `detail` a question; on `compare`, `id` names the runs, joined by commas, and `detail` a question; elsewhere `id` is the row opened. */
export interface Route {
  readonly screen: Screen;
  readonly id: string | null;
  readonly detail: string | null;
  readonly filter: Readonly<Record<string, string>>;
}

/** An unknown screen is the overview: an address is typed by hand now and then. */
export function parseRoute(hash: string): Route {
  const [path = '', search = ''] = hash.replace(/^#\/?/, '').split('?');
  const [first = '', id, detail] = path.split('/').map(decode);
  const screen = screens.find((name) => name === first) ?? 'overview';
  const filter = Object.fromEntries(new URLSearchParams(search));
  return { screen, id: id || null, detail: detail || null, filter };
}

export function formatRoute(route: Partial<Route> & Pick<Route, 'screen'>): string {
  const parts = [route.screen, ...(route.id ? [route.id, ...(route.detail ? [route.detail] : [])] : [])];
  const path = route.screen === 'overview' ? '' : parts.map(encodeURIComponent).join('/');
  const search = new URLSearchParams(route.filter ?? {}).toString();
  return `#/${path}${search === '' ? '' : `?${search}`}`;
}

export function goTo(route: Partial<Route> & Pick<Route, 'screen'>): void {
  window.location.hash = formatRoute(route);
}

/** The route of now; views render again when it changes. */
export function useRoute(): Route {
  const hash = useSyncExternalStore(listen, () => window.location.hash);
  return parseRoute(hash);
}

function listen(changed: () => void): () => void {
  window.addEventListener('hashchange', changed);
  return () => window.removeEventListener('hashchange', changed);
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
