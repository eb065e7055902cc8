// Chooses ids for new questions as the bank is in the habit of choosing them.

/** Longer runs of digits are dates or hashes, and no count. */
const longestNumber = 15;

/**
 * Returns a function that gives the next free id, each time another one. Where more than half of the ids are one prefix and a
 * number (`q012`), the next number follows the highest, with its zeros (`q013`); else ids are `q1`, `q2` ...
 * @param taken every id that is in use or about to be
 */
export function createFreeIds(taken: readonly string[]): () => string {
  const used = new Set(taken);
  const prefix = habitOf(taken);
  const numbers = taken.flatMap((id) => {
    const parts = split(id);
    return parts?.prefix === prefix ? [parts.digits] : [];
  });
  const padded = numbers.find((digits) => digits.startsWith('0') && digits.length > 1);
  let last = numbers.reduce((most, digits) => Math.max(most, Number(digits)), 0);
  return () => {
    for (;;) {
      last += 1;
      const id = `${prefix}${String(last).padStart(padded?.length ?? 1, '0')}`;
      if (used.has(id)) continue;
      used.add(id);
      return id;
    }
  };
}

function habitOf(ids: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const id of ids) {
    const parts = split(id);
    if (parts) counts.set(parts.prefix, (counts.get(parts.prefix) ?? 0) + 1);
  }
  const common = [...counts].find(([, count]) => count * 2 > ids.length);
  return common?.[0] ?? 'q';
}

function split(id: string): { readonly prefix: string; readonly digits: string } | null {
  const digits = /[0-9]+$/.exec(id)?.[0];
  if (digits === undefined || digits.length > longestNumber) return null;
  return { prefix: id.slice(0, id.length - digits.length), digits };
}
