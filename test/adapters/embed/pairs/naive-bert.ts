// The classifier of tiny-cross-encoder.ts once more, number by number in plain loops and doubles: what its graph must give.
import type { FloatTensor } from '#adapters/embed/onnx/safetensors';
import { tiny, tinyWeights, vocabulary } from './tiny-cross-encoder.ts';

type Rows = readonly (readonly number[])[];
type Read = (name: string) => FloatTensor;

/** The numbers the classifier gives for one pair. */
export function naiveLogits(query: string, text: string, labels: number, seed = 1): readonly number[] {
  const read = tinyWeights(labels, seed);
  const { ids, types } = naivePair(query, text);
  let hidden = embed(read, ids, types);
  for (let layer = 0; layer < tiny.layers; layer += 1)
    hidden = encode(read, hidden, `encoder.layer.${layer}`);
  const pooled = linear(read, [hidden[0] ?? []], 'pooler.dense').map((row) => row.map(Math.tanh));
  return linear(read, pooled, 'classifier')[0] ?? [];
}

/** `[CLS] query [SEP] text [SEP]`; too long, the longer one loses its last token, the text where both are as long. */
export function naivePair(query: string, text: string): { ids: number[]; types: number[]; cut: boolean } {
  const [head, tail] = [tokenise(query), tokenise(text)];
  const whole = head.length + tail.length;
  while (head.length + tail.length > tiny.maxTokens - 3) (head.length > tail.length ? head : tail).pop();
  const [cls, sep] = [vocabulary.indexOf('[CLS]'), vocabulary.indexOf('[SEP]')];
  return {
    ids: [cls, ...head, sep, ...tail, sep],
    types: [0, ...head.map(() => 0), 0, ...tail.map(() => 1), 1],
    cut: head.length + tail.length < whole,
  };
}

function tokenise(text: string): number[] {
  const found = text.toLowerCase().match(/[a-z]+|[^\sa-z]/g) ?? [];
  return found.map((word) =>
    vocabulary.includes(word) ? vocabulary.indexOf(word) : vocabulary.indexOf('[UNK]'),
  );
}

function embed(read: Read, ids: readonly number[], types: readonly number[]): Rows {
  const table = (name: string, row: number) => rowOf(read(`embeddings.${name}.weight`), row);
  const sums = ids.map((id, place) => {
    const [word, type, position] = [
      table('word_embeddings', id),
      table('token_type_embeddings', types[place] ?? 0),
      table('position_embeddings', place),
    ];
    return word.map((value, dim) => value + (type[dim] ?? 0) + (position[dim] ?? 0));
  });
  return normalise(read, sums, 'embeddings.LayerNorm');
}

function encode(read: Read, input: Rows, prefix: string): Rows {
  const attended = linear(
    read,
    attend(read, input, `${prefix}.attention.self`),
    `${prefix}.attention.output.dense`,
  );
  const middle = normalise(read, add(attended, input), `${prefix}.attention.output.LayerNorm`);
  const wide = linear(read, middle, `${prefix}.intermediate.dense`).map((row) => row.map(gelu));
  return normalise(
    read,
    add(linear(read, wide, `${prefix}.output.dense`), middle),
    `${prefix}.output.LayerNorm`,
  );
}

function attend(read: Read, input: Rows, prefix: string): Rows {
  const [query, key, value] = ['query', 'key', 'value'].map((part) =>
    linear(read, input, `${prefix}.${part}`),
  );
  const width = tiny.hiddenSize / tiny.heads;
  return (query ?? []).map((asking) =>
    asking.map((_, dim) => {
      const first = Math.floor(dim / width) * width;
      const weights = (key ?? []).map((asked) => {
        let product = 0;
        for (let at = first; at < first + width; at += 1) product += (asking[at] ?? 0) * (asked[at] ?? 0);
        return Math.exp(product / Math.sqrt(width));
      });
      const total = weights.reduce((sum, weight) => sum + weight, 0);
      return weights.reduce((sum, weight, token) => sum + (weight / total) * (value?.[token]?.[dim] ?? 0), 0);
    }),
  );
}

function linear(read: Read, input: Rows, name: string): Rows {
  const weight = read(`${name}.weight`);
  const bias = read(`${name}.bias`).values;
  return input.map((row) =>
    [...bias].map((start, output) =>
      rowOf(weight, output).reduce((sum, factor, dim) => sum + factor * (row[dim] ?? 0), start),
    ),
  );
}

function normalise(read: Read, input: Rows, name: string): Rows {
  const [scale, shift] = [read(`${name}.weight`).values, read(`${name}.bias`).values];
  return input.map((row) => {
    const mean = row.reduce((sum, value) => sum + value, 0) / row.length;
    const variance = row.reduce((sum, value) => sum + (value - mean) ** 2, 0) / row.length;
    const root = Math.sqrt(variance + tiny.layerNormEpsilon);
    return row.map((value, dim) => ((value - mean) / root) * (scale[dim] ?? 0) + (shift[dim] ?? 0));
  });
}

function add(left: Rows, right: Rows): Rows {
  return left.map((row, place) => row.map((value, dim) => value + (right[place]?.[dim] ?? 0)));
}

function gelu(value: number): number {
  return (value * (1 + erf(value / Math.SQRT2))) / 2;
}

// Maclaurin series; its terms shrink fast enough for the small arguments here.
function erf(value: number): number {
  let term = value;
  let sum = value;
  for (let n = 1; n < 200 && Math.abs(term) > 1e-14; n += 1) {
    term *= (-value * value) / n;
    sum += term / (2 * n + 1);
  }
  return (2 / Math.sqrt(Math.PI)) * sum;
}

function rowOf({ values, shape }: FloatTensor, row: number): number[] {
  const width = shape[1] ?? 0;
  return [...values.subarray(row * width, (row + 1) * width)];
}
