// The procedures about documents, a part of the table in api.ts.
import { Type } from '@sinclair/typebox';
import { ChunkerSchema } from './config/chunker.ts';
import { DocumentTextSchema } from './documents.ts';
import { closed, command, Cursor, Id, Limit, NextCursor, optional, Path, query } from './procedure.ts';
import { DocumentRowSchema } from './views.ts';

const TouchedLabels = Type.Array(Type.Object({ question: Type.String(), says: Type.String() }));

const AddReport = Type.Object({
  files: Type.Integer(),
  accepted: Type.Integer(),
  results: Type.Array(
    Type.Object({
      path: Type.String(),
      outcome: Type.Union(
        ['added', 'changed', 'restored', 'unchanged', 'rejected'].map((word) => Type.Literal(word)),
      ),
      id: Type.Union([Type.String(), Type.Null()]),
      characters: Type.Integer(),
      reason: Type.Union([Type.String(), Type.Null()]),
      warnings: Type.Array(Type.String()),
    }),
  ),
  labels: TouchedLabels,
});

export const documentProcedures = {
  'document.listDocuments': query(
    'Documents in corpus order with their extraction report',
    ['documents'],
    closed({ limit: Limit, cursor: Cursor }),
    Type.Object({ documents: Type.Array(DocumentRowSchema), total: Type.Integer(), next: NextCursor }),
  ),
  'document.getText': query(
    'The extracted text that labels refer to',
    ['documents'],
    closed({ id: Id }),
    DocumentTextSchema,
  ),
  'document.addFiles': command(
    'Copy files or folders into the workspace and keep their extracted text; unchanged files are left alone',
    ['documents', 'index'],
    closed({ paths: Type.Array(Path, { minItems: 1 }) }),
    AddReport,
  ),
  'document.removeDocument': command(
    'Remove a document; says which labels then no longer resolve',
    ['documents', 'index'],
    closed({ id: Id, dryRun: optional(Type.Boolean()) }),
    Type.Object({
      id: Type.String(),
      removed: Type.Boolean(),
      labels: TouchedLabels,
    }),
  ),
  'document.addBytes': command(
    'Add one file whose content is handed over, as when it is dropped on the window; `path` is its name, with its folder where it had one',
    ['documents', 'index'],
    closed({ path: Path, base64: Type.String() }),
    AddReport,
  ),
  'document.getChunks': query(
    'Where a chunker, or that of a config, cuts one document',
    ['documents', 'configs'],
    closed({ id: Id, config: optional(Id), chunker: optional(ChunkerSchema) }),
    Type.Object({
      chunks: Type.Array(Type.Object({ id: Type.String(), start: Type.Integer(), end: Type.Integer() })),
    }),
  ),
  'document.findText': query(
    'Places where a text stands in the documents, or in one of them; case is ignored',
    ['documents'],
    closed({
      text: Type.String({ minLength: 1 }),
      document: optional(Id),
      limit: optional(Type.Integer({ minimum: 1, maximum: 10_000 })),
    }),
    Type.Object({
      /** Of all documents asked, however many places are listed. */
      total: Type.Integer(),
      places: Type.Array(
        Type.Object({
          document: Type.String(),
          start: Type.Integer(),
          end: Type.Integer(),
          before: Type.String(),
          match: Type.String(),
          after: Type.String(),
        }),
      ),
    }),
  ),
  'document.listLabels': query(
    'Evidence of the bank that stands in one document, with where it stands now',
    ['documents', 'bank'],
    closed({ id: Id }),
    Type.Object({
      labels: Type.Array(
        Type.Object({
          question: Type.String(),
          text: Type.String(),
          group: Type.Integer(),
          /** null: the evidence is the whole document, or does not resolve. */
          start: Type.Union([Type.Integer(), Type.Null()]),
          end: Type.Union([Type.Integer(), Type.Null()]),
          problem: Type.Union([Type.String(), Type.Null()]),
        }),
      ),
    }),
  ),
} as const;
