// The chunker `sentence`: sentences of non-empty lines, filtered by their number of words, in groups.
import type { Chunker } from '#contract/config/chunker';
import { findWordStarts } from '../ruler.ts';
import { isWhiteSpaceAt, trimSlice, type Slice } from '../slices.ts';

/** Words that end with a closing character and yet no sentence, by language, where the config gives none. */
const keepTogetherByLanguage: ReadonlyMap<string, readonly string[]> = new Map([['es', ['D.']]]);

/** Closing characters of scripts that put no space after them: they close a sentence by themselves. */
const closesWithoutSpace = '。！？｡';

/**
 * Splits trimmed lines after a closing character that white space follows, unless the white-space separated word that
 * ends there is kept together. Sentences outside minWords..maxWords are dropped and end a group, so that no chunk ever
 * contains a dropped one. A group may run over the end of a line.
 * @param language ISO 639, or null when unknown: chooses the default of keepTogether
 */
export function chunkBySentence(
  text: string,
  chunker: Extract<Chunker, { kind: 'sentence' }>,
  language: string | null,
): Slice[] {
  const kept = new Set(chunker.keepTogether ?? keepTogetherByLanguage.get(language ?? '') ?? []);
  const closing = new Set(chunker.boundary);
  const groups: Slice[][] = [];
  let group: Slice[] = [];
  for (const line of findLines(text)) {
    for (const sentence of splitLine(text, line, closing, kept)) {
      const words = findWordStarts(text.slice(sentence.start, sentence.end)).length;
      if (words < chunker.minWords || words > (chunker.maxWords ?? Infinity)) {
        group = [];
        continue;
      }
      if (group.length === 0 || group.length === chunker.group) groups.push((group = []));
      group.push(sentence);
    }
  }
  return groups.map((sentences) => ({
    start: (sentences[0] as Slice).start,
    end: (sentences.at(-1) as Slice).end,
  }));
}

/** Non-empty lines, trimmed. */
function findLines(text: string): Slice[] {
  const lines: Slice[] = [];
  let start = 0;
  for (let at = 0; at <= text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (at < text.length && unit !== 0x0a && unit !== 0x0d) continue;
    const line = trimSlice(text, start, at);
    if (line) lines.push(line);
    start = at + 1;
  }
  return lines;
}

function splitLine(
  text: string,
  line: Slice,
  closing: ReadonlySet<string>,
  kept: ReadonlySet<string>,
): Slice[] {
  const sentences: Slice[] = [];
  const longestKept = Math.max(0, ...Array.from(kept, (word) => word.length));
  let start = line.start;
  let wordStart = line.start;
  for (let at = line.start; at < line.end; at += 1) {
    if (isWhiteSpaceAt(text, at)) {
      wordStart = at + 1;
      continue;
    }
    const character = text.charAt(at);
    const end = at + 1;
    if (end >= line.end || !closing.has(character)) continue;
    if (!isWhiteSpaceAt(text, end) && !closesWithoutSpace.includes(character)) continue;
    if (end - wordStart <= longestKept && kept.has(text.slice(wordStart, end))) continue;
    const sentence = trimSlice(text, start, end);
    if (sentence) sentences.push(sentence);
    start = end;
  }
  const last = trimSlice(text, start, line.end);
  if (last) sentences.push(last);
  return sentences;
}
