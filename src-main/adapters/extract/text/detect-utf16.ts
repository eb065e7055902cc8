// Recognises UTF-16 text that carries no byte order mark.

const spoiling = /[\p{Cn}\p{Co}\p{Cs}]|[\u0001-\u0008\u000e-\u001f\u007f-\u009f]/gu;
// What every text in the scripts at hand is full of, and what two bytes of another encoding rarely make together.
const anchoring =
  /[\n\r\t -~\u00a0-\u00ff\u0370-\u052f\u05d0-\u05ea\u0620-\u064a\u0e01-\u0e4e\u3000-\u3011\u3041-\u30ff\uff01-\uff5e\uac00-\ud7a3]/gu;
// Only Chinese and Japanese are written without ASCII spaces, hence without a NUL in UTF-16; two Cyrillic bytes of an old
// code page make a Hangul syllable.
const anchoringWithoutNul = /[\u3000-\u3011\u3041-\u30ff\uff01-\uff5e]/gu;
const ideographs = /[\u4e00-\u9fff]/gu;

interface Reading {
  readonly encoding: 'utf-16le' | 'utf-16be';
  readonly anchored: number;
}

function read(sample: Uint8Array, encoding: Reading['encoding']): Reading | null {
  const text = new TextDecoder(encoding).decode(sample);
  const characters = Array.from(text).length;
  const spoilt = text.match(spoiling)?.length ?? 0;
  const nuls = text.split('\0').length - 1;
  if (spoilt + nuls > characters * 0.005 + (characters > 200 ? 1 : 0)) return null;
  const anchors = text.match(sample.includes(0) ? anchoring : anchoringWithoutNul)?.length ?? 0;
  const known = anchors + (text.match(ideographs)?.length ?? 0);
  if (known < characters * 0.9 || anchors < Math.max(1, characters * 0.05)) return null;
  return { encoding, anchored: anchors / characters };
}

/**
 * 'utf-16le' or 'utf-16be' when `sample` reads as text in that form, else null. `byteLength` is that of the whole
 * file: an odd one cannot be UTF-16. Of two possible readings the one with more everyday characters wins.
 */
export function detectUtf16(sample: Uint8Array, byteLength: number): Reading['encoding'] | null {
  if (byteLength % 2 !== 0 || byteLength < 4) return null;
  const even = sample.subarray(0, sample.length - (sample.length % 2));
  const readings = [read(even, 'utf-16le'), read(even, 'utf-16be')].filter((reading) => reading !== null);
  const best = readings.sort((left, right) => right.anchored - left.anchored)[0];
  return best?.encoding ?? null;
}
