// Cuts a text into blocks of whole lines that can be laid out one without the other: pure.

/** A slice [start, end) of the text; blocks follow each other without a gap. Offsets are UTF-16 code units. */
export interface Block {
  readonly start: number;
  readonly end: number;
}

const usualSize = 1500;
/** A line longer than this is cut where it has white space, or where it must be. */
const longestLine = 6000;

/** A block ends after a line break once it holds `usualSize` characters; only lines beyond `longestLine` are cut inside. */
export function cutBlocks(text: string): readonly Block[] {
  const blocks: Block[] = [];
  let start = 0;
  while (start < text.length) {
    const end = endOfBlock(text, start);
    blocks.push({ start, end });
    start = end;
  }
  return blocks;
}

function endOfBlock(text: string, start: number): number {
  const from = start + usualSize;
  if (from >= text.length) return text.length;
  const lineBreak = text.indexOf('\n', from - 1);
  const end = lineBreak < 0 ? text.length : lineBreak + 1;
  if (end - start <= longestLine) return end;
  const last = text.lastIndexOf('\n', from - 1);
  return last >= start ? last + 1 : cutLine(text, start);
}

/** The last white space before the limit, else the limit itself, but never inside a pair of surrogates. */
function cutLine(text: string, start: number): number {
  const limit = start + longestLine;
  for (let at = limit; at > limit - 400; at -= 1) if (/\s/.test(text.charAt(at - 1))) return at;
  return /[\uDC00-\uDFFF]/.test(text.charAt(limit)) && /[\uD800-\uDBFF]/.test(text.charAt(limit - 1))
    ? limit - 1
    : limit;
}

/** Index of the block that holds an offset; the last one for the end of the text, -1 where there is none. */
export function blockAt(blocks: readonly Block[], offset: number): number {
  let low = 0;
  let high = blocks.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((blocks[middle]?.start ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return high;
}

/** Things with a place, dealt out to every block they touch; one without length belongs to the block it begins in. */
export function dealOut<Placed extends Block>(
  blocks: readonly Block[],
  things: readonly Placed[],
): ReadonlyMap<number, readonly Placed[]> {
  const dealt = new Map<number, Placed[]>();
  for (const thing of things) {
    const first = blockAt(blocks, thing.start);
    const last = thing.end > thing.start ? blockAt(blocks, thing.end - 1) : first;
    for (let index = Math.max(0, first); index <= last; index += 1) {
      const known = dealt.get(index);
      if (known) known.push(thing);
      else dealt.set(index, [thing]);
    }
  }
  return dealt;
}
