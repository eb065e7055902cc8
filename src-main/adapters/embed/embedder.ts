// Embeds texts through the child process and keeps every vector on the disk, so that no text is embedded twice.
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { AppError } from '#contract/failure';
import type { ModelKind } from '#contract/models';
import { askEmbed, type EmbedChild } from './embed-messages.ts';
import type { ModelVariant } from './model-manifest.ts';
import type { ResolvedModel } from './model-store.ts';
import { openVectorCache, type VectorCache, type VectorEntry } from './vector-cache.ts';

export interface EmbedderOptions {
  readonly child: EmbedChild;
  /** The folder of all models' vectors, such as `.assay/embeddings`. Derived: safe to delete at any time. */
  readonly cacheFolder: string;
  readonly resolveModel: (
    name: string,
    options: { readonly signal?: AbortSignal; readonly kind: ModelKind },
  ) => Promise<ResolvedModel>;
}

export interface EmbedRequest {
  /** int8 weights instead of fp32; default false. */
  readonly quantized?: boolean;
  readonly signal?: AbortSignal;
  /** Texts done, of the different texts of this call; those from the cache count as done. */
  readonly onProgress?: (progress: { readonly done: number; readonly total: number }) => void;
}

export interface Embeddings {
  /** texts x dims, row-major, in the order of the input; rows have length 1, an empty text's row is all zeros. */
  readonly vectors: Float32Array;
  /** 0 where there are no texts. */
  readonly dims: number;
  /** SHA-256 over everything that decides a vector: weights, tokenizer, settings, variant, procedure. */
  readonly modelHash: string;
  /** Texts that were longer than the model takes, and lost their end. */
  readonly cut: number;
  /** Texts whose vector came from the disk. */
  readonly fromCache: number;
}

export interface Embedder {
  /**
   * Embeds texts; equal texts are embedded once. What is done stays in the cache when the call is cancelled or fails.
   * @throws AppError `unavailable` (model missing, damaged or without that variant; child crashed), `invalid-input` (a
   * cross-encoder), `cancelled`
   */
  embed(modelName: string, texts: readonly string[], request?: EmbedRequest): Promise<Embeddings>;
  /** How many different texts have no vector on the disk yet; nothing is embedded. */
  countMissing(model: ResolvedModel, variant: ModelVariant, texts: readonly string[]): Promise<number>;
}

// Raised when the same model gives other vectors: pooling, cutting, batching.
const procedure = 1;

// Texts per call of the child: a crash or a cancel loses at most this many.
const sliceSize = 64;

/** Creates an embedder over one child; caches are opened when first needed and kept. */
export function createEmbedder(options: EmbedderOptions): Embedder {
  const caches = new Map<string, Promise<VectorCache>>();
  async function openCache(modelHash: string): Promise<VectorCache> {
    const known = caches.get(modelHash);
    if (known !== undefined && !(await (await known).isGone())) return known;
    // Another caller may have opened it anew meanwhile.
    const other = caches.get(modelHash);
    if (other !== undefined && other !== known) return other;
    const opened = openVectorCache(join(options.cacheFolder, modelHash.slice(0, 32)));
    caches.set(modelHash, opened);
    opened.catch(() => caches.delete(modelHash));
    return opened;
  }

  async function embed(
    modelName: string,
    texts: readonly string[],
    request: EmbedRequest = {},
  ): Promise<Embeddings> {
    const variant: ModelVariant = request.quantized ? 'int8' : 'fp32';
    const model = await options.resolveModel(modelName, { signal: request.signal, kind: 'embedding' });
    const modelHash = hashModel(model, variant);
    const cache = await openCache(modelHash);
    const keys = texts.map((text) => hashText(modelHash, text));
    const rows = createRows(keys);
    const waiting = new Map(keys.map((key, index) => [key, texts[index] ?? '']));
    const total = waiting.size;
    await cache.load([...waiting.keys()], (entry) => {
      rows.fill(entry);
      waiting.delete(entry.key);
    });
    const fromCache = keys.filter((key) => !waiting.has(key)).length;
    const job: Job = { child: options.child, cache, model, variant, modelHash, request };
    await embedMissing(job, waiting, total, rows);
    return { ...rows.finish(), modelHash, fromCache };
  }

  async function countMissing(
    model: ResolvedModel,
    variant: ModelVariant,
    texts: readonly string[],
  ): Promise<number> {
    const modelHash = hashModel(model, variant);
    const cache = await openCache(modelHash);
    const keys = new Set(texts.map((text) => hashText(modelHash, text)));
    return [...keys].filter((key) => !cache.has(key)).length;
  }

  return { embed, countMissing };
}

