// Draws the encoder of BERT, or a classifier on top of it, as an ONNX graph over given weights, in fp32 or with int8 matrix products.
import { createGraphWriter, elementCode, type GraphTensor, type GraphWriter } from './onnx-writer.ts';
import { quantiseColumns } from './quantise-int8.ts';
import type { FloatTensor } from './safetensors.ts';

/** The numbers of config.json that shape the graph. */
export interface BertShape {
  readonly hiddenSize: number;
  readonly layers: number;
  readonly heads: number;
  readonly layerNormEpsilon: number;
  /** Of a sequence classifier: how many numbers it gives for a sequence. Left out: the encoder alone. */
  readonly labels?: number;
}

export type Precision = 'fp32' | 'int8';

export interface BertWeights {
  /** Reads a tensor by the name transformers gives it, such as `encoder.layer.0.output.dense.weight`. */
  readonly read: (name: string) => FloatTensor;
}

// Seven bits: see quantiseColumns. With all eight, pairs of products saturate on AVX2 processors.
const codeLimit = 63;

interface Pen {
  readonly graph: GraphWriter;
  readonly shape: BertShape;
  readonly read: (name: string) => FloatTensor;
  readonly precision: Precision;
}

/**
 * Encodes the model `input_ids, attention_mask, token_type_ids [batch, sequence] -> last_hidden_state
 * [batch, sequence, hidden]`, or `-> logits [batch, labels]` for a classifier: the first token's state through `pooler.dense`
 * and tanh, then `classifier`. Definition: Devlin et al. 2019 (BERT), post-layer normalisation, GELU by Erf.
 * int8 means dynamic quantisation: activations by DynamicQuantizeLinear (per tensor), weights symmetric per
 * column, products by MatMulInteger; the embeddings, normalisations and the attention itself stay in floats.
 * @param onLayer called before each layer with its number from 0; may throw to stop
 */
export function encodeBert(
  shape: BertShape,
  weights: BertWeights,
  precision: Precision,
  onLayer: (layer: number) => void,
): Uint8Array {
  const graph = createGraphWriter(`bert-${precision}`);
  const pen: Pen = { graph, shape, read: weights.read, precision };
  let hidden = drawEmbeddings(pen);
  const mask = drawMask(graph);
  for (let layer = 0; layer < shape.layers; layer += 1) {
    onLayer(layer);
    hidden = drawLayer(pen, hidden, mask, layer);
  }
  const ids = ['batch', 'sequence'] as const;
  const output: GraphTensor =
    shape.labels === undefined
      ? { name: 'last_hidden_state', type: 'float', shape: [...ids, shape.hiddenSize] }
      : { name: 'logits', type: 'float', shape: ['batch', shape.labels] };
  graph.node('Identity', [shape.labels === undefined ? hidden : drawHead(pen, hidden)], {}, [output.name]);
  return graph.encode(
    ['input_ids', 'attention_mask', 'token_type_ids'].map((name) => ({ name, type: 'int64', shape: ids })),
    [output],
    { precision },
  );
}

function drawHead(pen: Pen, hidden: string): string {
  const { graph } = pen;
  const place = graph.constant('first_token', BigInt64Array.of(0n), []);
  const first = graph.node('Gather', [hidden, place], { axis: 1 });
  const pooled = graph.node('Tanh', [drawLinear(pen, first, ['pooler.dense'])]);
  return drawLinear(pen, pooled, ['classifier']);
}

function drawEmbeddings(pen: Pen): string {
  const { graph } = pen;
  const words = graph.node('Gather', [drawTable(pen, 'word_embeddings'), 'input_ids']);
  const types = graph.node('Gather', [drawTable(pen, 'token_type_embeddings'), 'token_type_ids']);
  const length = graph.node('Gather', [
    graph.node('Shape', ['input_ids']),
    drawIntegers(graph, 'second_axis', [1]),
  ]);
  const zero = drawIntegers(graph, 'first_position', [0]);
  const positions = graph.node('Slice', [drawTable(pen, 'position_embeddings'), zero, length, zero]);
  const sum = graph.node('Add', [
    graph.node('Add', [drawFloats(pen, words), drawFloats(pen, types)]),
    drawFloats(pen, positions),
  ]);
  return drawLayerNorm(pen, sum, 'embeddings.LayerNorm');
}

