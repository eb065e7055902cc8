// Makes ids out of file names: letters and digits of any script, joined by hyphens.

/** `Manual de uso (v2)` -> `manual-de-uso-v2`; never empty, never a path. */
export function slugOf(name: string): string {
  const slug = name
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 80);
  return slug === '' ? 'document' : slug;
}

/** The name itself, or with `-2`, `-3` ... appended until it is free. */
export function freeName(name: string, taken: ReadonlySet<string>): string {
  if (!taken.has(name)) return name;
  for (let number = 2; ; number += 1) {
    const candidate = `${name}-${number}`;
    if (!taken.has(candidate)) return candidate;
  }
}
