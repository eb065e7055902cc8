// Finds the quotations of an answer and says whether the cited passages hold them.
import { splitTokens } from './normalise.ts';
import { showText } from './reply/show.ts';

/** Each alternative stops at the next mark of its kind, so an unclosed quotation costs no more than its bound. */
const quotePattern =
  /“([^“”]{1,4000})”|„([^„“”"]{1,4000})[“”"]|«([^«»]{1,4000})»|»([^«»]{1,4000})«|"([^"\n]{1,4000})"|「([^「」]{1,4000})」|『([^『』]{1,4000})』/g;
const ellipsis = /\[\s*(?:\.{3}|…)\s*\]|\.{3}|…/g;

/** A quotation of fewer words is a name or an emphasis as often as a quotation: finding it or not proves nothing. */
export const fewestQuotedTokens = 3;
const mostQuotes = 50;
const fewestPieceTokens = 2;
const mostPieces = 8;

export interface QuoteProblems {
  /** `quote-misattributed: ...`, `quote-stitched: ...`, `quote-fabricated: ...`: they fail the check. */
  readonly failures: readonly string[];
  /** `quote-too-short: ...`: said, not failed. */
  readonly notes: readonly string[];
}

type Tokens = readonly string[];

/**
 * Judges the first 50 quotations of an answer, in “ ”, „ “, « », " " or 「 」. One is sound when a cited passage holds its
 * tokens (normalise.ts) in a row, or, around an ellipsis, its parts in that order. Else it is *misattributed* when another
 * passage of the prompt holds it so, *stitched* when it is made of at most 8 pieces, each of 2 tokens or more, that stand
 * apart in the passages, and *fabricated* otherwise. Of fewer than 3 tokens it is *too short* to be judged, which is
 * noted where no cited passage holds it. Single quotes are not read: they are apostrophes too often.
 */
export function judgeQuotes(
  answer: string,
  cited: readonly string[],
  others: readonly string[],
): QuoteProblems {
  const failures: string[] = [];
  const notes: string[] = [];
  const citedTexts = cited.map(joinPassage);
  const otherTexts = others.map(joinPassage);
  for (const quote of findQuotes(answer)) {
    const problem = judgeQuote(quote, citedTexts, otherTexts);
    if (problem === null) continue;
    const reason = `quote-${problem}: ${showText(quote)}`;
    const list = problem === 'too-short' ? notes : failures;
    if (!list.includes(reason)) list.push(reason);
  }
  return { failures, notes };
}

function findQuotes(answer: string): readonly string[] {
  const quotes: string[] = [];
  for (const match of answer.matchAll(quotePattern)) {
    const quote = match.slice(1).find((group) => group !== undefined);
    if (quote !== undefined) quotes.push(quote);
    if (quotes.length === mostQuotes) break;
  }
  return quotes;
}

function judgeQuote(
  quote: string,
  cited: readonly string[],
  others: readonly string[],
): 'too-short' | 'misattributed' | 'stitched' | 'fabricated' | null {
  const fragments = quote
    .split(ellipsis)
    .map(readTokens)
    .filter((tokens) => tokens.length > 0);
  const tokens = fragments.flat();
  if (tokens.length === 0 || cited.some((passage) => holdsInOrder(passage, fragments))) return null;
  if (tokens.length < fewestQuotedTokens) return 'too-short';
  if (others.some((passage) => holdsInOrder(passage, fragments))) return 'misattributed';
  return isStitched(tokens, [...cited, ...others]) ? 'stitched' : 'fabricated';
}

function readTokens(text: string): Tokens {
  return splitTokens(text).map((token) => token.text);
}

/** Tokens with a space on both sides of each, so that a search for some of them finds whole tokens alone. */
function join(tokens: Tokens): string {
  return ` ${tokens.join(' ')} `;
}

function joinPassage(text: string): string {
  return join(readTokens(text));
}

function holdsInOrder(passage: string, fragments: readonly Tokens[]): boolean {
  let from = 0;
  for (const fragment of fragments) {
    const wanted = join(fragment);
    const at = passage.indexOf(wanted, from);
    if (at < 0) return false;
    from = at + wanted.length - 1;
  }
  return true;
}

/** Covers the tokens from the left, each time with the longest piece that stands in some passage. */
function isStitched(tokens: Tokens, passages: readonly string[]): boolean {
  let start = 0;
  for (let pieces = 0; pieces < mostPieces && start < tokens.length; pieces += 1) {
    const length = measurePiece(tokens, start, passages);
    if (length < fewestPieceTokens) return false;
    start += length;
  }
  return start === tokens.length;
}

/** Length of the longest run of tokens from `start` that some passage holds: what holds a run holds a shorter one. */
function measurePiece(tokens: Tokens, start: number, passages: readonly string[]): number {
  let low = 0;
  let high = tokens.length - start;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    const run = join(tokens.slice(start, start + middle));
    if (passages.some((passage) => passage.includes(run))) low = middle;
    else high = middle - 1;
  }
  return low;
}
