// Procedures about documents.
import { getDocumentText, listDocuments, removeDocument } from '../document-service.ts';
import { addBytes } from '../documents/add-bytes.ts';
import { addFiles } from '../documents/add-files.ts';
import { getChunks } from '../documents/document-chunks.ts';
import { listLabels } from '../documents/document-labels.ts';
import { findText } from '../documents/find-text.ts';
import type { Handlers } from '../dispatch.ts';
import type { World } from './world.ts';

type DocumentName = Extract<keyof Handlers, `document.${string}`>;

export function documentHandlers(world: World): Pick<Handlers, DocumentName> {
  return {
    'document.listDocuments': (input) => listDocuments(world, input),
    'document.getText': (input) => getDocumentText(world, input),
    'document.addFiles': (input, { signal }) => addFiles(world, input, signal),
    'document.removeDocument': (input) => removeDocument(world, input),
    'document.addBytes': (input, { signal }) => addBytes(world, input, signal),
    'document.getChunks': (input) => getChunks(world.store, input),
    'document.findText': (input) => findText(world.store, input),
    'document.listLabels': ({ id }) => listLabels(world.store, id),
  };
}
