// The int8 quantiser: arithmetic by hand, its error bound, and the sums that must not saturate.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dequantise, quantiseColumns } from '#adapters/embed/onnx/quantise-int8';

describe('quantiseColumns', () => {
  it('gives each column the scale of its largest weight', () => {
    // Columns: (1, -0.25) and (-2, 0.3).
    const matrix = quantiseColumns(Float32Array.of(1, -2, -0.25, 0.3), 2, 2, 127);
    expect([...matrix.scales]).toEqual([Math.fround(1 / 127), Math.fround(2 / 127)]);
    expect([...matrix.codes]).toEqual([127, -127, Math.round(-0.25 * 127), Math.round((0.3 / 2) * 127)]);
  });

  it('keeps a column of zeros, and one too small for a scale', () => {
    const matrix = quantiseColumns(Float32Array.of(0, 4, 0, -4), 2, 2, 63);
    expect(quantiseColumns(Float32Array.of(2 ** -149), 1, 1, 63).codes).toEqual(Int8Array.of(0));
    expect(matrix).toEqual({
      rows: 2,
      columns: 2,
      codes: Int8Array.of(0, 63, 0, -63),
      scales: Float32Array.of(1, 4 / 63),
    });
    expect([...dequantise(matrix)]).toEqual([0, 4, 0, -4].map((value) => expect.closeTo(value, 6)));
  });

  it('is never off by more than half a scale, and never beyond the limit', () => {
    const weights = fc.array(
      fc.integer({ min: -128, max: 128 }).map((sixteenths) => sixteenths / 16),
      { minLength: 12, maxLength: 12 },
    );
    fc.assert(
      fc.property(weights, fc.constantFrom(63, 127), (values, limit) => {
        const matrix = quantiseColumns(Float32Array.from(values), 4, 3, limit);
        const back = dequantise(matrix);
        return values.every((value, index) => {
          const scale = matrix.scales[index % 3] ?? NaN;
          const code = matrix.codes[index] ?? NaN;
          return Math.abs((back[index] ?? NaN) - value) <= scale * 0.5001 && Math.abs(code) <= limit;
        });
      }),
      { seed: 20, numRuns: 60 },
    );
  });

  it('leaves pairs of products inside 16 bits at the limit the models use', () => {
    expect(2 * 255 * 63).toBeLessThanOrEqual(32767);
    expect(2 * 255 * 127).toBeGreaterThan(32767);
  });
});
