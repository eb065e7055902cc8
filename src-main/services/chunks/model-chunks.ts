// Cuts documents with a model: by the meaning of their sentences, or where a language model says. Each text is cut once.
import type { Chunker } from '#contract/config/chunker';
import type { Model } from '#contract/config/model';
import type { Corpus, CorpusDocument } from '#contract/documents';
import { AppError } from '#contract/failure';
import {
  carryOver,
  chunkReplySchema,
  findParagraphs,
  llmChunkerVersion,
  packBlock,
  readPieces,
  renderChunkPrompt,
} from '#domain/text/chunkers/llm-blocks';
import { chunkSemantically, cutLong, planSemantic } from '#domain/text/chunkers/semantic';
import type { Slice } from '#domain/text/slices';
import { hashValue } from '../hash.ts';
import type { ChatModel } from '../model-ports.ts';
import type { Embedder } from '../ports.ts';
import type { CutDocument, SliceCache } from './slice-cache.ts';

export type ModelChunker = Extract<Chunker, { kind: 'semantic' | 'llm' }>;

export function isModelChunker(chunker: Chunker): chunker is ModelChunker {
  return chunker.kind === 'semantic' || chunker.kind === 'llm';
}

export interface ModelChunkWorld {
  readonly cache: SliceCache;
  readonly embedder: Embedder;
  /** The model that cuts, with the hash of what decides its replies; for the chunker `llm` alone. */
  readonly openModel: (own: Model | null) => Promise<{ model: Model; chat: ChatModel; hash: string }>;
}

export interface ModelChunks {
  /** By document id, in text order. */
  readonly slices: ReadonlyMap<string, readonly Slice[]>;
  /** Blocks whose reply was refused, in words. */
  readonly warnings: readonly string[];
}

interface CutOptions {
  /** Refuse with `stale` instead of asking a model. */
  readonly noBuild?: boolean;
  /** The config, for messages. */
  readonly what?: string;
  readonly signal?: AbortSignal;
  /** In [0, 1]. */
  readonly onProgress?: (done: number) => void;
}

/** Everything beside the text that decides where a document is cut; null under `noBuild` where the model is not there yet. */
async function hashModelChunker(
  chunker: ModelChunker,
  world: ModelChunkWorld,
  noBuild: boolean,
): Promise<string | null> {
  if (chunker.kind === 'llm')
    return hashValue({ chunker, model: (await world.openModel(chunker.model)).hash, llmChunkerVersion });
  const { embedder } = world;
  const { model, quantized } = chunker;
  const hash = await (noBuild
    ? embedder.identifyIfReady(model, quantized)
    : embedder.identify(model, quantized));
  return hash === null ? null : hashValue({ chunker, model: hash });
}

/**
 * Cuts every document of a corpus, those alone that were never cut this way. Rejects with `unavailable` where the model
 * fails; what was cut before stays cut.
 * @param analyzerLanguage the config's: an ISO code wins over the document's own language
 */
export async function cutWithModel(
  corpus: Corpus,
  chunker: ModelChunker,
  analyzerLanguage: string,
  world: ModelChunkWorld,
  { signal = new AbortController().signal, onProgress, noBuild = false, what = '' }: CutOptions,
): Promise<ModelChunks> {
  const deciding = await hashModelChunker(chunker, world, noBuild);
  if (deciding === null) throw notCut(what);
  const slices = new Map<string, readonly Slice[]>();
  const warnings: string[] = [];
  for (const [place, document] of corpus.documents.entries()) {
    signal.throwIfAborted();
    const language = /^(auto|none)$/.test(analyzerLanguage) ? document.language : analyzerLanguage;
    const key = hashValue({ deciding, language, text: document.textHash });
    const known = await world.cache.load(key);
    if (!known && noBuild) throw notCut(what);
    const cut = known ?? (await cutOne(document, chunker, language, world, signal));
    if (!known) await world.cache.save(key, cut);
    slices.set(document.id, cut.slices);
    warnings.push(...cut.warnings.map((warning) => `${document.id}: ${warning}`));
    onProgress?.((place + 1) / corpus.documents.length);
  }
  return { slices, warnings };
}

