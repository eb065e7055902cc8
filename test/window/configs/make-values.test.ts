// What the form makes of the contract's own schema: blank configs, other kinds, the same given in another way.
import { describe, expect, test } from 'vitest';
import { completeConfig } from '../../../src-main/domain/config/complete-config.ts';
import { ConfigFileSchema } from '../../../src-main/contract/config.ts';
import { findProblems } from '../../../src-main/services/validate.ts';
import { asBranch, asOption, hasType } from '../../../src-renderer/views/configs/form/make-values.ts';
import {
  branchOf,
  shapeOf,
  withoutNull,
  type Schema,
} from '../../../src-renderer/views/configs/form/schema.ts';
import { isConfigId, nextId } from '../../../src-renderer/views/configs/ids.ts';
import { blankConfig, configSchema, presets } from '../../../src-renderer/views/configs/presets.ts';

function part(name: string): Schema {
  return configSchema.properties?.[name] ?? {};
}

function tagged(schema: Schema) {
  const shape = shapeOf(schema);
  if (shape.kind !== 'tagged') throw new Error('not told apart by a word');
  return shape;
}

function become(name: 'chunker' | 'model', word: string, value: unknown) {
  const shape = tagged(part(name));
  const to = shape.branches.find((branch) => branch.word === word);
  if (!to) throw new Error(`no ${word}`);
  return asBranch(shape, to, value);
}

test('a blank config and every preset is what the contract asks for', () => {
  for (const file of [blankConfig('new'), ...presets])
    expect(findProblems(ConfigFileSchema, file)).toEqual([]);
  expect(completeConfig(blankConfig('new') as never).id).toBe('new');
});

/** Every schema below a schema, each once. */
function allSchemas(schema: Schema, seen = new Set<Schema>()): Set<Schema> {
  if (seen.has(schema)) return seen;
  seen.add(schema);
  const items = Array.isArray(schema.items)
    ? (schema.items as Schema[])
    : schema.items
      ? [schema.items as Schema]
      : [];
  for (const inner of [
    ...Object.values(schema.properties ?? {}),
    ...Object.values(schema.patternProperties ?? {}),
    ...(schema.anyOf ?? []),
    ...(schema.oneOf ?? []),
    ...items,
  ])
    allSchemas(inner, seen);
  return seen;
}

test('the form knows every part of the contract', () => {
  const unknown = [...allSchemas(configSchema)].filter(
    (schema) => schema.type !== 'null' && shapeOf(withoutNull(schema).schema).kind === 'unknown',
  );
  expect(unknown).toEqual([]);
});

describe('another kind', () => {
  test('keeps what fits, and what no kind knows; drops what the old kind alone knew', () => {
    const sentence = { kind: 'sentence', minWords: 6, group: 2, note: 'mine' };
    expect(become('chunker', 'recursive', sentence)).toEqual({ kind: 'recursive', note: 'mine' });
    const fixed = { kind: 'fixed', size: 300, overlap: 20, unit: 'words' };
    expect(become('chunker', 'recursive', fixed)).toEqual({ ...fixed, kind: 'recursive' });
    expect(become('chunker', 'heading', fixed)).toEqual({ kind: 'heading', size: 300 });
  });

  test('drops a field of the same name that means something else', () => {
    const semantic = { kind: 'semantic', model: 'all-MiniLM-L6-v2', size: 900 };
    expect(become('chunker', 'llm', semantic)).toEqual({ kind: 'llm', size: 900 });
  });

  test('leaves out what the analyst alone can know', () => {
    expect(become('chunker', 'fixed', { kind: 'document' })).toEqual({ kind: 'fixed' });
    expect(become('model', 'openai-compatible', { provider: 'extractive', seed: 4 })).toEqual({
      provider: 'openai-compatible',
      seed: 4,
    });
  });

  test('begins anew where there was nothing, or something else', () => {
    expect(become('chunker', 'document', undefined)).toEqual({ kind: 'document' });
    expect(become('chunker', 'document', 'text')).toEqual({ kind: 'document' });
  });
});

describe('given in another way', () => {
  const stopWords = shapeOf(part('analyzer').properties?.['stopWords'] ?? {});
  const [flag, list, text] = stopWords.kind === 'either' ? stopWords.options : [];

  test('the ways are told apart by their type', () => {
    expect(
      [true, ['a'], 'file.txt'].map((value) => [flag, list, text].map((way) => hasType(way ?? {}, value))),
    ).toEqual([
      [true, false, false],
      [false, true, false],
      [false, false, true],
    ]);
  });

  test('a text becomes a list of one, a list its first, anything else the least', () => {
    expect(asOption(list ?? {}, 'words.txt')).toEqual(['words.txt']);
    expect(asOption(text ?? {}, ['a', 'b'])).toBe('a');
    expect(asOption(text ?? {}, true)).toBe('');
    expect(asOption(flag ?? {}, 'words.txt')).toBe(true);
  });

  test('one page becomes a range of it', () => {
    const page = shapeOf(withoutNull(part('filter')).schema.properties?.['page'] ?? {});
    const range = page.kind === 'either' ? page.options[1] : undefined;
    expect(asOption(range ?? {}, 7)).toEqual([7, 7]);
  });
});

test('a value of no known kind has no branch', () => {
  expect(branchOf(tagged(part('chunker')), { kind: 'other' })).toBeNull();
  expect(branchOf(tagged(part('chunker')), null)).toBeNull();
});

test('the next id that is free', () => {
  expect(nextId('hybrid', ['hybrid'])).toBe('hybrid-2');
  expect(nextId('hybrid-2', ['hybrid', 'hybrid-2', 'Hybrid-3'])).toBe('hybrid-4');
  expect(['a', 'ж1', '-a', '', 'a b', 'a/b', '.a'].map(isConfigId)).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
    false,
  ]);
});
