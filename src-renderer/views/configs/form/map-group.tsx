// Fields that the analyst names: headers, query parameters, metadata.
import { Button } from '@mantine/core';
import { useState } from 'react';
import { words } from '../../../words.ts';
import { entryWord, labelOf } from './field-words.ts';
import { fieldId, useField, useForm } from './form-world.ts';
import { GroupProblems } from './groups.tsx';
import { isObject, type Path } from './json-values.ts';
import { leastValue } from './make-values.ts';
import { Node } from './node.tsx';
import type { Schema } from './schema.ts';

const text = words.configs.form;

/** An entry keeps its name; another name is another entry. */
export function MapGroup({ path, value: valueSchema }: { readonly path: Path; readonly value: Schema }) {
  const { value } = useField(path);
  const names = isObject(value) ? Object.keys(value) : [];
  return (
    <fieldset className="form-map">
      <legend id={fieldId(path)} tabIndex={-1}>
        {labelOf(path)}
      </legend>
      <GroupProblems path={path} />
      {names.map((name) => (
        <MapEntry key={name} path={[...path, name]} schema={valueSchema} />
      ))}
      <AddEntry path={path} names={names} schema={valueSchema} />
    </fieldset>
  );
}

function MapEntry({ path, schema }: { readonly path: Path; readonly schema: Schema }) {
  const { clear } = useField(path);
  const { isReadOnly } = useForm();
  const name = String(path.at(-1));
  return (
    <div className="form-map-entry">
      <Node path={path} schema={schema} isRequired />
      <Button
        size="compact-xs"
        variant="default"
        disabled={isReadOnly}
        aria-label={text.entryActions.remove(name)}
        onClick={clear}
      >
        {text.entryButtons.remove}
      </Button>
    </div>
  );
}

function AddEntry({
  path,
  names,
  schema,
}: {
  readonly path: Path;
  readonly names: readonly string[];
  readonly schema: Schema;
}) {
  const { value, set } = useField(path);
  const { isReadOnly } = useForm();
  const [name, setName] = useState('');
  const isTaken = names.includes(name);
  const add = () => {
    if (name === '' || isTaken) return;
    set({ ...(isObject(value) ? value : {}), [name]: leastValue(schema) });
    setName('');
  };
  return (
    <div className="form-map-entry">
      <div className="form-field" data-invalid={isTaken || undefined}>
        <label htmlFor={`${fieldId(path)}:name`}>{text.newName(entryWord(path))}</label>
        <input
          id={`${fieldId(path)}:name`}
          className="form-control"
          readOnly={isReadOnly}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            add();
          }}
        />
        {isTaken ? <p className="form-problem">{text.taken(name)}</p> : null}
      </div>
      <Button
        size="compact-xs"
        variant="default"
        disabled={isReadOnly || name === '' || isTaken}
        onClick={add}
      >
        {text.add(entryWord(path))}
      </Button>
    </div>
  );
}
