// Documents into chunks, by the chunker of a config.
import type { Chunker } from '#contract/config/chunker';
import type { Chunk, Corpus, CorpusDocument } from '#contract/documents';
import { chunkByDocument } from './chunkers/document.ts';
import { chunkBySize } from './chunkers/fixed.ts';
import { chunkByHeading } from './chunkers/heading.ts';
import { chunkRecursively } from './chunkers/recursive.ts';
import { chunkBySentence } from './chunkers/sentence.ts';
import type { Slice } from './slices.ts';

/** Changes whenever the same document could be cut otherwise: an index remembers it and is rebuilt under another one. */
export const chunkerVersion = 'assay-chunks-1';

/**
 * Cuts one document into slices of its text, in text order (UTF-16 code units).
 * @param analyzerLanguage the config's: an ISO code wins over the document's own language, `auto` and `none` do not
 * @throws RangeError when an overlap is not less than its size: `findChunkerProblem` tells beforehand
 */
export function chunkDocument(document: CorpusDocument, chunker: Chunker, analyzerLanguage: string): Slice[] {
  const problem = findChunkerProblem(chunker);
  if (problem !== null) throw new RangeError(problem);
  switch (chunker.kind) {
    case 'document':
      return chunkByDocument(document.text);
    case 'sentence':
      return chunkBySentence(document.text, chunker, languageOf(document, analyzerLanguage));
    case 'fixed':
      return chunkBySize(document.text, chunker);
    case 'recursive':
      return chunkRecursively(document.text, chunker);
    case 'heading':
      return chunkByHeading(document, chunker);
    case 'semantic':
    case 'llm':
      throw new RangeError(`the chunker ${chunker.kind} needs a model: its slices are made elsewhere`);
  }
}

/** Cuts a corpus into chunks, in corpus order; ids are `<documentId>#<n>`, n from 1. */
export function chunkCorpus(corpus: Corpus, chunker: Chunker, analyzerLanguage: string): Chunk[] {
  return nameSlices(corpus, (document) => chunkDocument(document, chunker, analyzerLanguage));
}

/** The same for slices that were made elsewhere, as by a model: by document id, in text order. */
export function chunksFromSlices(
  corpus: Corpus,
  slices: Readonly<Record<string, readonly Slice[]>>,
): Chunk[] {
  return nameSlices(corpus, ({ id }) => (Object.hasOwn(slices, id) ? (slices[id] ?? []) : []));
}

function nameSlices(corpus: Corpus, cut: (document: CorpusDocument) => readonly Slice[]): Chunk[] {
  const chunks: Chunk[] = [];
  for (const document of corpus.documents) {
    for (const [place, { start, end }] of cut(document).entries()) {
      const id = `${document.id}#${place + 1}`;
      chunks.push({ id, index: chunks.length, documentId: document.id, start, end });
    }
  }
  return chunks;
}

/** What is wrong with a chunker beyond its schema, for a person to mend; null when nothing is. */
export function findChunkerProblem(chunker: Chunker): string | null {
  if (chunker.kind !== 'fixed' && chunker.kind !== 'recursive') return null;
  if (chunker.overlap < chunker.size) return null;
  return `chunker.overlap is ${chunker.overlap}, but it must be less than chunker.size, which is ${chunker.size}`;
}

function languageOf(document: CorpusDocument, analyzerLanguage: string): string | null {
  return analyzerLanguage === 'auto' || analyzerLanguage === 'none' ? document.language : analyzerLanguage;
}
