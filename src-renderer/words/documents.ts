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

export const documentsWords = {
  reader: readerWords,
  title: 'Documents',
  document: 'document',
  characters: 'characters',
  pages: 'pages',
  language: 'language',
  warnings: 'extraction',
  fine: 'no warning',
  none: 'No document yet',
  noneHint: 'Add some with: assay add DIR FILE…',
  text: 'Extracted text',
  noText: 'The document holds no text.',
} as const;