// The int8 model keeps its tables as the half floats they came in (exact, half the bytes) and widens what it reads.
function drawTable(pen: Pen, table: string): string {
  const name = `embeddings.${table}.weight`;
  const tensor = pen.read(name);
  const values = pen.precision === 'int8' && tensor.halves !== null ? tensor.halves : tensor.values;
  return pen.graph.constant(name, values, tensor.shape);
}

function drawFloats(pen: Pen, rows: string): string {
  return pen.precision === 'int8' ? pen.graph.node('Cast', [rows], { to: elementCode('float') }) : rows;
}

// 1 for a token, 0 for padding becomes 0 and -10000: what is added before softmax, so that padding weighs nothing.
function drawMask(graph: GraphWriter): string {
  const axes = drawIntegers(graph, 'mask_axes', [1, 2]);
  const mask = graph.node('Cast', [graph.node('Unsqueeze', ['attention_mask', axes])], {
    to: elementCode('float'),
  });
  const padding = graph.node('Sub', [drawNumber(graph, 'one', 1), mask]);
  return graph.node('Mul', [padding, drawNumber(graph, 'padding_penalty', -10000)]);
}

function drawLayer(pen: Pen, input: string, mask: string, layer: number): string {
  const { graph } = pen;
  const prefix = `encoder.layer.${layer}`;
  const context = drawAttention(pen, input, mask, `${prefix}.attention.self`);
  const attended = drawLinear(pen, context, [`${prefix}.attention.output.dense`]);
  const middle = drawLayerNorm(
    pen,
    graph.node('Add', [attended, input]),
    `${prefix}.attention.output.LayerNorm`,
  );
  const wide = drawGelu(graph, drawLinear(pen, middle, [`${prefix}.intermediate.dense`]));
  const narrow = drawLinear(pen, wide, [`${prefix}.output.dense`]);
  return drawLayerNorm(pen, graph.node('Add', [narrow, middle]), `${prefix}.output.LayerNorm`);
}

function drawAttention(pen: Pen, input: string, mask: string, prefix: string): string {
  const { graph, shape } = pen;
  const width = shape.hiddenSize / shape.heads;
  // One product for the three projections: the same numbers as three, with less overhead.
  const projected = drawLinear(pen, input, [`${prefix}.query`, `${prefix}.key`, `${prefix}.value`]);
  const parts = ['q', 'k', 'v'].map((part) => `${prefix}.${part}`);
  graph.node('Split', [projected], { axis: 2 }, parts);
  const [query, key, value] = [
    [0, 2, 1, 3],
    [0, 2, 3, 1],
    [0, 2, 1, 3],
  ].map((order, part) => {
    const heads = drawIntegers(graph, 'split_heads', [0, 0, shape.heads, width]);
    return graph.node('Transpose', [graph.node('Reshape', [parts[part] ?? '', heads])], { perm: order });
  });
  const products = graph.node('MatMul', [query ?? '', key ?? '']);
  const scores = graph.node('Div', [products, drawNumber(graph, 'head_scale', Math.sqrt(width))]);
  const shares = graph.node('Softmax', [graph.node('Add', [scores, mask])], { axis: -1 });
  const mixed = graph.node('Transpose', [graph.node('MatMul', [shares, value ?? ''])], {
    perm: [0, 2, 1, 3],
  });
  return graph.node('Reshape', [mixed, drawIntegers(graph, 'join_heads', [0, 0, shape.hiddenSize])]);
}

