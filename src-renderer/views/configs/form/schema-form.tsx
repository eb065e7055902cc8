// The form that is made from a JSON Schema: no field of it is written by hand.
import { useMemo } from 'react';
import type { Problem } from '#contract/failure';
import { FormContext, type FormWorld } from './form-world.ts';
import { Fields, GroupProblems } from './groups.tsx';
import { fieldsOf, type Schema } from './schema.ts';

interface SchemaFormProps {
  /** Of an object. */
  readonly schema: Schema;
  readonly value: unknown;
  readonly complete: unknown;
  readonly problems: readonly Problem[];
  readonly isReadOnly: boolean;
  readonly onChange: (value: unknown) => void;
}

export function SchemaForm({ schema, value, complete, problems, isReadOnly, onChange }: SchemaFormProps) {
  const world = useMemo<FormWorld>(
    () => ({ schema, value, complete, problems: byPointer(problems), isReadOnly, change: onChange }),
    [schema, value, complete, problems, isReadOnly, onChange],
  );
  const fields = useMemo(() => fieldsOf(schema), [schema]);
  return (
    <FormContext value={world}>
      <GroupProblems path={[]} />
      <Fields path={[]} fields={fields} />
    </FormContext>
  );
}

/** The whole value is written `/` by who checks it. */
export function pointerOfProblem({ path = '' }: Problem): string {
  return path === '/' ? '' : path;
}

function byPointer(problems: readonly Problem[]): ReadonlyMap<string, readonly Problem[]> {
  const map = new Map<string, Problem[]>();
  for (const problem of problems) {
    const pointer = pointerOfProblem(problem);
    map.set(pointer, [...(map.get(pointer) ?? []), problem]);
  }
  return map;
}
