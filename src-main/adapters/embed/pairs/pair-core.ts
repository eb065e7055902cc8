// Loads a cross-encoder from a local folder with transformers.js and scores pairs; runs in the embedding child.
import { join } from 'node:path';
import {
  AutoModelForSequenceClassification,
  AutoTokenizer,
  Tensor,
  type PreTrainedModel,
  type PreTrainedTokenizer,
} from '@xenova/transformers';
import { AppError } from '#contract/failure';
import { loadConfigFile, stayLocal, type LoadOptions } from '../embed-core.ts';
import { findLabelProblem, readLabels } from '../kinds/model-kind.ts';
import type { ModelVariant } from '../model-manifest.ts';
import { tokenLimit } from '../tokens.ts';
import { findPairFrame, joinPair, type PairSequence, type TypedTokens } from './pair-tokens.ts';

export interface ScoredPairs {
  /** One for each text, in the order of the input; higher is better, and the scale is the model's own. */
  readonly scores: Float64Array;
  /** For each text, 1 where it and the query were longer together than the model takes, and lost an end. */
  readonly cut: Uint8Array;
  /** Most tokens of a pair, the special ones included. */
  readonly limit: number;
}

export interface PairCore {
  readonly maxTokens: number;
  /**
   * Scores the query with each text: the model's one number as it is, or, of two, the second less the first. That is
   * the logit of the second's share of the softmax, so that it orders as the share does and never saturates.
   * @throws AppError `cancelled` between two batches, `unavailable` where the model gives no number
   */
  score(
    query: string,
    texts: readonly string[],
    options?: { readonly signal?: AbortSignal },
  ): Promise<ScoredPairs>;
  close(): Promise<void>;
}

interface Loaded {
  readonly folder: string;
  readonly model: PreTrainedModel;
  readonly maxTokens: number;
  readonly paddingId: number;
  readonly batchSize: number;
  readonly labels: readonly string[];
  readonly tokenise: (text: string) => readonly number[];
  readonly join: (query: readonly number[], text: readonly number[]) => PairSequence;
}

/**
 * Loads the model of a folder (config.json, tokenizer.json, tokenizer_config.json, onnx/...). Opens no socket.
 * @param folder absolute path
 * @throws AppError `unavailable` naming the folder where the model cannot be loaded or gives no score for a pair
 */
export async function loadPairCore(
  folder: string,
  variant: ModelVariant,
  options: LoadOptions = {},
): Promise<PairCore> {
  stayLocal();
  try {
    const loaded = await load(folder, variant, options);
    const word = loaded.tokenise('text');
    await scoreBatch(loaded, [loaded.join(word, word)]);
    return {
      maxTokens: loaded.maxTokens,
      score: (query, texts, { signal } = {}) => scorePairs(loaded, query, texts, signal),
      close: async () => void (await loaded.model.dispose()),
    };
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new AppError(
      'unavailable',
      `The cross-encoder in ${folder} (${variant}) cannot be loaded: ${reason}`,
      {
        cause,
      },
    );
  }
}

async function load(folder: string, variant: ModelVariant, options: LoadOptions): Promise<Loaded> {
  const config = await loadConfigFile(folder);
  const threads = options.threads === undefined ? {} : { intraOpNumThreads: options.threads };
  // An absolute path is no hub id, so the library looks for it on the disk alone.
  const tokenizer = await AutoTokenizer.from_pretrained(folder);
  const maxTokens = tokenLimit(tokenizer.model_max_length, config);
  if (maxTokens === null)
    throw new AppError('unavailable', `${join(folder, 'tokenizer_config.json')} has no "model_max_length".`);
  const tokenise = (text: string): readonly number[] => tokenizer.encode(text, { add_special_tokens: false });
  const frame = findPairFrame(encodePair(tokenizer, config), tokenise('text'));
  if (frame === null) throw new Error('its tokenizer joins no pair of texts');
  const model = await AutoModelForSequenceClassification.from_pretrained(folder, {
    dtype: variant === 'int8' ? 'q8' : 'fp32',
    device: 'cpu',
    session_options: { ...threads, logSeverityLevel: 3 },
  });
  return {
    folder,
    model,
    maxTokens,
    paddingId: tokenizer.pad_token_id ?? 0,
    batchSize: options.batchSize ?? 1,
    labels: readLabels(config),
    tokenise,
    join: (query, text) => joinPair(frame, query, text, maxTokens),
  };
}

