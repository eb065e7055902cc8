// What the screen of the documents says. Part of words.ts.
import { formatCount } from '../ui/number-format.ts';
import { count } from './count.ts';

/** The text of a document, wherever it is drawn. */
const readerWords = {
  hint: 'Arrow keys move the caret, with Shift they select. Ctrl or Alt goes by words, Escape takes the selection back.',
  page: (page: number) => `p. ${page}`,
  chunk: (chunking: string, id: string) => `Chunking ${chunking}: chunk ${id}`,
  selected: (length: number, start: number, end: number) =>
    `${count(length, 'character', 'characters')} selected, ${formatCount(start)} to ${formatCount(end)}`,
  tools: 'Fit the selection',
  startEdge: 'Start',
  endEdge: 'End',
  edges: {
    'start -1 word': 'Start a word earlier',
    'start 1 word': 'Start a word later',
    'end -1 word': 'End a word earlier',
    'end 1 word': 'End a word later',
    'start -1 sentence': 'Start a sentence earlier',
    'start 1 sentence': 'Start a sentence later',
    'end -1 sentence': 'End a sentence earlier',
    'end 1 sentence': 'End a sentence later',
  },
  word: 'word',
  sentence: 'sentence',
  takeBack: 'Take back',
} as const;

const findWords = {
  title: 'Find in this document',
  count: (active: number, n: number, isCut: boolean) =>
    n === 0 ? 'not found' : `${formatCount(active)} of ${formatCount(n)}${isCut ? ' or more' : ''}`,
  next: 'Next (Enter)',
  previous: 'Previous (Shift+Enter)',
  close: 'Close (Escape)',
} as const;

const outcomeWords: Readonly<Record<string, string>> = {
  added: 'added',
  changed: 'changed',
  restored: 'restored',
  unchanged: 'unchanged',
  rejected: 'rejected',
};

/** `3 added, 1 unchanged, 1 rejected.` */
function tellOutcomes(counts: ReadonlyMap<string, number>): string {
  const parts = Object.keys(outcomeWords).flatMap((outcome) => {
    const n = counts.get(outcome) ?? 0;
    return n === 0 ? [] : [`${formatCount(n)} ${outcomeWords[outcome]}`];
  });
  return parts.length === 0 ? 'No file was added.' : `${parts.join(', ')}.`;
}

const typeWords: Readonly<Record<string, string>> = {
  'text/plain': 'text',
  'text/markdown': 'Markdown',
  'text/html': 'HTML',
  'text/csv': 'CSV',
  'application/json': 'JSON',
  'application/jsonl': 'JSON lines',
  'application/pdf': 'PDF',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'Word',
};

export const documentsWords = {
  reader: readerWords,
  find: findWords,
  title: 'Documents',
  document: 'document',
  type: 'type',
  types: typeWords,
  characters: 'characters',
  pages: 'pages',
  language: 'language',
  unknownLanguage: 'unsure',
  warnings: 'extraction',
  withWarnings: 'with warnings',
  withoutWarnings: 'without',
  fine: 'no warning',
  none: 'No document yet',
  noneHint: 'Drop files or folders anywhere on this screen, or choose them with the buttons above.',
  addFiles: 'Add files…',
  addFolder: 'Add a folder…',
  dropHere: 'Drop files or folders to add them as documents',
  adding: (n: number, files: number) => `Adding file ${formatCount(n)} of ${formatCount(files)}`,
  cancel: 'Cancel',
  cancelling: 'Ending after this file',
  reportTitle: 'Added files',
  dismiss: 'Dismiss this report',
  addedSays: tellOutcomes,
  notTried: (n: number) => `${count(n, 'file was', 'files were')} not tried; what was added stays.`,
  touched: (n: number) =>
    n === 1 ? '1 label no longer stands as it did:' : `${formatCount(n)} labels no longer stand as they did:`,
  wouldTouch: (n: number) =>
    n === 1 ? '1 label would no longer resolve:' : `${formatCount(n)} labels would no longer resolve:`,
  noLabelTouched: 'No label stands in it.',
  outcome: 'outcome',
  outcomes: outcomeWords,
  file: 'file',
  reason: 'reason and warnings',
  reportFilter: 'Show files by outcome',
  reportFilters: { all: 'all', added: 'added', warnings: 'with warnings', rejected: 'rejected' },
  noneOfThese: 'No file of this kind.',
  tooLarge:
    'It is larger than 64 MB, which is more than the window hands over. Add it with: assay add DIR FILE',
  unreadable: (why: string) => `It cannot be read: ${why}`,
  textOf: (name: string) => `Text of ${name}`,
  noText: 'The document holds no text.',
  noLanguage: 'language unsure',
  languageSays: (code: string) => `language ${code}`,
  pagesSay: (n: number) => count(n, 'page', 'pages'),
  collection: (name: string) => `from the collection ${name}`,
  metadata: (n: number) => count(n, 'field of metadata', 'fields of metadata'),
  findInside: 'Find…',
  wide: 'Full width',
  narrow: 'Beside the list',
  remove: 'Remove…',
  removeTitle: (name: string) => `Remove ${name}?`,
  removeSays: 'The copy in this workspace and its text are removed. The file that it came from stays.',
  removed: (name: string) => `${name} was removed.`,
  keep: 'Keep it',
  confirmRemove: 'Remove',
  linked: 'The place that was linked to',
  labelOf: (question: string, asked: string, group: number) => `${question}, group ${group}: ${asked}`,
  labelsTitle: (n: number) => `${count(n, 'label stands', 'labels stand')} in this document`,
  noLabels: 'No label stands in this document.',
  groupSays: (group: number) => `group ${group}`,
  wholeDocument: 'the whole document',
  jump: (start: string) => `Go to character ${start}`,
  chunking: { a: 'Chunking A, in the left margin', b: 'Chunking B, in the right margin' },
  noChunking: { a: 'Chunking A: none', b: 'Chunking B: none' },
  side: { a: 'A', b: 'B' },
  chunks: (n: number) => count(n, 'chunk', 'chunks'),
  cutting: 'Cutting the text',
} as const;
