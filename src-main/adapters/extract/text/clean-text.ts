// Brings any string into the one form that labels refer to: NFC, LF, no mark, no NUL, no lone surrogate.

const loneSurrogate = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** NFC text with LF line ends; a leading byte order mark and NULs are taken out, lone surrogates become U+FFFD. */
export function cleanText(text: string): string {
  return text
    .replace(/^\ufeff/, '')
    .replaceAll('\0', '')
    .replace(/\r\n?/g, '\n')
    .replace(loneSurrogate, '\ufffd')
    .normalize('NFC');
}

/** How often `pattern` (which must be global) occurs in `text`. */
export function countMatches(text: string, pattern: RegExp): number {
  let count = 0;
  for (const _ of text.matchAll(pattern)) count += 1;
  return count;
}

/** 'one page' or '3 pages': a count with its noun. */
export function counted(count: number, singular: string, plural = `${singular}s`): string {
  return count === 1 ? `one ${singular}` : `${String(count)} ${plural}`;
}
