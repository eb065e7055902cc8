// Makes values that a schema asks for: a new entry, another kind that keeps what still fits, the same given in another way.
import { isObject, type JsonObject } from './json-values.ts';
import { branchOf, fieldsOf, shapeOf, withoutNull, type Branch, type Schema, type Shape } from './schema.ts';

/**
 * The least that a schema asks for. Choices take their first word. Texts and numbers that the analyst alone can know are
 * left out of objects, so that the form says that they are needed.
 */
export function leastValue(schema: Schema): unknown {
  const shape = shapeOf(schema);
  switch (shape.kind) {
    case 'text':
      return '';
    case 'number':
      return schema.minimum ?? 0;
    case 'flag':
      return true;
    case 'word':
      return shape.words[0];
    case 'object':
      return leastObject(schema);
    case 'tagged':
      return shape.branches[0] ? leastObject(shape.branches[0].schema) : {};
    case 'list':
      return Array.from({ length: shape.fewest }, () => leastValue(shape.item));
    case 'tuple':
      return shape.items.map(leastValue);
    case 'map':
      return {};
    case 'either':
      return shape.options[0] ? leastValue(shape.options[0]) : null;
    default:
      return null;
  }
}

function leastObject(schema: Schema): JsonObject {
  const needed = fieldsOf(schema).filter(
    ({ isRequired, schema: field }) => isRequired && !['text', 'number'].includes(shapeOf(field).kind),
  );
  return Object.fromEntries(needed.map((field) => [field.name, leastValue(field.schema)]));
}

/**
 * The value as another kind: what the new kind knows too and would take stays, and so do fields that no kind knows.
 * What the old kind alone knew goes.
 */
export function asBranch(shape: Shape & { readonly kind: 'tagged' }, to: Branch, value: unknown): JsonObject {
  const before = isObject(value) ? value : {};
  const known = branchOf(shape, value)?.schema.properties ?? {};
  const wanted = to.schema.properties ?? {};
  const kept = Object.entries(before).filter(([name, part]) => {
    const field = wanted[name];
    if (name === shape.tag) return false;
    return field ? hasType(field, part) && fitsWords(field, part) : !Object.hasOwn(known, name);
  });
  return { ...leastObject(to.schema), [shape.tag]: to.word, ...Object.fromEntries(kept) };
}

/** The value given in another way: one text as a list of one, a list as its first, else the least of the new way. */
export function asOption(option: Schema, value: unknown): unknown {
  if (hasType(option, value)) return value;
  const shape = shapeOf(option);
  if (shape.kind === 'list' && hasType(shape.item, value)) return [value];
  if (shape.kind === 'tuple' && shape.items.every((item) => hasType(item, value)))
    return shape.items.map(() => value);
  if (Array.isArray(value) && value.length > 0 && hasType(option, value[0])) return value[0];
  return leastValue(option);
}

/** Whether the value is of the JSON type that the schema asks for; what stands inside it is not looked at. */
export function hasType(schema: Schema, value: unknown): boolean {
  const bare = withoutNull(schema);
  if (value === null) return bare.isNullable || schema.type === 'null';
  const shape = shapeOf(bare.schema);
  switch (shape.kind) {
    case 'text':
    case 'word':
      return typeof value === 'string';
    case 'number':
      return typeof value === 'number' && (!shape.isInteger || Number.isInteger(value));
    case 'flag':
      return typeof value === 'boolean';
    case 'object':
    case 'map':
      return isObject(value);
    case 'tagged':
      return branchOf(shape, value) !== null;
    case 'list':
      return Array.isArray(value);
    case 'tuple':
      return Array.isArray(value) && value.length === shape.items.length;
    case 'either':
      return shape.options.some((option) => hasType(option, value));
    default:
      return false;
  }
}

function fitsWords(schema: Schema, value: unknown): boolean {
  const shape = shapeOf(withoutNull(schema).schema);
  return shape.kind !== 'word' || shape.words.includes(String(value));
}
