// Collects the nodes and constants of an ONNX graph and encodes them as a model file.
import onnxProto from 'onnx-proto';
import type { onnx } from 'onnx-proto';

// Codes of TensorProto.DataType (onnx.proto).
const dataTypes = { float: 1, int8: 3, int64: 7, float16: 10 } as const;
export type ElementType = keyof typeof dataTypes;

/** Element type code as the Cast operator takes it. */
export function elementCode(type: ElementType): number {
  return dataTypes[type];
}

export interface GraphTensor {
  readonly name: string;
  readonly type: ElementType;
  /** A number is a fixed size, a word a dynamic one. */
  readonly shape: readonly (number | string)[];
}

/** An attribute: a number with a fraction is written with `float`, whole numbers as they are. */
export type Attribute = number | readonly number[] | { readonly float: number };

type Bytes = Float32Array | Int8Array | Uint16Array | BigInt64Array;

export interface GraphWriter {
  /** Adds a node and returns the name of its first output. `outputs` names all of them where there are several. */
  node(
    operator: string,
    inputs: readonly string[],
    attributes?: Readonly<Record<string, Attribute>>,
    outputs?: readonly string[],
  ): string;
  /**
   * Adds a constant tensor and returns its name. The type follows from the array: Uint16Array is float16.
   * Naming the same bytes again is fine; other bytes under a used name are a mistake of the caller.
   */
  constant(name: string, values: Bytes, shape: readonly number[]): string;
  /** Encodes the model. */
  encode(
    inputs: readonly GraphTensor[],
    outputs: readonly GraphTensor[],
    properties: Readonly<Record<string, string>>,
  ): Uint8Array;
}

/**
 * Starts an empty graph of the default operator set, version 17, IR version 8 (the first with LayerNormalization).
 * @param name the graph's name inside the file
 */
export function createGraphWriter(name: string): GraphWriter {
  const nodes: onnx.INodeProto[] = [];
  const constants = new Map<string, onnx.ITensorProto>();

  function node(
    operator: string,
    inputs: readonly string[],
    attributes: Readonly<Record<string, Attribute>> = {},
    outputs: readonly string[] = [`${operator}_${nodes.length}`],
  ): string {
    nodes.push({
      name: `${operator}_${nodes.length}`,
      opType: operator,
      input: [...inputs],
      output: [...outputs],
      attribute: Object.entries(attributes).map(([key, value]) => encodeAttribute(key, value)),
    });
    return outputs[0] ?? '';
  }

  function constant(constantName: string, values: Bytes, shape: readonly number[]): string {
    const rawData = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
    const known = constants.get(constantName)?.rawData;
    if (known && Buffer.compare(known, rawData) !== 0)
      throw new Error(`constant ${constantName} is defined twice with different values`);
    constants.set(constantName, {
      name: constantName,
      dims: [...shape],
      dataType: dataTypes[typeOf(values)],
      rawData,
    });
    return constantName;
  }

  return {
    node,
    constant,
    encode: (inputs, outputs, properties) =>
      encodeModel(
        {
          name,
          node: nodes,
          initializer: [...constants.values()],
          input: inputs.map(encodeTensorType),
          output: outputs.map(encodeTensorType),
        },
        properties,
      ),
  };
}

function encodeModel(graph: onnx.IGraphProto, properties: Readonly<Record<string, string>>): Uint8Array {
  return onnxProto.onnx.ModelProto.encode({
    irVersion: 8,
    opsetImport: [{ domain: '', version: 17 }],
    producerName: 'assay',
    metadataProps: Object.entries(properties).map(([key, value]) => ({ key, value })),
    graph,
  }).finish();
}

function typeOf(values: Bytes): ElementType {
  if (values instanceof Float32Array) return 'float';
  if (values instanceof Int8Array) return 'int8';
  if (values instanceof Uint16Array) return 'float16';
  return 'int64';
}

// Codes of AttributeProto.AttributeType: FLOAT 1, INT 2, INTS 7.
function encodeAttribute(name: string, value: Attribute): onnx.IAttributeProto {
  if (typeof value === 'number') return { name, type: 2, i: value };
  if ('float' in value) return { name, type: 1, f: value.float };
  return { name, type: 7, ints: [...value] };
}

function encodeTensorType(tensor: GraphTensor): onnx.IValueInfoProto {
  return {
    name: tensor.name,
    type: {
      tensorType: {
        elemType: dataTypes[tensor.type],
        shape: {
          dim: tensor.shape.map((size) =>
            typeof size === 'number' ? { dimValue: size } : { dimParam: size },
          ),
        },
      },
    },
  };
}
