// A small BERT classifier of random weights, written as the folder of a real ONNX export, and its numbers for a naive twin.
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { encodeBert } from '#adapters/embed/onnx/bert-graph';
import type { FloatTensor } from '#adapters/embed/onnx/safetensors';

export const tiny = {
  ...{ hiddenSize: 16, layers: 2, heads: 2, layerNormEpsilon: 1e-12 },
  ...{ intermediate: 24, maxTokens: 25, types: 2 },
} as const;

const words =
  'the a key opens door cellar red brass blue what how long fox jumps over lazy dog in of is text ?';
export const vocabulary = ['[PAD]', '[UNK]', '[CLS]', '[SEP]', ...words.split(' ')];

/** Every tensor of the model by its name; the same seed gives the same numbers. */
export function tinyWeights(labels: number, seed = 1): (name: string) => FloatTensor {
  const known = new Map<string, FloatTensor>();
  return (name) => {
    const found = known.get(name) ?? makeTensor(name, labels, seed);
    known.set(name, found);
    return found;
  };
}

function makeTensor(name: string, labels: number, seed: number): FloatTensor {
  const shape = shapeOf(name, labels);
  const random = createRandom(
    [...name].reduce((hash, letter) => (Math.imul(hash, 31) + letter.charCodeAt(0)) | 0, seed),
  );
  const size = shape.reduce((product, side) => product * side, 1);
  // Normalisations scale by about 1; all else is large enough for scores to differ by far more than rounding does.
  const middle = name.endsWith('LayerNorm.weight') ? 1 : 0;
  const width = name.includes('LayerNorm') ? 0.8 : 1.6;
  return {
    shape,
    values: Float32Array.from({ length: size }, () => middle + (random() - 0.5) * width),
    halves: null,
  };
}

function shapeOf(name: string, labels: number): readonly number[] {
  const { hiddenSize, intermediate, maxTokens, types } = tiny;
  const isBias = name.endsWith('.bias');
  if (name.includes('LayerNorm')) return [hiddenSize];
  if (name.includes('word_embeddings')) return [vocabulary.length, hiddenSize];
  if (name.includes('position_embeddings')) return [maxTokens, hiddenSize];
  if (name.includes('token_type_embeddings')) return [types, hiddenSize];
  if (name.startsWith('classifier')) return isBias ? [labels] : [labels, hiddenSize];
  if (name.includes('intermediate')) return isBias ? [intermediate] : [intermediate, hiddenSize];
  if (/layer\.\d+\.output\.dense/.test(name)) return isBias ? [hiddenSize] : [hiddenSize, intermediate];
  return isBias ? [hiddenSize] : [hiddenSize, hiddenSize];
}

// mulberry32
function createRandom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** Writes the folder as an exporter would: fp32, and int8 of the same weights. `labels` of 0 makes an encoder alone. */
export async function writeTinyModel(folder: string, labels: number, seed = 1): Promise<string> {
  const read = tinyWeights(Math.max(1, labels), seed);
  const shape = labels === 0 ? tiny : { ...tiny, labels };
  const files: Readonly<Record<string, string | Uint8Array>> = {
    'config.json': JSON.stringify(renderConfig(labels)),
    'tokenizer.json': JSON.stringify(renderTokenizer()),
    'tokenizer_config.json': JSON.stringify({
      ...{ tokenizer_class: 'BertTokenizer', do_lower_case: true, model_max_length: tiny.maxTokens },
      ...{ unk_token: '[UNK]', sep_token: '[SEP]', pad_token: '[PAD]', cls_token: '[CLS]' },
    }),
    'onnx/model.onnx': encodeBert(shape, { read }, 'fp32', () => undefined),
    'onnx/model_quantized.onnx': encodeBert(shape, { read }, 'int8', () => undefined),
  };
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
  return folder;
}

function renderConfig(labels: number): object {
  const names = Array.from({ length: labels }, (_, label) => [String(label), `LABEL_${label}`]);
  return {
    architectures: [labels === 0 ? 'BertModel' : 'BertForSequenceClassification'],
    ...{
      model_type: 'bert',
      hidden_act: 'gelu',
      hidden_size: tiny.hiddenSize,
      vocab_size: vocabulary.length,
    },
    ...{
      num_hidden_layers: tiny.layers,
      num_attention_heads: tiny.heads,
      intermediate_size: tiny.intermediate,
    },
    ...{ max_position_embeddings: tiny.maxTokens, type_vocab_size: tiny.types, layer_norm_eps: 1e-12 },
    ...(labels === 0 ? {} : { id2label: Object.fromEntries(names) }),
  };
}

function renderTokenizer(): object {
  const special = ['[PAD]', '[UNK]', '[CLS]', '[SEP]'];
  const token = (id: string, type: number) => ({ SpecialToken: { id, type_id: type } });
  const text = (id: string, type: number) => ({ Sequence: { id, type_id: type } });
  const single = [token('[CLS]', 0), text('A', 0), token('[SEP]', 0)];
  return {
    version: '1.0',
    ...{ truncation: null, padding: null },
    added_tokens: special.map((content, id) => ({
      ...{ id, content, special: true, single_word: false, lstrip: false, rstrip: false, normalized: false },
    })),
    normalizer: {
      ...{ type: 'BertNormalizer', clean_text: true, handle_chinese_chars: true },
      ...{ strip_accents: null, lowercase: true },
    },
    pre_tokenizer: { type: 'BertPreTokenizer' },
    post_processor: {
      type: 'TemplateProcessing',
      single,
      pair: [...single, text('B', 1), token('[SEP]', 1)],
      special_tokens: Object.fromEntries(
        ['[CLS]', '[SEP]'].map((id) => [id, { id, ids: [special.indexOf(id)], tokens: [id] }]),
      ),
    },
    decoder: { type: 'WordPiece', prefix: '##', cleanup: true },
    model: {
      ...{
        type: 'WordPiece',
        unk_token: '[UNK]',
        continuing_subword_prefix: '##',
        max_input_chars_per_word: 100,
      },
      vocab: Object.fromEntries(vocabulary.map((word, id) => [word, id])),
    },
  };
}
