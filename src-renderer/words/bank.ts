// What the screen of the bank says. Part of words.ts.
import { count } from './count.ts';

export const bankWords = {
  title: 'Bank',
  question: 'question',
  answers: 'accepted answers',
  evidence: 'evidence',
  tags: 'tags',
  unanswerable: 'unanswerable',
  groups: (n: number) => count(n, 'group', 'groups'),
  none: 'No question yet',
  noneHint: 'Import some with: assay import DIR PATH --format jsonl',
  evidenceTitle: 'Evidence',
  group: (n: number) => `Group ${n}`,
  wholeDocument: 'the whole document',
  noEvidence: 'No evidence is marked.',
} as const;
