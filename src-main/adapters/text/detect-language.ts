// Guesses the language of a text with tinyld, window by window, and says nothing when it is unsure.
import type { DetectLanguage } from '#services/ports';

/** Fewer letters than this say too little about a language. */
const fewestLetters = 40;
/** The best guess must lead the next one by this share of all windows (tinyld's accuracy, 0 to 1, summed). */
const smallestLead = 0.05;
/** One foreign name can sway tinyld's guess of a long text (a Spanish one became Russian); it sways one window alone. */
const windowSize = 500;
const mostWindows = 16;

export const detectLanguage: DetectLanguage = async (text) => {
  const windows = cutWindows(text).filter((window) => countLetters(window) >= fewestLetters);
  if (windows.length === 0) return null;
  // Its tables take a quarter of a second to load: only commands that add documents pay for them.
  const { detectAll } = await import('tinyld');
  const votes = new Map<string, number>();
  for (const window of windows) {
    for (const { lang, accuracy } of detectAll(window)) votes.set(lang, (votes.get(lang) ?? 0) + accuracy);
  }
  const [best, next] = [...votes].sort(([, left], [, right]) => right - left);
  if (!best || best[1] - (next?.[1] ?? 0) < smallestLead * windows.length) return null;
  return best[0];
};

/** The text in windows, from its start; the last one is as short as what is left. */
function cutWindows(text: string): string[] {
  const count = Math.min(mostWindows, Math.ceil(text.length / windowSize));
  return Array.from({ length: count }, (_, index) =>
    text.slice(index * windowSize, (index + 1) * windowSize),
  );
}

function countLetters(text: string): number {
  return (text.match(/\p{L}/gu) ?? []).length;
}
