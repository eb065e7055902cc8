// Bulgarian words into stems: the light stemmer of Savoy, which takes off articles, plurals and genders.

/**
 * Stems one word; words of fewer than four letters are their own stem.
 * @param word lower-cased
 * @see Jacques Savoy, Searching strategies for the Bulgarian language, Information Retrieval 10 (2007)
 */
export function stemBulgarian(word: string): string {
  if (word.length < 4) return word;
  if (word.length > 5 && word.endsWith('ища')) return word.slice(0, -3);
  return takeFleetingVowel(takeEnding(takePlural(takeArticle(word))));
}

function takeArticle(word: string): string {
  if (word.length > 6 && word.endsWith('ият')) return word.slice(0, -3);
  if (word.length > 5 && /(?:ът|то|те|та|ия)$/.test(word)) return word.slice(0, -2);
  if (word.length > 4 && word.endsWith('ят')) return word.slice(0, -2);
  return word;
}

function takePlural(word: string): string {
  const { length } = word;
  if (length > 6) {
    if (/(?:овци|ове)$/.test(word)) return word.slice(0, -3);
    if (word.endsWith('еве')) return `${word.slice(0, -3)}й`;
  }
  if (length > 5) {
    if (word.endsWith('ища')) return word.slice(0, -3);
    if (word.endsWith('та')) return word.slice(0, -2);
    if (word.endsWith('ци')) return `${word.slice(0, -2)}к`;
    if (word.endsWith('зи')) return `${word.slice(0, -2)}г`;
    if (/е.и$/.test(word)) return `${word.slice(0, -3)}я${word.slice(-2, -1)}`;
  }
  if (length > 4) {
    if (word.endsWith('си')) return `${word.slice(0, -2)}х`;
    if (word.endsWith('и')) return word.slice(0, -1);
  }
  return word;
}

function takeEnding(word: string): string {
  if (word.length <= 3) return word;
  const soft = word.endsWith('я') ? word.slice(0, -1) : word;
  return /[аое]$/.test(soft) ? soft.slice(0, -1) : soft;
}

/** The vowel that comes and goes: ен becomes н, ъ before the last letter goes. */
function takeFleetingVowel(word: string): string {
  const short = word.length > 4 && word.endsWith('ен') ? `${word.slice(0, -2)}н` : word;
  return short.length > 5 && short.at(-2) === 'ъ' ? short.slice(0, -2) + short.slice(-1) : short;
}
