// Turns offsets that count Unicode code points into UTF-16 code units.

/** A function from a code-point offset to a UTF-16 offset, or null where the offset lies outside the text. */
export function codePointOffsets(text: string): (codePoint: number) => number | null {
  if (!/[\ud800-\udbff][\udc00-\udfff]/.test(text))
    return (offset) => (offset >= 0 && offset <= text.length ? offset : null);
  const starts: number[] = [];
  for (let at = 0; at < text.length; at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1) starts.push(at);
  starts.push(text.length);
  return (offset) => starts[offset] ?? null;
}
