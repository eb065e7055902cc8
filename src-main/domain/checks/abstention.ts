// Recognises the abstention phrase: exactly, in another dress, or at the start of a reply.

/** Words with an apostrophe inside stay one word: "don't", "don’t" and "dont" are the same. */
const wordPattern = /[\p{L}\p{M}\p{N}]+(?:['’ʼ`´][\p{L}\p{M}\p{N}]+)*/gu;

/**
 * `exact`: the phrase itself (canonically equivalent spellings are the same text). `variant`: the phrase with other
 * case, punctuation or white space. null: something else.
 */
export function compareAbstention(text: string, phrase: string): 'exact' | 'variant' | null {
  if (text.normalize('NFC') === phrase.normalize('NFC')) return 'exact';
  // A long answer cannot be the phrase; folding it would cost for nothing.
  if (text.length > 4 * phrase.length + 100) return null;
  return foldPhrase(text) === foldPhrase(phrase) ? 'variant' : null;
}

/** Letters, marks and digits alone, lower-cased; a phrase without any of them is compared whole. */
function foldPhrase(text: string): string {
  const folded = text.normalize('NFKC').toLowerCase();
  return folded.replace(/[^\p{L}\p{M}\p{N}]+/gu, '') || folded.trim();
}

/**
 * Where the phrase ends (exclusive, UTF-16 code units) in a text that starts with it, compared word by word in any
 * case; punctuation before and inside does not matter. null when the text starts otherwise: 'не знам' does not start
 * 'не знаменит'.
 */
export function findAbstentionEnd(text: string, phrase: string): number | null {
  const wanted = [...phrase.matchAll(wordPattern)].map((match) => foldWord(match[0]));
  if (wanted.length === 0) return findPrefixEnd(text, phrase.trim());
  let index = 0;
  for (const match of text.matchAll(wordPattern)) {
    if (foldWord(match[0]) !== wanted[index]) return null;
    index += 1;
    if (index === wanted.length) return match.index + match[0].length;
  }
  return null;
}

/** For a phrase of signs alone, such as '---'. */
function findPrefixEnd(text: string, phrase: string): number | null {
  const start = text.length - text.trimStart().length;
  return text.startsWith(phrase, start) ? start + phrase.length : null;
}

function foldWord(word: string): string {
  return word
    .normalize('NFKC')
    .toLowerCase()
    .replace(/['’ʼ`´]/g, '');
}
