// Loads an embedding model from a local folder with transformers.js and embeds texts; runs in the embedding child.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AutoModel, AutoTokenizer, env, Tensor, type PreTrainedModel } from '@xenova/transformers';
import { AppError } from '#contract/failure';
import type { ModelVariant } from './model-manifest.ts';
import { cutTokens, findFrame, tokenLimit, type TokenSequence } from './tokens.ts';

export interface EmbedOptions {
  readonly signal?: AbortSignal;
  /** Called after each batch with the number of texts done. */
  readonly onProgress?: (done: number) => void;
}

export interface EmbeddedTexts {
  /** texts x dims, row-major, in the order of the input; each row has length 1, or is all zeros for an empty text. */
  readonly vectors: Float32Array;
  readonly dims: number;
  /** For each text, 1 where it was longer than the model takes and its end was left out. */
  readonly cut: Uint8Array;
}

export interface EmbedCore {
  readonly dims: number;
  readonly maxTokens: number;
  /**
   * Embeds texts: mean over the tokens of the last hidden state, scaled to length 1. A text without any token of its
   * own (empty, white space) says nothing and gets all zeros, so that its cosine with everything is 0.
   * @throws AppError `cancelled` between two batches
   */
  embed(texts: readonly string[], options?: EmbedOptions): Promise<EmbeddedTexts>;
  close(): Promise<void>;
}

export interface LoadOptions {
  /**
   * Most texts in one inference, 1..32. Batches gain nothing on a processor, since all texts are padded to the
   * longest; and under dynamic quantisation a text's vector depends on its neighbours unless it runs alone.
   */
  readonly batchSize?: number;
  /** Threads of one inference; the runtime's default is one per core. */
  readonly threads?: number;
}

interface Loaded {
  readonly model: PreTrainedModel;
  readonly maxTokens: number;
  readonly paddingId: number;
  readonly batchSize: number;
  readonly tokenise: (text: string) => TokenSequence;
}

/**
 * Loads the model of a folder (config.json, tokenizer.json, tokenizer_config.json, onnx/...). Opens no socket.
 * @param folder absolute path
 * @throws AppError `unavailable` naming the folder where the model cannot be loaded
 */
export async function loadEmbedCore(
  folder: string,
  variant: ModelVariant,
  options: LoadOptions = {},
): Promise<EmbedCore> {
  stayLocal();
  try {
    const loaded = await load(folder, variant, options);
    const probe = await runBatch(loaded, [loaded.tokenise('text')]);
    const dims = probe.dims;
    return {
      dims,
      maxTokens: loaded.maxTokens,
      embed: (texts, embedOptions = {}) => embedTexts(loaded, dims, texts, embedOptions),
      close: async () => void (await loaded.model.dispose()),
    };
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new AppError(
      'unavailable',
      `The embedding model in ${folder} (${variant}) cannot be loaded: ${reason}`,
      {
        cause,
      },
    );
  }
}

/** Nothing is fetched and nothing is written: models are read from the folder given, and from nowhere else. */
export function stayLocal(): void {
  env.allowRemoteModels = false;
  env.allowLocalModels = true;
  env.useFSCache = false;
  env.useBrowserCache = false;
  env.useWasmCache = false;
  env.fetch = (input) =>
    Promise.reject(new AppError('egress-denied', `The embedding model asked for ${String(input)}.`));
}

async function load(folder: string, variant: ModelVariant, options: LoadOptions): Promise<Loaded> {
  const config = await loadConfigFile(folder);
  const threads = options.threads === undefined ? {} : { intraOpNumThreads: options.threads };
  // An absolute path is no hub id, so the library looks for it on the disk alone.
  const tokenizer = await AutoTokenizer.from_pretrained(folder);
  const model = await AutoModel.from_pretrained(folder, {
    dtype: variant === 'int8' ? 'q8' : 'fp32',
    device: 'cpu',
    session_options: { ...threads, logSeverityLevel: 3 },
  });
  const maxTokens = tokenLimit(tokenizer.model_max_length, config);
  if (maxTokens === null)
    throw new AppError('unavailable', `${join(folder, 'tokenizer_config.json')} has no "model_max_length".`);
  const encode = (text: string): readonly number[] => tokenizer.encode(text);
  const frame = findFrame(encode(''), encode('text'));
  return {
    model,
    maxTokens,
    paddingId: tokenizer.pad_token_id ?? 0,
    batchSize: options.batchSize ?? 1,
    tokenise: (text) => cutTokens(encode(text), maxTokens, frame),
  };
}