// x W + b for one layer, or for several that read the same x, side by side.
function drawLinear(pen: Pen, input: string, layers: readonly string[]): string {
  const { graph } = pen;
  const name = layers.join('+');
  const { values, rows, columns } = joinTransposed(layers.map((layer) => pen.read(`${layer}.weight`)));
  const bias = joinVectors(layers.map((layer) => pen.read(`${layer}.bias`).values));
  const biasName = graph.constant(`${name}.bias`, bias, [columns]);
  if (pen.precision === 'fp32') {
    const weight = graph.constant(`${name}.weight`, values, [rows, columns]);
    return graph.node('Add', [graph.node('MatMul', [input, weight]), biasName]);
  }
  const matrix = quantiseColumns(values, rows, columns, codeLimit);
  const codes = graph.constant(`${name}.codes`, matrix.codes, [rows, columns]);
  const scales = graph.constant(`${name}.scales`, matrix.scales, [columns]);
  const zeros = graph.constant(`${name}.zeros`, new Int8Array(columns), [columns]);
  const quantised = ['codes', 'scale', 'zero'].map((part) => `${name}.input.${part}`);
  const [inputCodes = '', inputScale = '', inputZero = ''] = quantised;
  graph.node('DynamicQuantizeLinear', [input], {}, quantised);
  // This order of nodes is the one the runtime recognises and fuses into a single kernel.
  const sums = graph.node('MatMulInteger', [inputCodes, codes, inputZero, zeros]);
  const floats = graph.node('Cast', [sums], { to: elementCode('float') });
  const scaled = graph.node('Mul', [floats, graph.node('Mul', [inputScale, scales])]);
  return graph.node('Add', [scaled, biasName]);
}

function drawGelu(graph: GraphWriter, input: string): string {
  const erf = graph.node('Erf', [graph.node('Div', [input, drawNumber(graph, 'root_two', Math.SQRT2)])]);
  const gate = graph.node('Add', [erf, drawNumber(graph, 'one', 1)]);
  return graph.node('Mul', [graph.node('Mul', [input, gate]), drawNumber(graph, 'half', 0.5)]);
}

function drawLayerNorm(pen: Pen, input: string, name: string): string {
  const inputs = ['weight', 'bias'].map((part) => {
    const tensor = pen.read(`${name}.${part}`);
    return pen.graph.constant(`${name}.${part}`, tensor.values, tensor.shape);
  });
  const epsilon = { float: pen.shape.layerNormEpsilon };
  return pen.graph.node('LayerNormalization', [input, ...inputs], { axis: -1, epsilon });
}

function drawNumber(graph: GraphWriter, name: string, value: number): string {
  return graph.constant(name, Float32Array.of(value), []);
}

function drawIntegers(graph: GraphWriter, name: string, values: readonly number[]): string {
  return graph.constant(name, BigInt64Array.from(values, BigInt), [values.length]);
}

/** Puts weight matrices of shape [outputs, inputs] side by side as one [inputs, all outputs], row-major. */
function joinTransposed(tensors: readonly FloatTensor[]): {
  values: Float32Array;
  rows: number;
  columns: number;
} {
  const rows = tensors[0]?.shape[1] ?? 0;
  const columns = tensors.reduce((sum, tensor) => sum + (tensor.shape[0] ?? 0), 0);
  const values = new Float32Array(rows * columns);
  let first = 0;
  for (const tensor of tensors) {
    const outputs = tensor.shape[0] ?? 0;
    for (let output = 0; output < outputs; output += 1) {
      for (let row = 0; row < rows; row += 1) {
        values[row * columns + first + output] = tensor.values[output * rows + row] ?? 0;
      }
    }
    first += outputs;
  }
  return { values, rows, columns };
}

function joinVectors(vectors: readonly Float32Array[]): Float32Array {
  const joined = new Float32Array(vectors.reduce((sum, vector) => sum + vector.length, 0));
  let start = 0;
  for (const vector of vectors) {
    joined.set(vector, start);
    start += vector.length;
  }
  return joined;
}
