// Ids of configs: which can be one, and the next that is free.
const pattern = /^[\p{L}\p{N}][\p{L}\p{N}._-]*$/u;

export function isConfigId(id: string): boolean {
  return pattern.test(id);
}

/** `hybrid` gives `hybrid-2`, `hybrid-2` gives `hybrid-3`: the first number from 2 on that is free. Case does not tell ids apart. */
export function nextId(id: string, taken: readonly string[]): string {
  const used = new Set(taken.map((other) => other.toLowerCase()));
  const stem = id.replace(/-\d+$/, '');
  for (let number = 2; ; number += 1) {
    const candidate = `${stem}-${number}`;
    if (!used.has(candidate.toLowerCase())) return candidate;
  }
}
