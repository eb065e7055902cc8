// Finds out in which encoding bytes are written and turns them into a string.
import { analyse } from 'chardet';
import iconv from 'iconv-lite';
import { ExtractionError } from '../extracted.ts';
import { counted, countMatches } from './clean-text.ts';
import { measurePlausibility } from './letter-plausibility.ts';
import { detectUtf16 } from './detect-utf16.ts';

/** Decoded text (not yet normalised) with the encoding's lower-case name and what is worth knowing about it. */
export interface DecodedText {
  readonly text: string;
  readonly encoding: string;
  readonly warnings: readonly string[];
}

const SAMPLE_BYTES = 64 * 1024;
const COMMONNESS = 0.15;
const alwaysTried = ['windows-1251', 'windows-1252', 'windows-1255', 'koi8-r'];
const multiByte = new Set(['shift_jis', 'euc-jp', 'big5', 'euc-kr', 'gb18030', 'iso-2022-jp', 'iso-2022-kr']);

function decodeAs(bytes: Uint8Array, encoding: string): string {
  return iconv.decode(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), encoding);
}

function detectMark(bytes: Uint8Array): string | null {
  const [first, second, third, fourth] = bytes;
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xff && second === 0xfe) return third === 0 && fourth === 0 ? 'utf-32le' : 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (first === 0 && second === 0 && third === 0xfe && fourth === 0xff) return 'utf-32be';
  return null;
}

function decodeStrictUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** UTF-8 with a few broken places (a cut file, one pasted byte): at least twenty good characters per bad one. */
function decodeDamagedUtf8(bytes: Uint8Array): string | null {
  const text = new TextDecoder('utf-8').decode(bytes);
  const broken = countMatches(text, /\ufffd/g);
  const good = countMatches(text, /[\u0080-\ufffc]/g);
  return good >= 20 * broken ? text : null;
}

function cutSample(bytes: Uint8Array): Uint8Array {
  return bytes.length <= SAMPLE_BYTES ? bytes : bytes.subarray(0, SAMPLE_BYTES);
}

interface Guess {
  readonly encoding: string;
  readonly score: number;
}

function guessLegacy(bytes: Uint8Array): Guess {
  const sample = cutSample(bytes);
  const confidences = new Map<string, number>(alwaysTried.map((name) => [name, 0]));
  for (const match of analyse(sample)) {
    const name = match.name.toLowerCase();
    const encoding = name === 'iso-8859-1' ? 'windows-1252' : name === 'iso-8859-8' ? 'windows-1255' : name;
    if (encoding.startsWith('utf') || encoding === 'ascii' || !iconv.encodingExists(encoding)) continue;
    if (multiByte.has(encoding) && match.confidence < 30) continue;
    confidences.set(encoding, Math.max(confidences.get(encoding) ?? 0, match.confidence));
  }
  const guesses = [...confidences].map(([encoding, confidence]) => ({
    encoding,
    // The letters decide; the statistics, and how common an encoding is, break ties.
    score:
      measurePlausibility(decodeAs(sample, encoding)) +
      confidence / 400 +
      (alwaysTried.includes(encoding) ? COMMONNESS : 0),
  }));
  return guesses.reduce((best, guess) => (guess.score > best.score ? guess : best));
}

function report(text: string, encoding: string, extra: readonly string[] = []): DecodedText {
  const replaced = countMatches(text, /\ufffd/g);
  const warnings = [...extra];
  if (replaced > 0)
    warnings.push(
      `${counted(replaced, 'character')} not readable as ${encoding}, shown as U+FFFD; if that matters, save the file as UTF-8 and add it again`,
    );
  const nuls = countMatches(text, /\0/g);
  if (nuls > 0) warnings.push(`${counted(nuls, 'NUL character')} left out`);
  return { text, encoding, warnings };
}

function decodeDeclared(bytes: Uint8Array, declared: string): DecodedText | null {
  const name = declared.trim().toLowerCase();
  // Browsers read these labels so: https://encoding.spec.whatwg.org/#names-and-labels
  const encoding = name === 'iso-8859-1' || name === 'latin1' || name === 'us-ascii' ? 'windows-1252' : name;
  if (encoding.startsWith('utf') || !iconv.encodingExists(encoding)) return null;
  const text = decodeAs(bytes, encoding);
  return text.includes('\ufffd') ? null : report(text, encoding);
}

/**
 * Decodes text of unknown encoding: byte order mark, then UTF-16 without one, valid UTF-8, the `declared` charset (of
 * an HTML page), UTF-8 with a few broken places, and last the old code pages (Windows-125x, KOI8-R, and what the
 * statistics of chardet offer), of which the one with the most plausible letters wins.
 */
export function decodeText(bytes: Uint8Array, declared: string | null = null): DecodedText {
  const mark = detectMark(bytes);
  if (mark !== null) return report(decodeAs(bytes, mark), mark);
  const utf16 = detectUtf16(cutSample(bytes), bytes.length);
  if (utf16 !== null && bytes.includes(0)) return report(decodeAs(bytes, utf16), utf16);
  const utf8 = decodeStrictUtf8(bytes);
  if (utf8 !== null) return report(utf8, 'utf-8');
  if (utf16 !== null) return report(decodeAs(bytes, utf16), utf16);
  const named = declared === null ? null : decodeDeclared(bytes, declared);
  if (named !== null) return named;
  const damaged = decodeDamagedUtf8(bytes);
  if (damaged !== null) return report(damaged, 'utf-8');
  const guess = guessLegacy(bytes);
  const unsure =
    guess.score < 0.25
      ? [
          `the encoding ${guess.encoding} is a guess; check the text, or save the file as UTF-8 and add it again`,
        ]
      : [];
  return report(decodeAs(bytes, guess.encoding), guess.encoding, unsure);
}

/** Refuses bytes that are no text in any encoding: many control characters, or NULs that are not UTF-16. */
export function refuseBinary(bytes: Uint8Array, fileName: string): void {
  if (detectMark(bytes) !== null || detectUtf16(cutSample(bytes), bytes.length) !== null) return;
  const sample = cutSample(bytes);
  let controls = 0;
  for (const byte of sample) {
    const isText = byte >= 0x20 || (byte >= 0x09 && byte <= 0x0d) || byte === 0x1b;
    if (!isText || byte === 0x7f) controls += 1;
  }
  if (controls <= Math.max(2, sample.length * 0.005)) return;
  throw new ExtractionError(
    'binary',
    fileName,
    `this is not a text: ${String(controls)} of its first ${String(sample.length)} bytes are control characters. Add the document it was made from, as PDF, DOCX, HTML, Markdown, CSV, JSONL or plain text`,
  );
}
