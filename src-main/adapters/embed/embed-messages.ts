// What the host asks the embedding child, and how it asks: the names and shapes of both sides of the boundary.
import { AppError } from '#contract/failure';
import type { PreviewedTokens } from '#services/ports';
import type { BuildOptions, BuildProgress } from './build-minilm.ts';
import type { EmbeddedTexts } from './embed-core.ts';
import type { ModelManifest, ModelVariant } from './model-manifest.ts';

/** The part of a child client that embedding needs. */
export interface EmbedChild {
  call(
    method: string,
    input: unknown,
    options?: { readonly signal?: AbortSignal; readonly onProgress?: (progress: unknown) => void },
  ): Promise<unknown>;
}

/** Input of the child's `embed`. The hash makes a model that was replaced in its folder a different one. */
export interface EmbedInput {
  readonly folder: string;
  readonly variant: ModelVariant;
  readonly modelHash: string;
  readonly texts: readonly string[];
  readonly threads?: number;
}

/** Input of the child's `buildMiniLm`. */
export interface BuildInput {
  readonly folder: string;
}

/** Input of the child's `previewTokens`. */
export interface PreviewInput {
  readonly folder: string;
  readonly texts: readonly string[];
}

/** Cuts texts into the model's pieces in the child: its tokenizer alone is loaded. */
export async function askPreviewTokens(
  child: EmbedChild,
  input: PreviewInput,
  options: { readonly signal?: AbortSignal } = {},
): Promise<PreviewedTokens> {
  return (await child.call('previewTokens', input, options)) as PreviewedTokens;
}

/** Embeds in the child; `onProgress` gets the number of texts done. */
export async function askEmbed(
  child: EmbedChild,
  input: EmbedInput,
  options: { readonly signal?: AbortSignal; readonly onProgress?: (done: number) => void } = {},
): Promise<EmbeddedTexts> {
  const value = (await child.call('embed', input, {
    signal: options.signal,
    onProgress: (progress) => options.onProgress?.((progress as { readonly done: number }).done),
  })) as EmbeddedTexts;
  if (value.vectors.length !== input.texts.length * value.dims)
    throw new AppError(
      'internal',
      `The embedding child returned ${value.vectors.length} numbers for ${input.texts.length} texts.`,
    );
  return value;
}

/** Builds all-MiniLM-L6-v2 in the child, so that the seconds it takes do not hold the host. */
export async function askBuildMiniLm(
  child: EmbedChild,
  folder: string,
  options: BuildOptions = {},
): Promise<ModelManifest> {
  const input: BuildInput = { folder };
  const manifest = await child.call('buildMiniLm', input, {
    signal: options.signal,
    onProgress: (progress) => options.onProgress?.(progress as BuildProgress),
  });
  return manifest as ModelManifest;
}
