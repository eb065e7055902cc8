// What the screen of the documents says. Part of words.ts.
export const documentsWords = {
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
