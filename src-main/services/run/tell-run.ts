// Says in plain words what state a run is in and what is missing.
import type { RunManifest } from '#contract/runs';
import type { ItemDigest } from '#domain/evaluate/item-digest';

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
export function failedAtProvider(item: ItemDigest): boolean {
  return item.providerError !== null && item.answer === null;
}

/** `2 time-outs, 1 failed connection` */
export function tellProviderErrors(items: readonly ItemDigest[]): string {
  const counts = new Map<string, number>();
  for (const item of items) {
    if (item.providerError && !item.answer)
      counts.set(item.providerError.kind, (counts.get(item.providerError.kind) ?? 0) + 1);
  }
  return [...counts]
    .map(([kind, count]) => `${count} ${errorWords[kind]?.[count === 1 ? 0 : 1] ?? kind}`)
    .join(', ');
}

/** What is missing in a run, and what to do about it; both null for a complete run. */
export interface StateWords {
  readonly reason: string | null;
  /** `resume`: go on; `retry`: ask again what the provider failed at. Each host names its own way. */
  readonly remedy: 'resume' | 'retry' | null;
}

export function tellState(manifest: RunManifest, items: readonly ItemDigest[], live: boolean): StateWords {
  const total = manifest.questionIds.length;
  const failed = items.filter(failedAtProvider).length;
  if (live) return { reason: `running: ${items.length} of ${total} questions finished`, remedy: null };
  if (items.length < total)
    return { reason: `stopped: ${items.length} of ${total} questions finished.`, remedy: 'resume' };
  if (failed === 0) return { reason: null, remedy: null };
  const first = items.find(failedAtProvider)?.providerError?.message ?? '';
  return {
    reason: `partial: ${failed} of ${total} questions have no score (${tellProviderErrors(items)}). First cause: ${first}`,
    remedy: 'retry',
  };
}

/** The state of a run that no process is working on. */
export function stateOf(
  manifest: RunManifest,
  items: readonly ItemDigest[],
): 'complete' | 'partial' | 'stopped' {
  if (items.length < manifest.questionIds.length) return 'stopped';
  return items.some(failedAtProvider) ? 'partial' : 'complete';
}
