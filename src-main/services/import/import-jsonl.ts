// The bank format `jsonl`: one question a line.
import type { Chunk, Corpus } from '#contract/documents';
import { ImportRowSchema } from '#contract/import-rows';
import type { ImportRowProblem } from '#contract/views';
import { questionFromRow } from '#domain/bank/question-from-row';
import type { ForeignFiles } from '../ports.ts';
import type { Candidate } from './plan-edits.ts';
import { parseJsonRows, readUtf8 } from './read-rows.ts';

export interface ReadImport {
  readonly rows: number;
  readonly candidates: readonly Candidate[];
  readonly rejected: readonly ImportRowProblem[];
  readonly notes: readonly ImportRowProblem[];
}

export async function readJsonlBank(
  files: ForeignFiles,
  path: string,
  context: {
    readonly corpus: Corpus;
    readonly chunks: readonly Chunk[] | null;
    readonly require: 'any' | 'all' | null;
    readonly by: string;
    readonly at: string;
  },
): Promise<ReadImport> {
  const { rows, rejected } = parseJsonRows(await readUtf8(files, path), ImportRowSchema);
  const rowContext = {
    ...context,
    documents: context.corpus.documents,
    documentsById: new Map(context.corpus.documents.map((document) => [document.id, document])),
    chunksById: context.chunks ? new Map(context.chunks.map((chunk) => [chunk.id, chunk])) : null,
  };
  const problems: ImportRowProblem[] = rejected.map((row) => ({ file: path, ...row }));
  const notes: ImportRowProblem[] = [];
  const candidates: Candidate[] = [];
  for (const { line, value } of rows) {
    const result = questionFromRow(value, rowContext);
    if (!result.ok) {
      problems.push({ file: path, line, id: value.id, reason: result.reason });
      continue;
    }
    candidates.push({ file: path, line, question: result.question });
    notes.push(...result.notes.map((reason) => ({ file: path, line, id: value.id, reason })));
  }
  return { rows: rows.length + rejected.length, candidates, rejected: problems, notes };
}
