// Shows where a chunker cuts one document, without building an index.
import type { Input, Output } from '#contract/api';
import type { Chunker } from '#contract/config/chunker';
import type { CorpusDocument } from '#contract/documents';
import { AppError } from '#contract/failure';
import { completeChunker } from '#domain/config/complete-chunker';
import { chunkDocument, findChunkerProblem } from '#domain/text/chunk-corpus';
import { documentsById } from '../bank/bank-rows.ts';
import { loadConfig } from '../config-service.ts';
import type { WorkspaceStore } from '../ports.ts';

/**
 * The chunker of the config, or the one that is given; the config's analyzer decides the language.
 * @throws AppError not-found for the document or the config; invalid-input for a chunker that cannot be used, or needs a
 *   model
 */
export async function getChunks(
  store: WorkspaceStore,
  input: Input<'document.getChunks'>,
): Promise<Output<'document.getChunks'>> {
  const document = await loadDocument(store, input.id);
  const { chunker, language } = await chooseChunker(store, input);
  const problem = findChunkerProblem(chunker) ?? modelProblem(chunker);
  if (problem !== null) throw new AppError('invalid-input', `The document cannot be cut: ${problem}.`);
  const slices = chunkDocument(document, chunker, language);
  return {
    chunks: slices.map(({ start, end }, index) => ({ id: `${document.id}#${index + 1}`, start, end })),
  };
}

/** Throws not-found. */
export async function loadDocument(store: WorkspaceStore, id: string): Promise<CorpusDocument> {
  const document = documentsById(await store.loadCorpus()).get(id);
  if (!document) throw new AppError('not-found', `There is no document "${id}" in this workspace.`);
  return document;
}

async function chooseChunker(
  store: WorkspaceStore,
  input: Input<'document.getChunks'>,
): Promise<{ readonly chunker: Chunker; readonly language: string }> {
  const config = input.config === undefined ? null : (await loadConfig(store, input.config)).config;
  const chunker = input.chunker ? completeChunker(input.chunker) : config?.chunker;
  if (chunker === undefined)
    throw new AppError('invalid-input', 'Say which config or which chunker is to cut the document.');
  return { chunker, language: config?.analyzer.language ?? 'auto' };
}

function modelProblem({ kind }: Chunker): string | null {
  return kind === 'semantic' || kind === 'llm'
    ? `the chunker ${kind} asks a model, so its chunks are known when the index is built`
    : null;
}
