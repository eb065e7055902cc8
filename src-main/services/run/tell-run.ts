// Says in plain words what state a run is in and what is missing.
import type { Item } from '#contract/items';
import type { RunManifest } from '#contract/runs';

const errorWords: Readonly<Record<string, readonly [one: string, many: string]>> = {
  connection: ['failed connection', 'failed connections'],
  timeout: ['time-out', 'time-outs'],
  'rate-limited': ['refusal for too many requests', 'refusals for too many requests'],
  server: ['server error', 'server errors'],
  rejected: ['rejected request', 'rejected requests'],
  'bad-reply': ['unreadable reply', 'unreadable replies'],
  'no-script': ['missing scripted reply', 'missing scripted replies'],
};

/** The provider failed before a reply complied: the question has no score and can be asked again. */
export function failedAtProvider(item: Item): boolean {
  return item.providerError !== null && item.answer === null;
}

/** `2 time-outs, 1 failed connection` */
export function tellProviderErrors(items: readonly Item[]): string {
  const counts = new Map<string, number>();
  for (const item of items) {
    if (item.providerError && !item.answer)
      counts.set(item.providerError.kind, (counts.get(item.providerError.kind) ?? 0) + 1);
  }
  return [...counts]
    .map(([kind, count]) => `${count} ${errorWords[kind]?.[count === 1 ? 0 : 1] ?? kind}`)
    .join(', ');
}

/** null for a complete run: nothing is missing. */
export function tellState(manifest: RunManifest, items: readonly Item[], live: boolean): string | null {
  const total = manifest.questionIds.length;
  const failed = items.filter(failedAtProvider).length;
  const resume = `Go on with: assay run DIR --resume ${manifest.runId}`;
  if (live) return `running: ${items.length} of ${total} questions finished`;
  if (items.length < total) return `stopped: ${items.length} of ${total} questions finished. ${resume}`;
  if (failed === 0) return null;
  const first = items.find(failedAtProvider)?.providerError?.message ?? '';
  return `partial: ${failed} of ${total} questions have no score (${tellProviderErrors(items)}). First cause: ${first} Ask them again with: assay run DIR --resume ${manifest.runId} --retry-errors`;
}

/** The state of a run that no process is working on. */
export function stateOf(manifest: RunManifest, items: readonly Item[]): 'complete' | 'partial' | 'stopped' {
  if (items.length < manifest.questionIds.length) return 'stopped';
  return items.some(failedAtProvider) ? 'partial' : 'complete';
}
