// What two or more runs side by side says. Part of words.ts.
import { formatCount } from '../ui/number-format.ts';
import { count } from './count.ts';

interface ChangeCounts {
  readonly improved: number;
  readonly regressed: number;
  readonly same: number;
  readonly unknown: number;
}

export const compareWords = {
  title: 'Compare',
  pick: 'Select two to six runs, and compare them question by question. The oldest is what the others are compared with.',
  none: 'There are not two runs yet',
  noneHint: 'A comparison needs two runs: of two configs, or of one config before and after a change.',
  toRuns: 'All runs',
  runs: 'Runs side by side',
  letter: (index: number) => String.fromCharCode(65 + index),
  runHead: (letter: string, name: string, k: number) => `${letter}: ${name}, k = ${formatCount(k)}`,
  run: 'run',
  baseline: 'baseline',
  notComparable: 'These runs cannot be compared as they are',
  notComparableHint: 'A difference between them need not come from the config.',
  fields: (n: number) => `${count(n, 'field', 'fields')} of the configs differ`,
  sameConfig: 'The configs do not differ.',
  field: 'field',
  absent: 'not set',
  /** Against the first run. */
  changed: {
    improved: 'improved',
    regressed: 'regressed',
    mixed: 'both',
    same: 'same',
    unknown: 'not judged in all',
  },
  tellChanges: (letter: string, counts: ChangeCounts) =>
    [
      `Against ${letter}, ${formatCount(counts.improved)} improved`,
      `${formatCount(counts.regressed)} regressed`,
      `${formatCount(counts.same)} stayed correct or wrong`,
      ...(counts.unknown > 0 ? [`${formatCount(counts.unknown)} not judged in both`] : []),
    ].join(', '),
  questions: 'Questions',
  table: 'Questions of all runs',
  question: 'question',
  change: 'change',
  cells: 'runs',
  onlyChanged: 'Only changed',
  onlyChangedHint: 'A mark, a rank, a stage or its detail is not the same in all runs',
  regressionsFirst: 'Regressions first',
  transition: 'Stage of',
  everyTransition: 'every change of stage',
  tellTransition: (letter: string, from: string, to: string, n: number) =>
    `${letter}: ${from} → ${to} (${formatCount(n)})`,
  tag: 'Tag',
  everyTag: 'every tag',
  find: 'Find in questions',
  shown: (shown: number, all: number) => `${formatCount(shown)} of ${count(all, 'question', 'questions')}`,
  noneMatch: 'No question matches this filter',
  noItem: 'not asked',
  rank: (rank: number) => `r${formatCount(rank)}`,
  noRank: 'r–',
  openItem: 'Open in this run',
  verdicts: 'Verdicts and answers',
  verdictOf: (letter: string) => `Verdict of ${letter}`,
  proof: 'Proof chains',
  link: 'link',
  lists: 'Ranked lists',
  listsHint: (depth: number) =>
    `The first ${formatCount(depth)} of each list. A chunk is the same where it has the same place in its document.`,
  chunk: 'chunk',
  evidence: 'evidence',
  place: (document: string, start: number, end: number) =>
    `${document}, ${formatCount(start)} to ${formatCount(end)}`,
  notInList: 'not in the list',
  moved: (places: number) =>
    places === 0 ? '=' : places > 0 ? `↑ ${formatCount(places)}` : `↓ ${formatCount(-places)}`,
  movedSays: (places: number) =>
    places === 0
      ? 'same place as in the baseline'
      : `${count(Math.abs(places), 'place', 'places')} ${places > 0 ? 'up' : 'down'} from the baseline`,
  entered: 'new',
  left: 'gone',
  selected: 'selected',
  emptyLists: 'No run retrieved anything.',
} as const;
