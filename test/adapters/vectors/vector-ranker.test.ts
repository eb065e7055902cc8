// The SIMD kernel gives the lists of the plain loop, for every width, count and distance.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openVectorRanker } from '#adapters/vectors/vector-ranker';
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
  it('multiplies whole numbers exactly, row after row', () => {
    const memory = new WebAssembly.Memory({ initial: 1, maximum: 1 });
    const instance = new WebAssembly.Instance(new WebAssembly.Module(encodeDotKernel()), {
      assay: { memory },
    });
    const floats = new Float32Array(memory.buffer);
    const width = 32;
    const rows = 5;
    for (let i = 0; i < rows * width; i += 1) floats[i] = (i * 7) % 11;
    for (let i = 0; i < width; i += 1) floats[200 + i] = i - 5;
    (instance.exports.multiply as DotKernel)(0, width * 4, 200 * 4, width * 4, 300 * 4, rows);
    const expected = Array.from({ length: rows }, (_, row) =>
      Array.from({ length: width }, (__, i) => (((row * width + i) * 7) % 11) * (i - 5)).reduce(
        (a, b) => a + b,
      ),
    );
    expect([...floats.subarray(300, 300 + rows)]).toEqual(expected);
  });
});

describe('openVectorRanker', () => {
  it('uses SIMD on this engine, and not where it is turned off', () => {
    const content = { vectors: seededVectors(5, 3, 1), dims: 3, distance: 'dot' } as const;
    expect(openVectorRanker(content).method).toBe('simd');
    expect(openVectorRanker(content, { simd: false }).method).toBe('plain');
  });

  it.each([1, 3, 7, 8, 9, 16, 31, 384])('ranks as the plain loop does: %i dimensions', (dims) => {
    for (const count of [1, 3, 4, 5, 250]) {
      const vectors = seededVectors(count, dims, count);
      // Equal rows and zero rows.
      vectors.copyWithin(0, (count >> 1) * dims, ((count >> 1) + 1) * dims);
      if (count > 4) vectors.fill(0, 2 * dims, 3 * dims);
      const query = seededVectors(1, dims, 99);
      for (const distance of distances) {
        const prepared = prepareVectors({ vectors, dims, distance });
        const simd = openVectorRanker({ vectors, dims, distance });
        const plain = openVectorRanker({ vectors, dims, distance }, { simd: false });
        for (const candidates of [0, 1, 2, 10, count, Infinity]) {
          const expected = rankVectors(prepared, query, { candidates, minScore: 0 });
          expect(simd.rank(query, { candidates, minScore: 0 })).toEqual(expected);
          expect(plain.rank(query, { candidates, minScore: 0 })).toEqual(expected);
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
        const content = { vectors: Float32Array.from(rows.flat()), dims: query.length, distance };
        const limits = { candidates, minScore: null };
        const expected = rankVectors(prepareVectors(content), Float32Array.from(query), limits);
        const found = openVectorRanker(content).rank(Float32Array.from(query), {
          candidates,
          minScore: null,
        });
        expect(found).toEqual(expected);
      }),
      { seed: 3, numRuns: 400 },
    );
  });

  it('keeps its own vectors, and one ranker does not disturb another', () => {
    const vectors = seededVectors(40, 24, 5);
    const query = seededVectors(1, 24, 6);
    const open = (distance: VectorDistance) => openVectorRanker({ vectors, dims: 24, distance });
    const [cosine, l2] = [open('cosine'), open('l2')];
    const [first, second] = [
      cosine.rank(query, { candidates: 5, minScore: null }),
      l2.rank(query, { candidates: 5, minScore: null }),
    ];
    vectors.fill(0);
    expect(cosine.rank(query, { candidates: 5, minScore: null })).toEqual(first);
    expect(l2.rank(query, { candidates: 5, minScore: null })).toEqual(second);
    expect(first).toHaveLength(5);
  });

  it('ranks nothing without rows, also where no model said how many dimensions there are', () => {
    const empty = openVectorRanker({ vectors: new Float32Array(), dims: 0, distance: 'cosine' });
    expect(empty.rank(new Float32Array(4), { candidates: 10, minScore: null })).toEqual([]);
  });

  it('refuses a query of other dimensions, and numbers that are no rows', () => {
    const content = { vectors: new Float32Array(8), dims: 4, distance: 'dot' } as const;
    const message = 'The query has 3 dimensions, the table 4.';
    expect(() =>
      openVectorRanker(content).rank(new Float32Array(3), { candidates: 1, minScore: null }),
    ).toThrow(message);
    expect(() => openVectorRanker({ ...content, dims: 3 })).toThrow('8 numbers are no rows of 3 dimensions.');
  });
});
