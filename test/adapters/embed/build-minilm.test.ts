// Building all-MiniLM-L6-v2: what stands in the folder, that it appears at once, and that cancelling leaves nothing.
import { mkdir, readFile, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import onnxProto from 'onnx-proto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildMiniLm, miniLmBuilder, type BuildProgress } from '#adapters/embed/build-minilm';
import { checkChecksums, checkSizes, loadManifest, type ModelManifest } from '#adapters/embed/model-manifest';
import { createTempFolder } from './temp-folder.ts';

let temp: Awaited<ReturnType<typeof createTempFolder>>;
let folder = '';
let manifest: ModelManifest;
const progress: BuildProgress[] = [];

beforeAll(async () => {
  temp = await createTempFolder();
  folder = join(temp.path, 'all-MiniLM-L6-v2');
  // An older model with a file of its own stands there already.
  await mkdir(folder);
  await writeFile(join(folder, 'old.txt'), 'old');
  manifest = await buildMiniLm(folder, { onProgress: (step) => progress.push(step) });
});
afterAll(() => temp.remove());

async function readOperators(path: string): Promise<Record<string, number>> {
  const { graph } = onnxProto.onnx.ModelProto.decode(await readFile(join(folder, path)));
  const counts: Record<string, number> = {};
  for (const { opType } of graph?.node ?? []) if (opType) counts[opType] = (counts[opType] ?? 0) + 1;
  return counts;
}

describe('buildMiniLm', () => {
  it('lists every file with its size and checksum, and replaces what stood there', async () => {
    const paths = [
      'config.json',
      'tokenizer.json',
      'tokenizer_config.json',
      'onnx/model.onnx',
      'onnx/model_quantized.onnx',
    ];
    expect(manifest.files.map((file) => file.path)).toEqual(paths);
    expect(manifest).toMatchObject({ schemaVersion: 1, name: 'all-MiniLM-L6-v2', builder: miniLmBuilder });
    expect(await loadManifest(folder)).toEqual(manifest);
    await checkSizes(folder, manifest);
    await checkChecksums(folder, manifest);
    expect((await readdir(folder)).sort()).toEqual(
      ['config.json', 'manifest.json', 'onnx', 'tokenizer.json', 'tokenizer_config.json'].sort(),
    );
    expect(await readdir(temp.path)).toEqual(['all-MiniLM-L6-v2']);
  });

  it('reports its steps', () => {
    expect(progress).toEqual(
      ['read', 'fp32', 'int8', 'checksums'].map((step, done) => ({ step, done, total: 4 })),
    );
  });

  it('writes the settings the tokenizer needs, without a cut or padding of its own', async () => {
    const config: unknown = JSON.parse(await readFile(join(folder, 'tokenizer_config.json'), 'utf8'));
    expect(config).toEqual({
      tokenizer_class: 'BertTokenizer',
      do_lower_case: true,
      model_max_length: 256,
      unk_token: '[UNK]',
      sep_token: '[SEP]',
      pad_token: '[PAD]',
      cls_token: '[CLS]',
      mask_token: '[MASK]',
    });
    const tokenizer: unknown = JSON.parse(await readFile(join(folder, 'tokenizer.json'), 'utf8'));
    expect(tokenizer).toMatchObject({ truncation: null, padding: null });
  });

  it('draws six layers in fp32, and the same with int8 products', async () => {
    // Per layer: one product for q, k and v, one for the output, two of the feed-forward part; two of the attention.
    expect(await readOperators('onnx/model.onnx')).toMatchObject({
      MatMul: 6 * (4 + 2),
      LayerNormalization: 1 + 6 * 2,
      Erf: 6,
      Softmax: 6,
    });
    const int8 = await readOperators('onnx/model_quantized.onnx');
    expect(int8).toMatchObject({ MatMulInteger: 6 * 4, DynamicQuantizeLinear: 6 * 4, MatMul: 6 * 2 });
    const [fp32Bytes, int8Bytes] = await Promise.all(
      ['onnx/model.onnx', 'onnx/model_quantized.onnx'].map(
        async (path) => (await stat(join(folder, path))).size,
      ),
    );
    expect(int8Bytes ?? 0).toBeLessThan((fp32Bytes ?? 0) / 2);
  });

  it('leaves nothing behind when it is cancelled, and what stood there as it was', async () => {
    const other = join(temp.path, 'other');
    await mkdir(other);
    await writeFile(join(other, 'kept.txt'), 'kept');
    const controller = new AbortController();
    const build = buildMiniLm(other, {
      signal: controller.signal,
      onProgress: ({ step }) => step === 'int8' && controller.abort(),
    });
    await expect(build).rejects.toMatchObject({ code: 'cancelled' });
    expect((await readdir(temp.path)).sort()).toEqual(['all-MiniLM-L6-v2', 'other']);
    expect(await readdir(other)).toEqual(['kept.txt']);
  });
});
