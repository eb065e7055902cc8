// English words into stems: the Snowball algorithm "English", also known as Porter 2.

/** Words that the rules would treat wrongly, and what becomes of them. */
const exceptions: ReadonlyMap<string, string> = new Map([
  ...[
    ['skis', 'ski'],
    ['skies', 'sky'],
    ['idly', 'idl'],
    ['gently', 'gentl'],
    ['ugly', 'ugli'],
    ['early', 'earli'],
    ['only', 'onli'],
    ['singly', 'singl'],
  ].map(([word = '', stem = '']) => [word, stem] as const),
  ...['sky', 'news', 'howe', 'atlas', 'cosmos', 'bias', 'andes'].map((word) => [word, word] as const),
]);

/** Words that end as soon as their plural is taken off. */
const finished: ReadonlySet<string> = new Set([
  ...['inning', 'outing', 'canning', 'herring', 'earring', 'evening', 'proceed', 'exceed', 'succeed'],
]);

const suffixes2: readonly (readonly [string, string])[] = [
  ['ational', 'ate'],
  ['fulness', 'ful'],
  ['iveness', 'ive'],
  ['ization', 'ize'],
  ['ousness', 'ous'],
  ['biliti', 'ble'],
  ['lessli', 'less'],
  ['tional', 'tion'],
  ['alism', 'al'],
  ['aliti', 'al'],
  ['ation', 'ate'],
  ['entli', 'ent'],
  ['fulli', 'ful'],
  ['iviti', 'ive'],
  ['ogist', 'og'],
  ['ousli', 'ous'],
  ['abli', 'able'],
  ['alli', 'al'],
  ['anci', 'ance'],
  ['ator', 'ate'],
  ['enci', 'ence'],
  ['izer', 'ize'],
  ['bli', 'ble'],
];

const suffixes3: readonly (readonly [string, string])[] = [
  ['ational', 'ate'],
  ['tional', 'tion'],
  ['alize', 'al'],
  ['icate', 'ic'],
  ['iciti', 'ic'],
  ['ical', 'ic'],
  ['ness', ''],
  ['ful', ''],
];

const suffixes4 = /(?:ement|ance|ence|able|ible|ment|ant|ent|ism|ate|iti|ous|ive|ize|(?<=[st])ion|al|er|ic)$/;

/**
 * Stems one word; a word of one or two letters is its own stem.
 * @param whole lower-cased; anything but a to z is a consonant
 * @see https://snowballstem.org/algorithms/english/stemmer.html
 */
export function stemEnglish(whole: string): string {
  if (whole.length <= 2) return whole;
  const exception = exceptions.get(whole);
  if (exception !== undefined) return exception;
  // A y that is a consonant is written Y until the end.
  const word = whole
    .replace(/^'/, '')
    .replace(/^y/, 'Y')
    .replace(/(?<=[aeiouy])y/g, 'Y');
  const first = regionAfter(word, startOfRegion(word));
  const second = regionAfter(word, first);
  const singular = takePlural(word);
  if (finished.has(singular)) return singular;
  return takeFinalLetter(
    takeSuffix4(
      takeSuffix3(takeSuffix2(takeFinalY(takeTense(singular, first)), first), first, second),
      second,
    ),
    first,
    second,
  ).replaceAll('Y', 'y');
}

/** Beginnings that would be cut too short: their region starts right after them. */
function startOfRegion(word: string): number {
  const beginning = /^(?:gener|commun|arsen|past|univers|later|emerg|organ|inter)/.exec(word);
  return beginning ? -beginning[0].length : 0;
}

/** Where a region starts: after the first consonant that follows a vowel; a negative start is taken as it stands. */
function regionAfter(word: string, start: number): number {
  if (start < 0) return -start;
  const match = /[aeiouy][^aeiouy]/.exec(word.slice(start));
  return match ? start + match.index + 2 : word.length;
}

function takePlural(word: string): string {
  const owned = word.replace(/(?:'s'|'s|')$/, '');
  if (owned.endsWith('sses')) return owned.slice(0, -2);
  if (/ie[ds]$/.test(owned)) return owned.slice(0, owned.length > 4 ? -2 : -1);
  if (/(?:us|ss)$/.test(owned)) return owned;
  return /[aeiouy].+s$/.test(owned) ? owned.slice(0, -1) : owned;
}

function takeTense(word: string, first: number): string {
  const agreed = /eed(?:ly)?$/.exec(word);
  if (agreed) return agreed.index >= first ? word.slice(0, agreed.index + 2) : word;
  const tense = /(?:ed|ing)(?:ly)?$/.exec(word);
  if (!tense) return word;
  const stem = word.slice(0, tense.index);
  // dying, lying, tying
  if (tense[0] === 'ing' && /^[^aeiouy]y$/.test(stem)) return `${stem.slice(0, -1)}ie`;
  if (!/[aeiouy]/.test(stem)) return word;
  if (/(?:at|bl|iz)$/.test(stem)) return `${stem}e`;
  if (/(?:bb|dd|ff|gg|mm|nn|pp|rr|tt)$/.test(stem))
    return /^[aeo](?:bb|dd|ff|gg|mm|nn|pp|rr|tt)$/.test(stem) ? stem : stem.slice(0, -1);
  return first >= stem.length && endsShort(stem) ? `${stem}e` : stem;
}

/** A short syllable at the end: consonant, vowel, consonant other than w, x, Y; or vowel, consonant alone. */
function endsShort(word: string): boolean {
  return /[^aeiouy][aeiouy][^aeiouywxY]$|^[aeiouy][^aeiouy]$|^past$/.test(word);
}

function takeFinalY(word: string): string {
  return word.length > 2 && /[^aeiouy][yY]$/.test(word) ? `${word.slice(0, -1)}i` : word;
}

function takeSuffix2(word: string, first: number): string {
  for (const [suffix, replacement] of suffixes2) {
    if (word.endsWith(suffix)) return replaceIn(word, suffix, replacement, first);
  }
  if (word.endsWith('ogi')) return word.endsWith('logi') ? replaceIn(word, 'ogi', 'og', first) : word;
  return /[cdeghkmnrt]li$/.test(word) ? replaceIn(word, 'li', '', first) : word;
}

function takeSuffix3(word: string, first: number, second: number): string {
  if (word.endsWith('ative')) return replaceIn(word, 'ative', '', second);
  for (const [suffix, replacement] of suffixes3) {
    if (word.endsWith(suffix)) return replaceIn(word, suffix, replacement, first);
  }
  return word;
}

function takeSuffix4(word: string, second: number): string {
  const match = suffixes4.exec(word);
  return match && match.index >= second ? word.slice(0, match.index) : word;
}

function takeFinalLetter(word: string, first: number, second: number): string {
  const last = word.length - 1;
  if (word.endsWith('e')) {
    const goes = last >= second || (last >= first && !endsShort(word.slice(0, last)));
    return goes ? word.slice(0, last) : word;
  }
  return word.endsWith('ll') && last >= second ? word.slice(0, last) : word;
}

function replaceIn(word: string, suffix: string, replacement: string, region: number): string {
  const at = word.length - suffix.length;
  return at >= region ? word.slice(0, at) + replacement : word;
}
