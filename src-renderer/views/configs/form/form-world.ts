// What every part of the form shares: the value it shows, its defaults, what is wrong with it, and how it is changed.
import { createContext, useContext } from 'react';
import type { Problem } from '#contract/failure';
import {
  isObject,
  pointerOf,
  valueAt,
  valueAtLike,
  withValue,
  withoutValue,
  type Path,
} from './json-values.ts';
import { hasType } from './make-values.ts';
import { branchOf, fieldsOf, schemaAt, shapeOf, withoutNull, type Schema } from './schema.ts';

export interface FormWorld {
  readonly schema: Schema;
  readonly value: unknown;
  /** The same with every default filled in, as far as it is known. */
  readonly complete: unknown;
  /** By JSON pointer. */
  readonly problems: ReadonlyMap<string, readonly Problem[]>;
  readonly isReadOnly: boolean;
  readonly change: (value: unknown) => void;
}

export const FormContext = createContext<FormWorld | null>(null);

export function useForm(): FormWorld {
  const world = useContext(FormContext);
  if (world === null) throw new Error('There is no form around this field.');
  return world;
}

export interface FieldState {
  /** undefined = left out. */
  readonly value: unknown;
  /** What counts while it is left out; undefined = not known. */
  readonly byDefault: unknown;
  readonly problems: readonly Problem[];
  readonly set: (value: unknown) => void;
  /** Leaves it out again. */
  readonly clear: () => void;
}

export function useField(path: Path): FieldState {
  const world = useForm();
  return {
    value: valueAt(world.value, path),
    byDefault: valueAtLike(world.complete, world.value, path),
    problems: world.problems.get(pointerOf(path)) ?? [],
    set: (value) => world.change(withField(world, path, value)),
    clear: () => world.change(withoutField(world, path)),
  };
}

/** The element id of a field: problems link to it. */
export function fieldId(path: Path): string {
  return `field${pointerOf(path)}`;
}

function withField({ schema, value: root }: FormWorld, path: Path, value: unknown): unknown {
  return withValue(root, path, value, (owner) => {
    const of = schemaAt(schema, root, owner, hasType);
    if (of === null) return [];
    const shape = shapeOf(withoutNull(of).schema);
    if (shape.kind === 'object') return shape.fields.map(({ name }) => name);
    const branch = shape.kind === 'tagged' ? branchOf(shape, valueAt(root, owner)) : null;
    return branch ? fieldsOf(branch.schema).map(({ name }) => name) : [];
  });
}

/** An object that is empty now says nothing more than one that is left out; one that may be null was asked for and stays. */
function withoutField({ schema, value: root }: FormWorld, path: Path): unknown {
  const without = withoutValue(root, path);
  const owner = path.slice(0, -1);
  const left = valueAt(without, owner);
  const of = schemaAt(schema, root, owner, hasType);
  if (of === null || typeof owner.at(-1) !== 'string' || !isObject(left) || Object.keys(left).length > 0)
    return without;
  return withoutNull(of).isNullable || shapeOf(of).kind !== 'object' ? without : withoutValue(without, owner);
}