function notCut(config: string): AppError {
  return new AppError(
    'stale',
    `The documents are not all cut as config "${config}" asks. Build its index first.`,
    { command: `index DIR --config ${config}` },
  );
}

async function cutOne(
  document: CorpusDocument,
  chunker: ModelChunker,
  language: string | null,
  world: ModelChunkWorld,
  signal: AbortSignal,
): Promise<CutDocument> {
  if (chunker.kind === 'llm')
    return askForPieces(document.text, chunker, await world.openModel(chunker.model), signal);
  const plan = planSemantic(document.text, chunker, language);
  const distances = await measureDistances(plan.texts, chunker, world.embedder, signal);
  return { slices: chunkSemantically(document.text, plan, distances, chunker), warnings: [] };
}

/** 1 - cosine of each text with the next one. */
async function measureDistances(
  texts: readonly string[],
  { model, quantized }: Extract<ModelChunker, { kind: 'semantic' }>,
  embedder: Embedder,
  signal: AbortSignal,
): Promise<number[]> {
  if (texts.length < 2) return [];
  const { vectors, dims } = await embedder.embed(model, texts, { quantized, signal });
  return texts.slice(1).map((_, index) => {
    let dot = 0;
    for (let at = index * dims; at < (index + 1) * dims; at += 1)
      dot += (vectors[at] ?? 0) * (vectors[at + dims] ?? 0);
    return 1 - dot;
  });
}

type LlmChunker = Extract<ModelChunker, { kind: 'llm' }>;
type Cutter = Awaited<ReturnType<ModelChunkWorld['openModel']>>;

async function askForPieces(
  text: string,
  chunker: LlmChunker,
  cutter: Cutter,
  signal: AbortSignal,
): Promise<CutDocument> {
  const paragraphs = findParagraphs(text, chunker.blockTokens);
  const end = paragraphs.at(-1)?.end ?? 0;
  const slices: Slice[] = [];
  const warnings: string[] = [];
  let from: number | null = 0;
  while (from !== null) {
    const block = packBlock(text, paragraphs, from, chunker.blockTokens);
    if (!block) break;
    const { pieces, refused } = await askForBlock(text, block, chunker, cutter, signal);
    if (refused !== null) warnings.push(refused);
    // Pieces that were refused are settled at once: showing them again would only be refused again.
    const { settled, next } = carryOver(pieces, refused === null ? chunker.carry : 0, block.end >= end);
    slices.push(...settled.flatMap((piece) => cutLong(text, piece, chunker.size)));
    from = next;
  }
  return { slices, warnings };
}

const attempts = 2;

async function askForBlock(
  text: string,
  block: Slice,
  chunker: LlmChunker,
  { model, chat }: Cutter,
  signal: AbortSignal,
): Promise<{ readonly pieces: readonly Slice[]; readonly refused: string | null }> {
  const messages = renderChunkPrompt(text.slice(block.start, block.end));
  let reason = '';
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    const answered = await chat.ask({
      model,
      questionId: '',
      question: '',
      messages,
      passages: [],
      attempt,
      k: 1,
      replySchema: chunkReplySchema,
      signal,
    });
    if (!answered.ok)
      throw new AppError(
        'unavailable',
        `The model that cuts the documents failed: ${answered.error.message} What is cut so far is kept; start again to go on.`,
      );
    const read = readPieces(answered.reply, text, block);
    if (read.ok) return { pieces: read.pieces, refused: null };
    reason = read.reason;
  }
  return {
    pieces: cutLong(text, block, chunker.size),
    refused: `characters ${block.start} to ${block.end} are cut as the chunker "recursive" does, since ${reason}.`,
  };
}
