// The kernel in WebAssembly SIMD that multiplies a query with every row of a table, row after row.
import { encodeModule, wasm } from './wasm-emitter.ts';

/**
 * Numbers of a row taken in one step: four vectors of four, so that four sums do not wait for each other. One row at a
 * time, since memory is what is waited for: taking several rows at once, each from its own place, was measured to be
 * more than twice as slow once the table outgrows the caches.
 */
export const numbersPerStep = 16;

const vectorBytes = 16;
const parts = [0, 1, 2, 3] as const;
const stepBytes = parts.length * vectorBytes;
const parameters = ['row', 'stride', 'query', 'width', 'out', 'rows'] as const;
const pointers = ['at', 'queryAt', 'left'] as const;
const sums = parts.map((part) => `sum${part}`);
const names: readonly string[] = [...parameters, ...pointers, ...sums];

/**
 * The kernel's arguments, in this order, in bytes unless said otherwise:
 * where the rows start, from one row to the next, where the query starts, how far a row is read (a multiple of
 * 4 x numbersPerStep, > 0), where the products go (32-bit floats), and the number of rows (> 0).
 */
export type DotKernel = (
  row: number,
  stride: number,
  query: number,
  width: number,
  out: number,
  rows: number,
) => void;

/** Encodes the kernel; its memory is imported as `assay.memory`, its function exported as `multiply`. */
export function encodeDotKernel(): Uint8Array<ArrayBuffer> {
  return encodeModule({
    memory: ['assay', 'memory'],
    name: 'multiply',
    parameters: parameters.length,
    locals: [
      { type: 'i32', count: pointers.length },
      { type: 'v128', count: sums.length },
    ],
    body: wasm.repeatWhile([
      ...startRow(),
      ...wasm.repeatWhile(stepAlongRow()),
      ...storeSum(),
      ...advance('row', get('stride')),
      ...advance('out', wasm.i32(4)),
      ...countDown('rows', 1),
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

function startRow(): number[] {
  return [
    ...[...get('row'), ...set('at')],
    ...[...get('query'), ...set('queryAt')],
    ...[...get('width'), ...set('left')],
    ...sums.flatMap((sum) => [...wasm.zeroV128, ...set(sum)]),
  ];
}

function stepAlongRow(): number[] {
  const load = (from: string, part: number) => [...get(from), ...wasm.loadV128(part * vectorBytes)];
  return [
    ...parts.flatMap((part) => [
      ...[...load('at', part), ...load('queryAt', part), ...wasm.mulF32x4],
      ...[...get(`sum${part}`), ...wasm.addF32x4, ...set(`sum${part}`)],
    ]),
    ...advance('at', wasm.i32(stepBytes)),
    ...advance('queryAt', wasm.i32(stepBytes)),
    ...countDown('left', stepBytes),
  ];
}

/** Joins the sixteen partial sums of a row and stores them in its place. */
function storeSum(): number[] {
  const lane = (index: number) => [...get('sum0'), ...wasm.laneF32(index)];
  return [
    ...sums.slice(1).flatMap((sum) => [...get('sum0'), ...get(sum), ...wasm.addF32x4, ...set('sum0')]),
    ...get('out'),
    ...[...lane(0), ...lane(1), ...wasm.addF32],
    ...[...lane(2), ...lane(3), ...wasm.addF32],
    ...wasm.addF32,
    ...wasm.storeF32(0),
  ];
}
