// Reading safetensors: values by hand, and every way a file can be broken.
import { describe, expect, it } from 'vitest';
import { halvesToFloats, openSafetensors } from '#adapters/embed/onnx/safetensors';

function encode(header: string, data: readonly number[] = []): Uint8Array {
  const text = new TextEncoder().encode(header);
  const bytes = new Uint8Array(8 + text.length + data.length);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(text.length), true);
  bytes.set(text, 8);
  bytes.set(data, 8 + text.length);
  return bytes;
}

const one = '{"w":{"dtype":"F16","shape":[1,2],"data_offsets":[0,4]}}';

describe('openSafetensors', () => {
  it('reads halves and singles, from a Buffer too', () => {
    const header = JSON.stringify({
      __metadata__: { format: 'pt' },
      half: { dtype: 'F16', shape: [3], data_offsets: [0, 6] },
      single: { dtype: 'F32', shape: [1], data_offsets: [6, 10] },
    });
    // 1.5 = 0x3e00, -2 = 0xc000, 0.25 = 0x3400; 1.0 as a single = 0x3f800000.
    const bytes = encode(header, [0x00, 0x3e, 0x00, 0xc0, 0x00, 0x34, 0x00, 0x00, 0x80, 0x3f]);
    for (const file of [bytes, Buffer.from(bytes)]) {
      const read = openSafetensors(file, 'w.safetensors');
      expect(read('half')).toEqual({
        shape: [3],
        values: Float32Array.of(1.5, -2, 0.25),
        halves: Uint16Array.of(0x3e00, 0xc000, 0x3400),
      });
      expect(read('single')).toEqual({ shape: [1], values: Float32Array.of(1), halves: null });
    }
  });

  it.each([
    ['too short', new Uint8Array(4), 'is shorter than its 8-byte header length'],
    ['a cut header', encode(one).subarray(0, 20), 'is cut: its header should be'],
    ['a header that is no JSON', encode('{"w":'), 'has a header that is not JSON'],
    ['a header that is no object', encode('null'), 'has a header that is not an object'],
    ['an entry without a shape', encode('{"w":{"dtype":"F16"}}'), 'has a malformed entry for tensor "w"'],
    ['cut data', encode(one, [0, 0]), 'is cut: tensor "w" has 2 of 4 bytes'],
    ['another tensor', encode('{}'), 'has no tensor "w"'],
    [
      'another type',
      encode('{"w":{"dtype":"I64","shape":[1],"data_offsets":[0,8]}}', Array<number>(8).fill(0)),
      'holds tensor "w" as I64',
    ],
  ])('names the file and what is wrong: %s', (_, bytes, message) => {
    const open = () => openSafetensors(bytes, 'weights.safetensors')('w');
    expect(open).toThrow(`weights.safetensors ${message}`);
    expect(open).toThrow(expect.objectContaining({ code: 'unavailable' }) as Error);
  });
});

describe('halvesToFloats', () => {
  it('widens every kind of half exactly', () => {
    const cases: readonly (readonly [number, number])[] = [
      [0x0000, 0],
      [0x8000, -0],
      [0x0001, 2 ** -24],
      [0x03ff, 1023 * 2 ** -24],
      [0x0400, 2 ** -14],
      [0x3c01, 1 + 1 / 1024],
      [0x7bff, 65504],
      [0xfbff, -65504],
      [0x7c00, Infinity],
      [0xfc00, -Infinity],
      [0x7e00, NaN],
    ];
    const floats = halvesToFloats(Uint16Array.from(cases, ([bits]) => bits));
    expect([...floats]).toEqual(cases.map(([, value]) => value));
  });
});