/** A pair as the tokenizer itself joins one; types only where the model has more than one. */
function encodePair(tokenizer: PreTrainedTokenizer, config: Readonly<Record<string, unknown>>): TypedTokens {
  const encoded = tokenizer('text', {
    text_pair: 'text',
    return_tensor: false,
    return_token_type_ids: true,
  }) as { readonly input_ids: number[]; readonly token_type_ids?: number[] };
  const { type_vocab_size: types } = config;
  const isTyped = typeof types !== 'number' || types > 1;
  const ids = encoded.input_ids;
  return { ids, types: (isTyped ? encoded.token_type_ids : undefined) ?? ids.map(() => 0) };
}

async function scorePairs(
  loaded: Loaded,
  query: string,
  texts: readonly string[],
  signal: AbortSignal | undefined,
): Promise<ScoredPairs> {
  const head = loaded.tokenise(query);
  const sequences = texts.map((text) => loaded.join(head, loaded.tokenise(text)));
  const scores = new Float64Array(texts.length);
  const length = (index: number) => sequences[index]?.ids.length ?? 0;
  // Longest first: the runtime's memory arena then grows once, and pairs of one length share a batch unpadded.
  const order = [...sequences.keys()].sort((left, right) => length(right) - length(left) || left - right);
  for (let start = 0; start < order.length; start += loaded.batchSize) {
    if (signal?.aborted) throw new AppError('cancelled', 'Scoring pairs was cancelled.');
    const batch = order.slice(start, start + loaded.batchSize);
    const found = await scoreBatch(
      loaded,
      batch.flatMap((index) => sequences[index] ?? []),
    );
    batch.forEach((index, row) => (scores[index] = found[row] ?? NaN));
  }
  const cut = Uint8Array.from(sequences, (sequence) => (sequence.cut ? 1 : 0));
  return { scores, cut, limit: loaded.maxTokens };
}

async function scoreBatch(loaded: Loaded, batch: readonly PairSequence[]): Promise<readonly number[]> {
  const outputs: Record<string, Tensor | undefined> = await loaded.model(padBatch(batch, loaded.paddingId));
  const { logits } = outputs;
  const width = logits?.dims.at(-1);
  if (
    !(logits?.data instanceof Float32Array) ||
    width === undefined ||
    logits.data.length !== batch.length * width
  )
    throw new AppError(
      'unavailable',
      `The model in ${loaded.folder} has no output "logits" of [batch, labels] floats.`,
    );
  const { data } = logits;
  const labels = loaded.labels.length === width ? loaded.labels : Array.from({ length: width }, String);
  const problem = findLabelProblem(labels);
  if (problem !== null) throw new AppError('unavailable', `The model in ${loaded.folder} ${problem}.`);
  return batch.map((_, row) => {
    const [first = NaN, second] = data.subarray(row * width, (row + 1) * width);
    const score = second === undefined ? first : second - first;
    if (Number.isFinite(score)) return score;
    throw new AppError('unavailable', `The model in ${loaded.folder} gave ${score} as the score of a pair.`);
  });
}

function padBatch(batch: readonly PairSequence[], paddingId: number): Record<string, Tensor> {
  const width = Math.max(...batch.map(({ ids }) => ids.length));
  const size = batch.length * width;
  const ids = new BigInt64Array(size).fill(BigInt(paddingId));
  const mask = new BigInt64Array(size);
  const types = new BigInt64Array(size);
  batch.forEach((sequence, row) => {
    sequence.ids.forEach((id, column) => {
      const at = row * width + column;
      ids[at] = BigInt(id);
      mask[at] = 1n;
      types[at] = BigInt(sequence.types[column] ?? 0);
    });
  });
  const tensor = (values: BigInt64Array) => new Tensor('int64', values, [batch.length, width]);
  // The library passes on those of them that the model takes.
  return { input_ids: tensor(ids), attention_mask: tensor(mask), token_type_ids: tensor(types) };
}
