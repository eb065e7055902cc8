// The reasons of checks in words: the app names each by a code, with what it is about behind it. Part of words.ts.
import { detailMeanings } from '../terms.ts';

/** What each code says; given what stands behind the colon, '' where nothing does. */
const reasonWords: Readonly<Record<string, (about: string) => string>> = {
  'no-compliant-reply': () => 'no reply kept the contract',
  'no-source': () => 'no source is cited',
  'source-outside-prompt': (source) => `the source ${source} was not in the prompt`,
  'number-missing': (number) => `the number ${number} is not in the cited passages`,
  'number-other-unit': (about) => `the number stands there with another unit: ${about}`,
  'quote-misattributed': (about) => `the quotation stands in another passage: ${about}`,
  'quote-stitched': (about) => `the quotation is put together from several places: ${about}`,
  'quote-fabricated': (about) => `the quotation stands in no passage: ${about}`,
  'quote-too-short': (about) => `the quotation is too short to be checked: ${about}`,
};

/** Sentences without codes stay as they are; several reasons are divided by semicolons. */
export function tellReasons(says: string): string {
  return says
    .split(/; (?=[a-z]+(?:-[a-z]+)+(?::|;|$))/)
    .map(tellReason)
    .join('; ');
}

function tellReason(reason: string): string {
  const [, code = '', about = ''] =
    /^([a-z]+(?:-[a-z]+)+|truncated|refused|empty)(?:: ([^]*))?$/.exec(reason) ?? [];
  const tell = reasonWords[code];
  if (tell !== undefined) return tell(about).replace(/: $/, '');
  // What breaks the contract is told by the app in a sentence of its own.
  const meaning = detailMeanings[code];
  if (meaning === undefined) return reason;
  return about === '' ? meaning : about;
}
