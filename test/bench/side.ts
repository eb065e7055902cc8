// Entry of a side process: opens one side of one case, and measures or answers when asked.
import type { OpenSide, Parameters } from './row.ts';

/** Loaded one by one, so that no side carries the libraries of another. */
const modules: Readonly<Record<string, () => Promise<Readonly<Record<string, OpenSide>>>>> = {
  embed: async () => (await import('./sides/embed.ts')).sides,
  vectors: async () => (await import('./sides/vectors.ts')).sides,
  tfidf: async () => (await import('./sides/tfidf.ts')).sides,
  rerun: async () => (await import('./sides/rerun.ts')).sides,
};

const [module = '', name = '', parameters = '{}'] = process.argv.slice(2);
const open = (await modules[module]?.())?.[name];
if (!open) throw new Error(`there is no side ${module}/${name}`);
const side = await open(JSON.parse(parameters) as Parameters);

process.on('message', (ask) => {
  void answer(ask).then((value) => process.send?.(value));
});
process.send?.('ready');

async function answer(ask: unknown): Promise<unknown> {
  if (ask === 'round') return side.round();
  if (ask === 'answers') return (await side.answers?.()) ?? null;
  // The highest resident size of this process so far, which the system gives in KiB.
  return process.resourceUsage().maxRSS * 1024;
}
