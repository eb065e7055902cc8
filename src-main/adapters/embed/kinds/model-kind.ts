// What a model is for: embedding texts, or scoring pairs of a query and a text; told by its config.json, kept in its manifest.
import { AppError } from '#contract/failure';
import type { ModelKind } from '#contract/models';
import type { ModelManifest } from '../model-manifest.ts';

/** A classifier over whole sequences scores pairs; everything else is taken for an encoder that embeds. */
export function readKind(config: Readonly<Record<string, unknown>>): ModelKind {
  const { architectures } = config;
  const isClassifier =
    Array.isArray(architectures) &&
    architectures.some((name) => typeof name === 'string' && name.endsWith('ForSequenceClassification'));
  return isClassifier ? 'cross-encoder' : 'embedding';
}

/**
 * The names of the numbers a classifier gives for a pair, by `id2label` or `num_labels` of its config.json. Where it has
 * neither it has the library's default, two.
 */
export function readLabels(config: Readonly<Record<string, unknown>>): readonly string[] {
  const { id2label, num_labels: count } = config;
  if (typeof id2label === 'object' && id2label !== null) return Object.values(id2label).map(String);
  return Array.from({ length: typeof count === 'number' ? count : 2 }, (_, label) => `LABEL_${label}`);
}

/** Why a classifier with these labels cannot rerank, or null where it can. */
export function findLabelProblem(labels: readonly string[]): string | null {
  if (labels.length === 1 || labels.length === 2) return null;
  const named = labels.length > 0 && labels.length <= 8 ? ` (${labels.join(', ')})` : '';
  return (
    `gives ${labels.length} numbers for a pair${named}; a cross-encoder gives one that says how relevant the text is, ` +
    'or two of which the second says so'
  );
}

export function kindOf(manifest: ModelManifest): ModelKind {
  return manifest.kind ?? 'embedding';
}

/** @throws AppError `invalid-input` saying what the model is, where it is not of the kind that is needed */
export function requireKind(name: string, kind: ModelKind, needed: ModelKind): void {
  if (kind === needed) return;
  const says =
    needed === 'embedding'
      ? `The model ${name} is a cross-encoder: it scores pairs of a query and a text, and embeds nothing. Name it in a ` +
        'rerank step of the kind "cross-encoder", and an embedding model here'
      : `The model ${name} is an embedding model: it scores no pairs of a query and a text. Name it in a retriever of ` +
        'the kind "embedding", and a cross-encoder here';
  throw new AppError('invalid-input', `${says}; \`assay models list\` says which model is which.`);
}
