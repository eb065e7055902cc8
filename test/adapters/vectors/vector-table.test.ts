// The SIMD kernel gives the lists of the plain loop, for every width, count and distance.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allocateVectorTable, createVectorTable } from '#adapters/vectors/vector-table';
import { encodeDotKernel, type DotKernel } from '#adapters/vectors/dot-kernel';
import { encodeModule, wasm } from '#adapters/vectors/wasm-emitter';
import { prepareVectors, type VectorDistance } from '#domain/retrieval/vectors/prepare-vectors';
import { rankVectors } from '#domain/retrieval/vectors/rank-vectors';
import { seededVectors } from './seeded-vectors.ts';

const distances: readonly VectorDistance[] = ['cosine', 'dot', 'l2'];

describe('the emitter', () => {
  it('encodes a module that an engine accepts, byte for byte as the specification says', () => {
    const bytes = encodeModule({
      memory: ['a', 'm'],
      name: 'f',
      parameters: 1,
      locals: [{ type: 'v128', count: 200 }],
      body: [...wasm.get(0), ...wasm.i32(-129), ...wasm.addI32, ...wasm.set(0)],
    });
    expect([...bytes]).toEqual([
      ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
      ...[0x01, 0x05, 0x01, 0x60, 0x01, 0x7f, 0x00],
      ...[0x02, 0x08, 0x01, 0x01, 0x61, 0x01, 0x6d, 0x02, 0x00, 0x01],
      ...[0x03, 0x02, 0x01, 0x00],
      ...[0x07, 0x05, 0x01, 0x01, 0x66, 0x00, 0x00],
      ...[0x0a, 0x0f, 0x01, 0x0d, 0x01, 0xc8, 0x01, 0x7b],
      ...[0x20, 0x00, 0x41, 0xff, 0x7e, 0x6a, 0x21, 0x00, 0x0b],
    ]);
    expect(WebAssembly.validate(bytes)).toBe(true);
  });

  it('encodes the kernel as valid WebAssembly', () => {
    expect(WebAssembly.validate(encodeDotKernel())).toBe(true);
  });
});

describe('the kernel', () => {
  it('multiplies whole numbers exactly, block after block', () => {
    const memory = new WebAssembly.Memory({ initial: 1, maximum: 1 });
    const instance = new WebAssembly.Instance(new WebAssembly.Module(encodeDotKernel()), {
      assay: { memory },
    });
    const floats = new Float32Array(memory.buffer);
    const width = 16;
    const rows = 8;
    for (let i = 0; i < rows * width; i += 1) floats[i] = (i * 7) % 11;
    for (let i = 0; i < width; i += 1) floats[200 + i] = i - 5;
    (instance.exports.multiply as DotKernel)(0, width * 4, 200 * 4, width * 4, 300 * 4, rows / 4);
    const expected = Array.from({ length: rows }, (_, row) =>
      Array.from({ length: width }, (__, i) => (((row * width + i) * 7) % 11) * (i - 5)).reduce(
        (a, b) => a + b,
      ),
    );
    expect([...floats.subarray(300, 300 + rows)]).toEqual(expected);
  });
});

describe('createVectorTable', () => {
  it('uses SIMD on this engine, and not where it is turned off', () => {
    const input = { vectors: seededVectors(5, 3, 1), dims: 3 };
    expect(createVectorTable(input).method).toBe('simd');
    expect(createVectorTable(input, { simd: false }).method).toBe('plain');
  });

  it.each([1, 3, 7, 8, 9, 16, 31, 384])('ranks as the plain loop does: %i dimensions', (dims) => {
    for (const count of [1, 3, 4, 5, 250]) {
      const vectors = seededVectors(count, dims, count);
      // Equal rows, zero rows, and rows in the opposite direction.
      vectors.copyWithin(0, (count >> 1) * dims, ((count >> 1) + 1) * dims);
      if (count > 4) vectors.fill(0, 2 * dims, 3 * dims);
      const query = seededVectors(1, dims, 99);
      for (const distance of distances) {
        const prepared = prepareVectors({ vectors, dims, distance });
        const table = createVectorTable({ vectors, dims }).open(distance);
        const plain = createVectorTable({ vectors, dims }, { simd: false }).open(distance);
        for (const candidates of [0, 1, 2, 10, count, Infinity]) {
          const expected = rankVectors(prepared, query, { candidates, minScore: 0 });
          expect(table.rank(query, candidates, 0)).toEqual(expected);
          expect(plain.rank(query, candidates, 0)).toEqual(expected);
        }
      }
    }
  });

  it('ranks as the plain loop does whatever the numbers, also beside rows that are not finite', () => {
    const number = fc.oneof(fc.float(), fc.float({ min: -2, max: 2 }), fc.constantFrom(0, 1, -1));
    const tables = fc.integer({ min: 1, max: 11 }).chain((dims) => {
      const vector = fc.array(number, { minLength: dims, maxLength: dims });
      return fc.record({
        rows: fc.array(vector, { minLength: 1, maxLength: 12 }),
        query: vector,
        distance: fc.constantFrom(...distances),
        candidates: fc.integer({ min: 0, max: 11 }),
      });
    });
    fc.assert(
      fc.property(tables, ({ rows, query, distance, candidates }) => {
        const input = { vectors: Float32Array.from(rows.flat()), dims: query.length };
        const limits = { candidates, minScore: null };
        const expected = rankVectors(
          prepareVectors({ ...input, distance }),
          Float32Array.from(query),
          limits,
        );
        const ranker = createVectorTable(input).open(distance);
        expect(ranker.rank(Float32Array.from(query), candidates, null)).toEqual(expected);
      }),
      { seed: 3, numRuns: 400 },
    );
  });

  it('answers two rankers over one table in turn, and holds the vectors once', () => {
    const vectors = seededVectors(40, 24, 5);
    const table = createVectorTable({ vectors, dims: 24 });
    const [cosine, l2] = [table.open('cosine'), table.open('l2')];
    const query = seededVectors(1, 24, 6);
    const first = cosine.rank(query, 5, null);
    const second = l2.rank(query, 5, null);
    expect(cosine.rank(query, 5, null)).toEqual(first);
    expect(l2.rank(query, 5, null)).toEqual(second);
    expect(table.vectors).toEqual(vectors);
  });

  it('fills a table in place, and ranks nothing in an empty one', () => {
    const builder = allocateVectorTable(2, 2);
    builder.vectors.set([1, 0, 0, 1]);
    expect(builder.finish().open('dot').rank(Float32Array.of(0, 3), 1, null)).toEqual([
      { chunk: 1, score: 3 },
    ]);
    const empty = createVectorTable({ vectors: new Float32Array(), dims: 4 });
    expect(empty.open('cosine').rank(new Float32Array(4), 10, null)).toEqual([]);
  });

  it('refuses a query of other dimensions', () => {
    const ranker = createVectorTable({ vectors: new Float32Array(8), dims: 4 }).open('dot');
    expect(() => ranker.rank(new Float32Array(3), 1, null)).toThrow(
      'The query has 3 dimensions, the table 4.',
    );
  });
});