interface Job {
  readonly child: EmbedChild;
  readonly cache: VectorCache;
  readonly model: ResolvedModel;
  readonly variant: ModelVariant;
  readonly modelHash: string;
  readonly request: EmbedRequest;
}

async function embedMissing(
  job: Job,
  missing: ReadonlyMap<string, string>,
  total: number,
  rows: Rows,
): Promise<void> {
  const { signal, onProgress } = job.request;
  // Longest first, as inside the child: the estimate of the time left then errs on the safe side.
  const sorted = [...missing].sort(([, left], [, right]) => right.length - left.length);
  const before = total - sorted.length;
  onProgress?.({ done: before, total });
  for (let start = 0; start < sorted.length; start += sliceSize) {
    if (signal?.aborted) throw new AppError('cancelled', 'Embedding was cancelled; what was done is kept.');
    const slice = sorted.slice(start, start + sliceSize);
    const { folder } = job.model;
    const input = {
      folder,
      variant: job.variant,
      modelHash: job.modelHash,
      texts: slice.map(([, text]) => text),
    };
    const result = await askEmbed(job.child, input, {
      signal,
      onProgress: (done) => onProgress?.({ done: before + start + done, total }),
    });
    const entries = slice.map(([key], row): VectorEntry => {
      const vector = result.vectors.subarray(row * result.dims, (row + 1) * result.dims);
      return { key, vector, cut: result.cut[row] === 1 };
    });
    await job.cache.append(entries);
    for (const entry of entries) rows.fill(entry);
  }
}

/** The result while it fills, key by key; equal texts share a key and get the same row. */
interface Rows {
  fill(entry: VectorEntry): void;
  finish(): Pick<Embeddings, 'vectors' | 'dims' | 'cut'>;
}

function createRows(keys: readonly string[]): Rows {
  const indexes = new Map<string, number[]>();
  keys.forEach((key, index) => {
    const known = indexes.get(key);
    if (known === undefined) indexes.set(key, [index]);
    else known.push(index);
  });
  let vectors = new Float32Array(0);
  let dims = 0;
  let filled = 0;
  let cut = 0;
  return {
    fill(entry) {
      if (dims === 0) {
        dims = entry.vector.length;
        vectors = new Float32Array(keys.length * dims);
      }
      if (entry.vector.length !== dims)
        throw new AppError('internal', `A vector has ${entry.vector.length} dimensions instead of ${dims}.`);
      for (const index of indexes.get(entry.key) ?? []) {
        vectors.set(entry.vector, index * dims);
        filled += 1;
        if (entry.cut) cut += 1;
      }
    },
    finish() {
      if (filled !== keys.length)
        throw new AppError('internal', `${keys.length - filled} of ${keys.length} texts got no vector.`);
      return { vectors, dims, cut };
    },
  };
}

/**
 * The hash of a model as it is used: the checksums of the files it reads, the variant, and the version of our procedure.
 * @throws AppError `unavailable` where the model has no file of that variant
 */
export function hashModel(
  model: ResolvedModel,
  variant: ModelVariant,
  version = `procedure ${procedure}`,
): string {
  const weights = variant === 'int8' ? 'onnx/model_quantized.onnx' : 'onnx/model.onnx';
  const other = variant === 'int8' ? 'onnx/model.onnx' : 'onnx/model_quantized.onnx';
  const files = model.manifest.files.filter((file) => !file.path.startsWith(other));
  if (!files.some((file) => file.path === weights))
    throw new AppError(
      'unavailable',
      `The model ${model.name} has no ${weights}; set "quantized": ${variant !== 'int8'} in the config, or add a folder that holds it.`,
    );
  const lines = files.map((file) => `${file.path} ${file.sha256}`).sort();
  return createHash('sha256')
    .update([version, variant, ...lines].join('\n'))
    .digest('hex');
}

function hashText(modelHash: string, text: string): string {
  // Lone surrogates would become the same replacement character in UTF-8: hash the code units themselves.
  return createHash('sha256').update(modelHash).update(text, 'utf16le').digest('hex');
}