/** The config.json of a model's folder. */
export async function loadConfigFile(folder: string): Promise<Record<string, unknown>> {
  const path = join(folder, 'config.json');
  const value: unknown = JSON.parse(await readFile(path, 'utf8'));
  if (typeof value !== 'object' || value === null) throw new Error(`${path} is not a JSON object`);
  return value as Record<string, unknown>;
}

async function embedTexts(
  loaded: Loaded,
  dims: number,
  texts: readonly string[],
  options: EmbedOptions,
): Promise<EmbeddedTexts> {
  const sequences = texts.map(loaded.tokenise);
  const vectors = new Float32Array(texts.length * dims);
  // Longest first: the runtime's memory arena then grows once, and texts of one length share a batch unpadded.
  const order = [...sequences.keys()]
    .filter((index) => !sequences[index]?.empty)
    .sort((left, right) => length(sequences[right]) - length(sequences[left]) || left - right);
  let done = texts.length - order.length;
  for (let start = 0; start < order.length; start += loaded.batchSize) {
    if (options.signal?.aborted) throw new AppError('cancelled', 'Embedding was cancelled.');
    const batch = order.slice(start, start + loaded.batchSize);
    const rows = await runBatch(
      loaded,
      batch.flatMap((index) => sequences[index] ?? []),
    );
    batch.forEach((index, row) =>
      vectors.set(rows.vectors.subarray(row * dims, (row + 1) * dims), index * dims),
    );
    done += batch.length;
    options.onProgress?.(done);
  }
  return { vectors, dims, cut: Uint8Array.from(sequences, (sequence) => (sequence.cut ? 1 : 0)) };
}

function length(sequence: TokenSequence | undefined): number {
  return sequence?.ids.length ?? 0;
}

async function runBatch(
  loaded: Loaded,
  batch: readonly TokenSequence[],
): Promise<{ vectors: Float32Array; dims: number }> {
  const width = Math.max(...batch.map(length));
  const ids = new BigInt64Array(batch.length * width).fill(BigInt(loaded.paddingId));
  const mask = new BigInt64Array(batch.length * width);
  batch.forEach((sequence, row) => {
    sequence.ids.forEach((id, column) => {
      ids[row * width + column] = BigInt(id);
      mask[row * width + column] = 1n;
    });
  });
  const shape = [batch.length, width];
  const inputs = {
    input_ids: new Tensor('int64', ids, shape),
    attention_mask: new Tensor('int64', mask, shape),
  };
  const outputs: Record<string, Tensor | undefined> = await loaded.model(inputs);
  const hidden = outputs.last_hidden_state ?? outputs.token_embeddings ?? outputs.logits;
  const dims = hidden?.dims[2];
  if (hidden === undefined || dims === undefined || !(hidden.data instanceof Float32Array))
    throw new AppError(
      'unavailable',
      'The model has no output "last_hidden_state" of [batch, tokens, dims] floats.',
    );
  const vectors = new Float32Array(batch.length * dims);
  batch.forEach((sequence, row) => {
    const states = (hidden.data as Float32Array).subarray(row * width * dims);
    vectors.set(poolMean(states, sequence.ids.length, dims), row * dims);
  });
  return { vectors, dims };
}

/**
 * The mean of the first `tokens` rows, scaled to length 1.
 * @param states tokens x dims, row-major; rows after `tokens` are padding and not read
 */
export function poolMean(states: Float32Array, tokens: number, dims: number): Float32Array {
  const sums = new Float64Array(dims);
  for (let token = 0; token < tokens; token += 1) {
    for (let dim = 0; dim < dims; dim += 1) {
      sums[dim] = (sums[dim] ?? 0) + (states[token * dims + dim] ?? 0);
    }
  }
  const norm = Math.sqrt(sums.reduce((total, sum) => total + sum * sum, 0));
  return Float32Array.from(sums, (sum) => (norm === 0 ? 0 : sum / norm));
}
