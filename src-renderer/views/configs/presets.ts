// What a new config can start from beside the configs that are there.
import bm25 from '../../../resources/presets/bm25.json';
import embedding from '../../../resources/presets/embedding.json';
import hybrid from '../../../resources/presets/hybrid.json';
import tfidf from '../../../resources/presets/tfidf.json';
import { ConfigFileSchema } from '#contract/config';
import { isObject, type JsonObject } from './form/json-values.ts';
import { leastValue } from './form/make-values.ts';
import type { Schema } from './form/schema.ts';

/** As the form reads it. The contract's type of it describes the values and says nothing of its JSON. */
export const configSchema = ConfigFileSchema as object as Schema;

export const presets: readonly (JsonObject & { readonly id: string; readonly name: string })[] = [
  tfidf,
  bm25,
  embedding,
  hybrid,
];

/** The least that the format asks for: the first kind of everything. */
export function blankConfig(id: string): JsonObject {
  const least = leastValue(configSchema);
  return { schemaVersion: 1, id, ...(isObject(least) ? least : {}) };
}
