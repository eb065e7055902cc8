// The procedures about the bank, a part of the table in api.ts.
import { Type } from '@sinclair/typebox';
import { BankEditSchema, QuestionDraftSchema, QuestionSchema } from './bank.ts';
import { closed, command, Cursor, Empty, Id, Limit, NextCursor, optional, Path, query } from './procedure.ts';
import { ImportReportSchema, QuestionRowSchema } from './views.ts';

const Nullable = <S extends Parameters<typeof Type.Union>[0][number]>(schema: S) =>
  Type.Union([schema, Type.Null()]);

/** One step of the history of the bank, as its button names it. */
const ActionRow = Type.Object({
  action: Type.String(),
  what: Type.String(),
  at: Type.String(),
  by: Type.String(),
  questions: Type.Integer(),
});

const Steps = Type.Object({ undo: Nullable(ActionRow), redo: Nullable(ActionRow) });

export const bankProcedures = {
  'bank.listQuestions': query(
    'Questions sorted by id',
    ['bank'],
    closed({ limit: Limit, cursor: Cursor, tag: optional(Id) }),
    Type.Object({ questions: Type.Array(QuestionSchema), total: Type.Integer(), next: NextCursor }),
  ),
  'bank.importQuestions': command(
    'Import questions, and for a BEIR folder its documents; reports every row that was not accepted',
    ['bank', 'documents', 'index'],
    closed({
      path: Path,
      format: Type.Union([Type.Literal('jsonl'), Type.Literal('beir')]),
      dryRun: optional(Type.Boolean()),
      strict: optional(Type.Boolean()),
      require: optional(Type.Union([Type.Literal('any'), Type.Literal('all')])),
      unit: optional(Type.Union([Type.Literal('codepoint'), Type.Literal('utf16')])),
      labels: optional(Type.Union([Type.Literal('spans'), Type.Literal('qrels')])),
      split: optional(Id),
      collection: optional(Id),
      config: optional(Id),
      by: optional(Id),
    }),
    ImportReportSchema,
  ),
  'bank.listRows': query(
    'Every question as a row of the bank: text, answers, tags, how many groups of evidence, and what is wrong with it',
    ['bank', 'documents'],
    closed({ limit: Limit, cursor: Cursor }),
    Type.Object({ rows: Type.Array(QuestionRowSchema), total: Type.Integer(), next: NextCursor }),
  ),
  'bank.getQuestion': query(
    'One question, with where each of its evidence stands now',
    ['bank', 'documents'],
    closed({ id: Id }),
    Type.Object({
      question: QuestionSchema,
      /** One entry for each evidence, in its order. */
      places: Type.Array(
        Type.Object({
          /** null: the evidence is the whole document, or does not resolve. */
          start: Nullable(Type.Integer()),
          end: Nullable(Type.Integer()),
          problem: Nullable(Type.String()),
        }),
      ),
    }),
  ),
  'bank.addQuestions': command(
    'Add questions; one without an id is given the next free one',
    ['bank'],
    closed({ questions: Type.Array(QuestionDraftSchema, { minItems: 1 }), by: optional(Id) }),
    Type.Object({ questions: Type.Array(QuestionSchema) }),
  ),
  'bank.editQuestions': command(
    'Change or remove questions as one step that can be undone; refused where a question is no longer as `before` says',
    ['bank'],
    closed({
      /** Names the step for people, such as `evidence of q12`. */
      what: Type.String({ minLength: 1, maxLength: 200 }),
      edits: Type.Array(closed({ before: QuestionSchema, after: Nullable(QuestionDraftSchema) }), {
        minItems: 1,
      }),
      by: optional(Id),
    }),
    Type.Object({ questions: Type.Array(QuestionSchema), removed: Type.Array(Type.String()) }),
  ),
  'bank.getSteps': query('What undo and redo would do now', ['bank'], Empty, Steps),
  'bank.undoStep': command(
    'Take the last step back; `action` guards against taking back another one than was shown',
    ['bank'],
    closed({ action: optional(Id), by: optional(Id) }),
    Steps,
  ),
  'bank.redoStep': command(
    'Do the step again that was taken back last',
    ['bank'],
    closed({ action: optional(Id), by: optional(Id) }),
    Steps,
  ),
  'bank.getHistory': query(
    'Every edit of one question, newest first',
    ['bank'],
    closed({ id: Id }),
    Type.Object({ edits: Type.Array(BankEditSchema) }),
  ),
} as const;
