// Seeded synthetic texts, documents and vectors: the same in every process of a bench.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { seededRandom, type Random } from '#domain/stats/random';

/** count x dims, rows of length 1. */
export function unitVectors(count: number, dims: number, seed: number): Float32Array {
  const random = seededRandom(seed);
  const vectors = new Float32Array(count * dims);
  for (let row = 0; row < count; row += 1) {
    let squares = 0;
    for (let i = row * dims; i < (row + 1) * dims; i += 1) {
      const value = random() * 2 - 1;
      vectors[i] = value;
      squares += value * value;
    }
    const scale = 1 / Math.sqrt(squares);
    for (let i = row * dims; i < (row + 1) * dims; i += 1) vectors[i] = (vectors[i] as number) * scale;
  }
  return vectors;
}

const vocabularySize = 50_000;

/** Documents of 60 to 140 words whose frequencies fall as Zipf's law says: the r-th word in proportion to 1/r. */
export function zipfDocuments(count: number, seed: number): string[] {
  const words = makeVocabulary(vocabularySize);
  const random = seededRandom(seed);
  return Array.from({ length: count }, () =>
    Array.from({ length: 60 + Math.floor(random() * 81) }, () => words[zipfRank(random)]).join(' '),
  );
}

/** Queries of four words that stand in one document. */
export function zipfQueries(documents: readonly string[], count: number, seed: number): string[] {
  const random = seededRandom(seed);
  return Array.from({ length: count }, () => {
    const words = (documents[Math.floor(random() * documents.length)] ?? '').split(' ');
    return Array.from({ length: 4 }, () => words[Math.floor(random() * words.length)]).join(' ');
  });
}

function zipfRank(random: Random): number {
  return Math.floor(Math.exp(random() * Math.log(vocabularySize + 1))) - 1;
}

/** Pronounceable words, all different. */
function makeVocabulary(size: number): string[] {
  const syllables = [...'bdfgklmnprstvz'].flatMap((consonant) =>
    [...'aeiou'].map((vowel) => consonant + vowel),
  );
  return Array.from({ length: size }, (_, index) => {
    let word = '';
    for (let rest = index + syllables.length; rest > 0; rest = Math.floor(rest / syllables.length))
      word += syllables[rest % syllables.length];
    return word;
  });
}

/**
 * Passages of English prose out of the sample workspace's handbook, of as uneven a length as paragraphs have: log-normal
 * about 45 words, between 5 and 180.
 */
export function prosePassages(root: string, count: number, seed: number): string[] {
  const folder = join(root, 'resources/sample/documents');
  const words = readdirSync(folder)
    .filter((name) => name.startsWith('handbook-'))
    .sort()
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').split(/\s+/));
  const random = seededRandom(seed);
  return Array.from({ length: count }, () => {
    const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
    const length = Math.min(180, Math.max(5, Math.round(45 * Math.exp(0.7 * normal))));
    const start = Math.floor(random() * (words.length - length));
    return words.slice(start, start + length).join(' ');
  });
}
