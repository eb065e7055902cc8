// Whether an embedding model knows the language of a text, told from the pieces it cuts the words into.
import {
  characterClasses,
  classOfSurrogate,
  inside,
  mark,
  paired,
  separator,
  surrogate,
} from '../../text/character-classes.ts';

export interface SubwordFigures {
  /** Pieces of the text, without the special tokens around it. */
  readonly tokens: number;
  /** Words of the text; of scripts without spaces between words, two characters count as one. */
  readonly words: number;
  /** null where there is no word. */
  readonly tokensPerWord: number | null;
  /** Pieces that the model has no token for. */
  readonly unknown: number;
  /** unknown / tokens, 0 to 1; null where there is no token. */
  readonly unknownShare: number | null;
}

/** What every text is compared with: common English words, which every model cuts about as it cuts its own language. */
export const englishReference =
  'The harbour master opened the northern gate at sunrise, and three fishing boats left before the fog returned.';

/** At most this share of unknown pieces; known languages had 0.0001 at most, unknown scripts 0.5 to 1. */
const mostUnknown = 0.05;
/**
 * Pieces per word, as a multiple of the English sentence's 1.11. Measured with all-MiniLM-L6-v2 on whole passages:
 * English 1.13 to 1.51 (5 to 95 % of passages), Spanish 1.68 to 2.28, Russian 5.06 to 7.20.
 */
const strangeRatio = 1.4;
const foreignRatio = 2.5;

export function measureSubwords(text: string, tokens: number, unknown: number): SubwordFigures {
  const words = countWords(text);
  return {
    tokens,
    words,
    tokensPerWord: words === 0 ? null : tokens / words,
    unknown,
    unknownShare: tokens === 0 ? null : unknown / tokens,
  };
}

/**
 * Says in words that a model does not know the language of a text; null where nothing speaks for that.
 * @param english the same figures of `englishReference` under the same model
 */
export function judgeSubwords(model: string, text: SubwordFigures, english: SubwordFigures): string | null {
  const share = text.unknownShare ?? 0;
  if (share > mostUnknown)
    return `${model} has no token for ${text.unknown} of the ${text.tokens} pieces of this text (${percent(share)} %): it cannot read its script, and its vectors say nothing about it.`;
  if (text.tokensPerWord === null || english.tokensPerWord === null) return null;
  const ratio = text.tokensPerWord / english.tokensPerWord;
  if (ratio < strangeRatio) return null;
  const figures = `${text.tokensPerWord.toFixed(1)} pieces a word where English has ${english.tokensPerWord.toFixed(1)}`;
  return ratio >= foreignRatio
    ? `${model} does not know this language: it spells the words out (${figures}). Fusing with it is likely to do harm; add a multilingual model: assay models add FOLDER.`
    : `${model} cuts the words of this text into ${figures}: unless it is full of codes or names, the model was probably not made for its language. Measure this retriever alone before you fuse with it.`;
}

function percent(share: number): string {
  return (100 * share).toFixed(0);
}

function countWords(text: string): number {
  const classes = characterClasses();
  let words = 0;
  let pairs = 0;
  let within = false;
  for (let at = 0; at < text.length; at += 1) {
    let kind = classes[text.charCodeAt(at)] as number;
    if (kind === surrogate) kind = classOfSurrogate(text, at);
    if (kind === mark || kind === inside) continue;
    if (kind === paired) pairs += 1;
    const letter = kind !== separator && kind !== paired;
    if (letter && !within) words += 1;
    within = letter;
  }
  return words + Math.ceil(pairs / 2);
}
