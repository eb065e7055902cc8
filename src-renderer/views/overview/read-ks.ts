// Reads how many passages runs are made with, as people write it: `3`, `1, 3, 5`, `1..10`.

const mostPassages = 100;

/** Rising, each once. null when what was typed is no list of whole numbers and ranges from 1 to 100. */
export function readKs(typed: string): readonly number[] | null {
  const ks = new Set<number>();
  for (const part of typed.split(',')) {
    const range = /^\s*(\d{1,3})\s*(?:(?:\.\.|-|–)\s*(\d{1,3})\s*)?$/.exec(part);
    if (range === null) return null;
    const low = Number(range[1]);
    const high = Number(range[2] ?? range[1]);
    if (low < 1 || high > mostPassages || low > high) return null;
    for (let k = low; k <= high; k += 1) ks.add(k);
  }
  return [...ks].sort((left, right) => left - right);
}
