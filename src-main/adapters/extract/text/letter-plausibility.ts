// Judges whether decoded text looks like writing: the check that settles encodings where statistics are unsure.

const commonCyrillic = new Set('оеаинтсрвлкіґї');
const rareCyrillic = new Set('шщъжюэхцфёђћџњљєўў');
const commonHebrew = new Set('יוהלארתבמש');
const hebrewFinals = new Set('ךםןףץ');
const commonLatin = new Set('áéíóúñüöäßçàèêâîôûãõåøæœëïìòùąćęłńśźżčěřšůýžőűğışţăș');
const commonGreek = new Set('αοιετσνηρπκυλμάίόέή');
const typographic = new Set('“”‘’„‚–—…«»€°№¿¡·•§©®™±×\u00a0ºª²³½¼`´');
const opening = new Set('¿¡«“‘„');
const letter = /\p{L}/u;

type Script = 'latin' | 'cyrillic' | 'greek' | 'hebrew' | 'arabic' | 'thai' | 'east-asian' | 'none';

function scriptOf(code: number): Script {
  if (code < 0x80) return (code | 32) >= 97 && (code | 32) <= 122 ? 'latin' : 'none';
  if (code >= 0xc0 && code <= 0x24f) return code === 0xd7 || code === 0xf7 ? 'none' : 'latin';
  if (code >= 0x370 && code <= 0x3ff) return 'greek';
  if (code >= 0x400 && code <= 0x52f) return 'cyrillic';
  if (code >= 0x5d0 && code <= 0x5f4) return 'hebrew';
  if (code >= 0x620 && code <= 0x6d3) return 'arabic';
  if (code >= 0xe01 && code <= 0xe5b) return 'thai';
  if ((code >= 0x3001 && code <= 0x30ff) || (code >= 0x4e00 && code <= 0x9fff)) return 'east-asian';
  if (code >= 0xac00 && code <= 0xd7a3) return 'east-asian';
  return 'none';
}

function letterWeight(character: string, script: Script): number {
  const lower = character.toLowerCase();
  switch (script) {
    case 'cyrillic':
      return commonCyrillic.has(lower) ? 1 : rareCyrillic.has(lower) ? -0.1 : 0.4;
    case 'hebrew':
      return commonHebrew.has(character) ? 1 : 0.4;
    case 'latin':
      return commonLatin.has(lower) ? 0.9 : 0;
    case 'greek':
      return commonGreek.has(lower) ? 0.9 : 0.3;
    case 'east-asian':
      return 0.7;
    default:
      return 0.5;
  }
}

function isUpper(character: string): boolean {
  return character !== character.toLowerCase();
}

function neighbourPenalty(previous: string, character: string, script: Script, next: string): number {
  const before = scriptOf(previous.codePointAt(0) ?? 0);
  let penalty = 0;
  if (before !== 'none' && before !== script) penalty += 1;
  if (before === script && isUpper(character) && !isUpper(previous) && script !== 'east-asian') penalty += 1;
  // Accented letters stand alone among plain ones; a run of them is another alphabet misread.
  if (script === 'latin' && before === 'latin' && (previous.codePointAt(0) ?? 0) >= 0x80) penalty += 1;
  // 'żQuién' is a misread '¿Quién'.
  if (script !== 'east-asian' && !isUpper(character) && /[A-Z]/.test(next)) penalty += 1;
  if (hebrewFinals.has(character) && scriptOf(next.codePointAt(0) ?? 0) === 'hebrew') penalty += 1;
  return penalty;
}

function weightOf(character: string, previous: string, next: string): number {
  const code = character.codePointAt(0) ?? 0;
  if (code === 0xfffd || (code >= 0x80 && code < 0xa0) || (code >= 0xe000 && code <= 0xf8ff)) return -3;
  if (code === 0x200e || code === 0x200f) return -1;
  const script = scriptOf(code);
  if (script !== 'none')
    return letterWeight(character, script) - neighbourPenalty(previous, character, script, next);
  const [followsLetter, precedesLetter] = [letter.test(previous), letter.test(next)];
  if (opening.has(character) && precedesLetter && !followsLetter) return 0.9;
  if (typographic.has(character)) return followsLetter && precedesLetter ? 0.1 : 0.5;
  return -1;
}

/**
 * Mean plausibility of the characters outside ASCII, about -3 (rubbish) to 1 (everyday letters in everyday places).
 * Weights are ours: frequent letters of the alphabet count most; mixed scripts inside a word, a capital after a
 * small letter, runs of accented letters and symbols inside words count against. 0 for pure ASCII.
 */
export function measurePlausibility(text: string): number {
  let sum = 0;
  let count = 0;
  const characters = Array.from(text.slice(0, 20_000));
  for (let index = 0; index < characters.length; index += 1) {
    const character = characters[index] ?? '';
    if ((character.codePointAt(0) ?? 0) < 0x80) continue;
    sum += weightOf(character, characters[index - 1] ?? ' ', characters[index + 1] ?? ' ');
    count += 1;
  }
  return count === 0 ? 0 : sum / count;
}
