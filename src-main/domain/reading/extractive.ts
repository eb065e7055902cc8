// Reads without a language model: the sentence of the passages that shares most with the question.
import type { Analyzer } from '#contract/config/analyzer';
import { createAnalyzer, tokenizerVersion } from '../text/tokenize.ts';
import { splitSentences, type PassageSentence, type ReadingPassage } from './split-sentences.ts';

/** Changes whenever the same passages and question could give another sentence: runs remember it. */
export const extractiveVersion = `assay-extractive-1 ${tokenizerVersion}`;

export interface ExtractiveInput {
  readonly question: string;
  /** Best first, as sent. */
  readonly passages: readonly ReadingPassage[];
  /** ISO 639 code of the texts, or null when unknown. */
  readonly language: string | null;
  /**
   * How near each sentence of `splitSentences(passages)` is to the question, in [-1, 1], such as the cosine of their
   * embeddings; left out, terms alone decide.
   */
  readonly similarities?: readonly number[];
}

const plainWords: Omit<Analyzer, 'language'> = {
  minLength: 1,
  foldAccents: true,
  stem: false,
  stopWords: false,
  ngrams: [1, 1],
  charNgrams: null,
};

/** Word endings differ between question and text in most languages: words are compared by so many first characters. */
const comparedCharacters = 6;

/**
 * The sentence nearest to the question, or null when no sentence shares a content word with it: then there is nothing
 * to stand on, however similar a vector may be.
 *
 * A sentence's score is the share of the question's weight it covers, each distinct word of the question weighing
 * ln(1 + N/df) over the N sentences (df 0 counts as 1), plus the similarity where given. Ties go to the better passage,
 * then to the earlier sentence. A sentence that is itself a question is read only when nothing else fits.
 */
export function readExtractively(input: ExtractiveInput): PassageSentence | null {
  const { question, passages, language, similarities } = input;
  const analyze = createAnalyzer({ ...plainWords, language: language ?? 'auto' }, language);
  const keys = (text: string) => new Set(analyze(text).map(keyOf));
  const sentences = splitSentences(passages);
  const words = sentences.map((sentence) => keys(sentence.text));
  const asked = weighWords(keys(question), keys(findCapitalised(question).join(' ')), words);
  const whole = asked.reduce((sum, { weight }) => sum + weight, 0);
  let best: { readonly sentence: PassageSentence; readonly score: number } | null = null;
  for (const [index, sentence] of sentences.entries()) {
    const shared = asked.filter(({ key }) => words[index]?.has(key));
    if (!shared.some(({ isContent }) => isContent)) continue;
    const covered = shared.reduce((sum, { weight }) => sum + weight, 0) / whole;
    // Coverage lies in [0, 1] and similarity in [-1, 1]: 3 less is below every statement.
    const score = covered + (similarities?.[index] ?? 0) - (isQuestion(sentence.text) ? 3 : 0);
    if (best === null || score > best.score) best = { sentence, score };
  }
  return best?.sentence ?? null;
}

interface AskedWord {
  readonly key: string;
  readonly weight: number;
  readonly isContent: boolean;
}

function weighWords(
  asked: ReadonlySet<string>,
  capitalised: ReadonlySet<string>,
  sentences: readonly ReadonlySet<string>[],
): AskedWord[] {
  const count = sentences.length;
  return [...asked].map((key) => {
    const frequency = sentences.filter((words) => words.has(key)).length;
    const weight = Math.log(1 + count / Math.max(1, frequency));
    return { key, weight, isContent: capitalised.has(key) || isContentWord(key, frequency, count) };
  });
}

/**
 * Tells words that carry content without a list of stop words, which are short and everywhere: digits, capitals
 * inside the question, and words of at least four letters that, from four sentences on, not more than half of them have.
 */
function isContentWord(key: string, frequency: number, sentences: number): boolean {
  if (/\p{N}/u.test(key)) return true;
  if (sentences >= 4 && frequency > sentences / 2) return false;
  // Scripts without case write pairs of Chinese characters, short words of Arabic or Hindi.
  return [...key].length >= (key.toUpperCase() === key ? 2 : 4);
}

/** Names and abbreviations (Ana, CSV): a capital that does not just begin the question, where it is not all capitals. */
function findCapitalised(question: string): string[] {
  if (!/\p{Ll}/u.test(question)) return [];
  const words = question.match(/[\p{L}\p{M}\p{N}_]+/gu) ?? [];
  return words.filter((word, index) => /\p{Lu}.*\p{Lu}/u.test(word) || (index > 0 && /^\p{Lu}/u.test(word)));
}

function keyOf(word: string): string {
  return word.length <= comparedCharacters ? word : [...word].slice(0, comparedCharacters).join('');
}

function isQuestion(text: string): boolean {
  return /[?？؟]["'»”’)\]]*$/.test(text);
}
