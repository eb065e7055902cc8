// The kernel in WebAssembly SIMD that multiplies a query with every row of a table, four rows at a time.
import { encodeModule, wasm } from './wasm-emitter.ts';

/** Rows multiplied together: each number of the query is then loaded once for all of them. */
export const rowsPerBlock = 4;
/** Numbers of a row taken in one step: two vectors of four, so that two sums per row do not wait for each other. */
export const numbersPerStep = 8;

const vectorBytes = 16;
const parameters = ['rows', 'stride', 'query', 'width', 'out', 'blocks'] as const;
const pointers = ['row0', 'row1', 'row2', 'row3', 'at', 'left'] as const;
const queryVectors = ['near', 'far'] as const;
const sums = ['near0', 'near1', 'near2', 'near3', 'far0', 'far1', 'far2', 'far3'] as const;
const names: readonly string[] = [...parameters, ...pointers, ...queryVectors, ...sums];

/**
 * The kernel's arguments, in this order, in bytes unless said otherwise:
 * where the rows start, from one row to the next, where the query starts, how far a row is read (a multiple of
 * 4 x numbersPerStep, > 0), where the products go (32-bit floats), and the number of blocks of rowsPerBlock rows (> 0).
 */
export type DotKernel = (
  rows: number,
  stride: number,
  query: number,
  width: number,
  out: number,
  blocks: number,
) => void;

/** Encodes the kernel; its memory is imported as `assay.memory`, its function exported as `multiply`. */
export function encodeDotKernel(): Uint8Array<ArrayBuffer> {
  return encodeModule({
    memory: ['assay', 'memory'],
    name: 'multiply',
    parameters: parameters.length,
    locals: [
      { type: 'i32', count: pointers.length },
      { type: 'v128', count: queryVectors.length + sums.length },
    ],
    body: wasm.repeatWhile([
      ...startBlock(),
      ...wasm.repeatWhile(stepAlongRows()),
      ...[0, 1, 2, 3].flatMap(storeSum),
      ...advance('rows', [...get('stride'), ...wasm.i32(2), ...wasm.shiftLeftI32]),
      ...advance('out', wasm.i32(4 * rowsPerBlock)),
      ...countDown('blocks', 1),
    ]),
  });
}

function local(name: string): number {
  const index = names.indexOf(name);
  if (index < 0) throw new Error(`the kernel has no local ${name}`);
  return index;
}

function get(name: string): number[] {
  return wasm.get(local(name));
}

function set(name: string): number[] {
  return wasm.set(local(name));
}

function advance(name: string, by: readonly number[]): number[] {
  return [...get(name), ...by, ...wasm.addI32, ...set(name)];
}

/** Leaves the number on the stack. */
function countDown(name: string, by: number): number[] {
  return [...get(name), ...wasm.i32(by), ...wasm.subI32, ...wasm.tee(local(name))];
}

function startBlock(): number[] {
  return [
    ...[...get('rows'), ...set('row0')],
    ...[1, 2, 3].flatMap((row) => [
      ...get(`row${row - 1}`),
      ...get('stride'),
      ...wasm.addI32,
      ...set(`row${row}`),
    ]),
    ...[...get('query'), ...set('at')],
    ...[...get('width'), ...set('left')],
    ...sums.flatMap((sum) => [...wasm.zeroV128, ...set(sum)]),
  ];
}

function stepAlongRows(): number[] {
  const stepBytes = queryVectors.length * vectorBytes;
  return [
    ...queryVectors.flatMap((part, index) => [
      ...get('at'),
      ...wasm.loadV128(index * vectorBytes),
      ...set(part),
    ]),
    ...[0, 1, 2, 3].flatMap((row) =>
      queryVectors.flatMap((part, index) => [
        ...get(`row${row}`),
        ...wasm.loadV128(index * vectorBytes),
        ...get(part),
        ...wasm.mulF32x4,
        ...get(`${part}${row}`),
        ...wasm.addF32x4,
        ...set(`${part}${row}`),
      ]),
    ),
    ...['row0', 'row1', 'row2', 'row3', 'at'].flatMap((name) => advance(name, wasm.i32(stepBytes))),
    ...countDown('left', stepBytes),
  ];
}

/** Joins the eight partial sums of one row of the block and stores them in its place. */
function storeSum(row: number): number[] {
  const near = `near${row}`;
  const lane = (index: number) => [...get(near), ...wasm.laneF32(index)];
  return [
    ...[...get(near), ...get(`far${row}`), ...wasm.addF32x4, ...set(near)],
    ...get('out'),
    ...[...lane(0), ...lane(1), ...wasm.addF32],
    ...[...lane(2), ...lane(3), ...wasm.addF32],
    ...wasm.addF32,
    ...wasm.storeF32(4 * row),
  ];
}
