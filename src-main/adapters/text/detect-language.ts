// Guesses the language of a text with tinyld, and says nothing when it is unsure.
import type { DetectLanguage } from '#services/ports';

/** Fewer letters than this say too little about a language. */
const fewestLetters = 40;
/** A guess must lead the next one by this much (tinyld's accuracy, 0 to 1). */
const smallestLead = 0.05;

export const detectLanguage: DetectLanguage = async (text) => {
  const sample = text.slice(0, 4000);
  if ((sample.match(/\p{L}/gu) ?? []).length < fewestLetters) return null;
  // Its tables take a quarter of a second to load: only commands that add documents pay for them.
  const { detectAll } = await import('tinyld');
  const [best, next] = detectAll(sample);
  if (!best || best.accuracy - (next?.accuracy ?? 0) < smallestLead) return null;
  return best.lang;
};
