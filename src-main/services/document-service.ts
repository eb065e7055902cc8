// Lists, shows and removes documents; says what becomes of the labels that refer to them.
import type { Input, Output } from '#contract/api';
import type { CorpusDocument } from '#contract/documents';
import { AppError } from '#contract/failure';
import type { DocumentRow } from '#contract/views';
import type { DocumentWorld } from './documents/add-files.ts';
import { loadDocument } from './documents/document-chunks.ts';
import { paginate } from './paginate.ts';

export async function removeDocument(
  world: DocumentWorld,
  input: Input<'document.removeDocument'>,
): Promise<Output<'document.removeDocument'>> {
  return world.store.withLock(`removing ${input.id}`, async () => {
    // Not the whole corpus: what is damaged must still be removable.
    if (!(await world.store.loadDocumentIds()).has(input.id)) {
      throw new AppError('not-found', `There is no document "${input.id}" in this workspace.`);
    }
    const questions = (await world.store.loadQuestions()).filter((question) =>
      question.evidence.some((member) => member.document === input.id),
    );
    if (input.dryRun !== true) await world.store.removeDocument(input.id);
    return {
      id: input.id,
      removed: input.dryRun !== true,
      labels: questions.map((question) => ({
        question: question.id,
        says: `its evidence in "${input.id}" no longer resolves; the label is kept and comes back with the document`,
      })),
    };
  });
}

export async function listDocuments(
  world: DocumentWorld,
  input: Input<'document.listDocuments'>,
): Promise<Output<'document.listDocuments'>> {
  const corpus = await world.store.loadCorpus();
  const page = paginate(corpus.documents, input);
  return { documents: page.rows.map(documentRow), total: page.total, next: page.next };
}

function documentRow(document: CorpusDocument): DocumentRow {
  return {
    id: document.id,
    title: document.title,
    path: document.path,
    collection: document.collection,
    mediaType: document.mediaType,
    language: document.language,
    characters: document.text.length,
    pages: document.pages.length,
    warnings: [...document.warnings],
  };
}

export async function getDocumentText(
  world: DocumentWorld,
  input: Input<'document.getText'>,
): Promise<Output<'document.getText'>> {
  const document = await loadDocument(world.store, input.id);
  return {
    id: document.id,
    title: document.title,
    text: document.text,
    path: document.path,
    mediaType: document.mediaType,
    collection: document.collection,
    language: document.language,
    pages: [...document.pages],
    headings: [...document.headings],
    metadata: { ...document.metadata },
    warnings: [...document.warnings],
  };
}
