// Reads a JSON Schema as what a form needs to know: which control a value takes, and which fields an object has.
/** The part of JSON Schema that the contract is written in. */
export interface Schema {
  readonly type?: string;
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly discriminator?: { readonly propertyName: string };
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  /** A list stands for a tuple. */
  readonly items?: Schema | readonly Schema[];
  readonly patternProperties?: Readonly<Record<string, Schema>>;
  readonly minItems?: number;
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly maximum?: number;
}

export interface Field {
  readonly name: string;
  readonly schema: Schema;
  readonly isRequired: boolean;
}

export interface Branch {
  /** The value of the tag that chooses this branch. */
  readonly word: string;
  readonly schema: Schema;
}

export type Shape =
  | { readonly kind: 'text' | 'flag' | 'nothing' | 'unknown' }
  | { readonly kind: 'number'; readonly isInteger: boolean }
  /** One of fixed words. */
  | { readonly kind: 'word'; readonly words: readonly string[] }
  | { readonly kind: 'object'; readonly fields: readonly Field[] }
  /** One of several objects, told apart by the field `tag`. */
  | { readonly kind: 'tagged'; readonly tag: string; readonly branches: readonly Branch[] }
  | { readonly kind: 'list'; readonly item: Schema; readonly fewest: number }
  | { readonly kind: 'tuple'; readonly items: readonly Schema[] }
  | { readonly kind: 'map'; readonly value: Schema }
  /** One of several things that differ in their JSON type. */
  | { readonly kind: 'either'; readonly options: readonly Schema[] };

export function shapeOf(schema: Schema): Shape {
  if (schema.discriminator && schema.oneOf)
    return taggedShape(schema.discriminator.propertyName, schema.oneOf);
  const options = optionsOf(schema);
  if (options.length > 1) return choiceShape(options);
  const [only = schema] = options;
  if (typeof only.const === 'string') return { kind: 'word', words: [only.const] };
  switch (only.type) {
    case 'string':
      return { kind: 'text' };
    case 'number':
    case 'integer':
      return { kind: 'number', isInteger: only.type === 'integer' };
    case 'boolean':
      return { kind: 'flag' };
    case 'null':
      return { kind: 'nothing' };
    case 'array':
      return listShape(only);
    case 'object':
      return objectShape(only);
    default:
      return { kind: 'unknown' };
  }
}

/** Without the null that stands for 'none', and whether there was one. */
export function withoutNull(schema: Schema): { readonly schema: Schema; readonly isNullable: boolean } {
  const options = optionsOf(schema);
  const rest = options.filter(({ type }) => type !== 'null');
  if (rest.length === options.length) return { schema, isNullable: false };
  const [only] = rest;
  return { schema: rest.length === 1 && only ? only : { anyOf: rest }, isNullable: true };
}

export function branchOf(shape: Shape & { readonly kind: 'tagged' }, value: unknown): Branch | null {
  const word = typeof value === 'object' && value !== null ? Reflect.get(value, shape.tag) : undefined;
  return shape.branches.find((branch) => branch.word === word) ?? null;
}

export function fieldsOf(schema: Schema): readonly Field[] {
  return Object.entries(schema.properties ?? {}).map(([name, field]) => ({
    name,
    schema: field,
    isRequired: schema.required?.includes(name) ?? false,
  }));
}

/** What the schema says of the value at a path, as far as the value tells which kind is meant; null where it says nothing. */
export function schemaAt(
  schema: Schema,
  value: unknown,
  path: readonly (string | number)[],
  hasType: (schema: Schema, value: unknown) => boolean,
): Schema | null {
  const [part, ...rest] = path;
  if (part === undefined) return schema;
  const inner = stepInto(withoutNull(schema).schema, value, part, hasType);
  const here = typeof value === 'object' && value !== null ? Reflect.get(value, part) : undefined;
  return inner === null ? null : schemaAt(inner, here, rest, hasType);
}

function stepInto(
  schema: Schema,
  value: unknown,
  part: string | number,
  hasType: (schema: Schema, value: unknown) => boolean,
): Schema | null {
  const shape = shapeOf(schema);
  switch (shape.kind) {
    case 'object':
      return shape.fields.find(({ name }) => name === part)?.schema ?? null;
    case 'tagged':
      return branchOf(shape, value)?.schema.properties?.[part] ?? null;
    case 'list':
      return shape.item;
    case 'tuple':
      return shape.items[Number(part)] ?? null;
    case 'map':
      return shape.value;
    case 'either': {
      const option = shape.options.find((candidate) => hasType(candidate, value));
      return option ? stepInto(option, value, part, hasType) : null;
    }
    default:
      return null;
  }
}

/** The branches of a union, those of unions inside it among them. */
function optionsOf(schema: Schema): readonly Schema[] {
  return schema.anyOf ? schema.anyOf.flatMap(optionsOf) : [schema];
}

function choiceShape(options: readonly Schema[]): Shape {
  const words = options.map((option) => option.const);
  return words.every((word) => typeof word === 'string')
    ? { kind: 'word', words }
    : { kind: 'either', options };
}

function taggedShape(tag: string, branches: readonly Schema[]): Shape {
  return {
    kind: 'tagged',
    tag,
    branches: branches.map((schema) => ({ word: String(schema.properties?.[tag]?.const), schema })),
  };
}

function listShape({ items, minItems = 0 }: Schema): Shape {
  if (items === undefined) return { kind: 'unknown' };
  if (isTuple(items)) return { kind: 'tuple', items };
  return { kind: 'list', item: items, fewest: minItems };
}

function objectShape(schema: Schema): Shape {
  const [value] = Object.values(schema.patternProperties ?? {});
  return value ? { kind: 'map', value } : { kind: 'object', fields: fieldsOf(schema) };
}

function isTuple(items: Schema | readonly Schema[]): items is readonly Schema[] {
  return Array.isArray(items);
}
