// A tiny assembler: WebAssembly instructions and modules as bytes, as far as the kernel of vector products needs them.
// Encodings: WebAssembly Core Specification 2.0, chapter 5 (binary format).

export type ValueType = 'i32' | 'v128';

const valueTypes: Readonly<Record<ValueType, number>> = { i32: 0x7f, v128: 0x7b };
const noResult = 0x40;

/** Unsigned LEB128. */
function unsigned(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  do {
    const low = rest % 128;
    rest = Math.floor(rest / 128);
    bytes.push(rest > 0 ? low + 128 : low);
  } while (rest > 0);
  return bytes;
}

/** Signed LEB128 of a 32-bit integer. */
function signed(value: number): number[] {
  const bytes: number[] = [];
  for (let rest = value; ;) {
    const low = rest & 0x7f;
    rest >>= 7;
    const isLast = (rest === 0 && (low & 0x40) === 0) || (rest === -1 && (low & 0x40) !== 0);
    bytes.push(isLast ? low : low | 0x80);
    if (isLast) return bytes;
  }
}

/** Instructions; each is its bytes, and a program is all of them in a row. Addresses may have any alignment. */
export const wasm = {
  get: (local: number) => [0x20, ...unsigned(local)],
  set: (local: number) => [0x21, ...unsigned(local)],
  tee: (local: number) => [0x22, ...unsigned(local)],
  i32: (value: number) => [0x41, ...signed(value)],
  addI32: [0x6a],
  subI32: [0x6b],
  addF32: [0x92],
  storeF32: (offset: number) => [0x38, 0, ...unsigned(offset)],
  loadV128: (offset: number) => [0xfd, ...unsigned(0), 0, ...unsigned(offset)],
  zeroV128: [0xfd, ...unsigned(12), ...new Array<number>(16).fill(0)],
  laneF32: (lane: number) => [0xfd, ...unsigned(31), lane],
  addF32x4: [0xfd, ...unsigned(228)],
  mulF32x4: [0xfd, ...unsigned(230)],
  /** Repeats `body` as long as it leaves a number other than 0. */
  repeatWhile: (body: readonly number[]) => [0x03, noResult, ...body, 0x0d, 0, 0x0b],
} as const;

/**
 * Encodes a module with one exported function that works on an imported memory.
 * @param definition.memory module and name under which the memory is imported
 * @param definition.parameters all i32; locals are numbered after them, in the order given
 */
export function encodeModule(definition: {
  readonly memory: readonly [string, string];
  readonly name: string;
  readonly parameters: number;
  readonly locals: readonly { readonly type: ValueType; readonly count: number }[];
  readonly body: readonly number[];
}): Uint8Array<ArrayBuffer> {
  const { memory, name, parameters, locals, body } = definition;
  const declared = vector(locals.map(({ type, count }) => [...unsigned(count), valueTypes[type]]));
  const code = [...declared, ...body, 0x0b];
  const signature = [0x60, ...vector(new Array<number[]>(parameters).fill([valueTypes.i32])), ...vector([])];
  return Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
    ...section(1, [signature]),
    ...section(2, [[...text(memory[0]), ...text(memory[1]), 0x02, 0x00, ...unsigned(1)]]),
    ...section(3, [unsigned(0)]),
    ...section(7, [[...text(name), 0x00, ...unsigned(0)]]),
    ...section(10, [[...unsigned(code.length), ...code]]),
  ]);
}

function section(id: number, entries: readonly (readonly number[])[]): number[] {
  const content = vector(entries);
  return [id, ...unsigned(content.length), ...content];
}

function vector(entries: readonly (readonly number[])[]): number[] {
  return [...unsigned(entries.length), ...entries.flat()];
}

function text(value: string): number[] {
  const bytes = [...new TextEncoder().encode(value)];
  return [...unsigned(bytes.length), ...bytes];
}
