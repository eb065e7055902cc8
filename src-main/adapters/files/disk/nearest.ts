// Names like a wanted one, for messages about something that is not there.

/** The known names nearest to the wanted one by edit distance, nearest first, then in code-unit order. */
export function nearestNames(wanted: string, known: readonly string[], count = 3): readonly string[] {
  return known
    .map((name) => ({ name, distance: editDistance(wanted, name) }))
    .sort((a, b) => a.distance - b.distance || (a.name < b.name ? -1 : 1))
    .slice(0, count)
    .map((entry) => entry.name);
}

/** ` Nearest: a, b.`, or a sentence that says there are none at all. */
export function nearestText(wanted: string, known: readonly string[], what: string): string {
  const names = nearestNames(wanted, known);
  return names.length === 0 ? ` There is no ${what} yet.` : ` Nearest: ${names.join(', ')}.`;
}

/** Levenshtein distance in code units, over the first 64 of each. */
export function editDistance(left: string, right: string): number {
  const a = left.slice(0, 64);
  const b = right.slice(0, 64);
  let row = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
