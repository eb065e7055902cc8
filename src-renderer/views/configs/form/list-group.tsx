// A list of parts, such as retrievers: each can be moved up and down and removed, and one more can be added.
import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { words } from '../../../words.ts';
import { entryWord, helpOf, labelOf, tellValue } from './field-words.ts';
import { fieldId, useField, useForm } from './form-world.ts';
import { Fields, GroupProblems, TaggedFields } from './groups.tsx';
import { isObject, withMoved, type Path } from './json-values.ts';
import { leastValue } from './make-values.ts';
import { Node } from './node.tsx';
import { shapeOf, type Schema } from './schema.ts';

const text = words.configs.form;

interface ListGroupProps {
  readonly path: Path;
  readonly item: Schema;
  readonly fewest: number;
  /** Inside a field that has its own label. */
  readonly isBare?: boolean;
}

export function ListGroup({ path, item, fewest, isBare = false }: ListGroupProps) {
  const { value, byDefault, set } = useField(path);
  const { isReadOnly } = useForm();
  const entries: readonly unknown[] = Array.isArray(value) ? value : [];
  const focusLater = useFocusAfter();
  const add = () => {
    set([...entries, leastValue(item)]);
    focusLater(fieldId([...path, entries.length]));
  };
  const move = (from: number, to: number) => {
    set(withMoved(entries, from, to));
    focusLater(`${fieldId([...path, to])}:${from < to ? 'down' : 'up'}`, fieldId([...path, to]));
  };
  const remove = (index: number) => {
    set(entries.filter((_, place) => place !== index));
    focusLater(fieldId([...path, Math.max(0, index - 1)]), fieldId(path));
  };
  const inner = (
    <>
      <GroupProblems path={path} />
      {entries.length === 0 && !isBare ? (
        <p className="quiet">
          {value === undefined ? text.byDefault(tellValue(byDefault ?? [])) : text.emptyList}
        </p>
      ) : null}
      {entries.map((entry, index) => (
        <Entry
          key={index}
          path={[...path, index]}
          item={item}
          summary={isObject(entry) ? tellValue(entry) : ''}
          actions={{
            up: index > 0 ? () => move(index, index - 1) : null,
            down: index < entries.length - 1 ? () => move(index, index + 1) : null,
            remove: entries.length > fewest ? () => remove(index) : null,
          }}
        />
      ))}
      <Button
        id={isBare ? undefined : `${fieldId(path)}:add`}
        size="compact-xs"
        variant="default"
        disabled={isReadOnly}
        onClick={add}
      >
        {text.add(entryWord(path))}
      </Button>
    </>
  );
  if (isBare) return <span className="form-bare-list">{inner}</span>;
  return (
    <section className="form-part" aria-label={labelOf(path)}>
      <h3 id={fieldId(path)} tabIndex={-1}>
        {labelOf(path)}
      </h3>
      {helpOf(path) === null ? null : <p className="form-help">{helpOf(path)}</p>}
      {inner}
    </section>
  );
}

interface EntryProps {
  readonly path: Path;
  readonly item: Schema;
  readonly summary: string;
  readonly actions: Readonly<Record<'up' | 'down' | 'remove', (() => void) | null>>;
}

function Entry({ path, item, summary, actions }: EntryProps) {
  const { isReadOnly } = useForm();
  const id = fieldId(path);
  const name = labelOf(path);
  return (
    <div id={id} className="form-entry" role="group" aria-label={`${name} ${summary}`} tabIndex={-1}>
      <div className="form-entry-head">
        <strong>{name}</strong>
        <span className="quiet">{summary}</span>
        {(['up', 'down', 'remove'] as const).map((action) => (
          <Button
            key={action}
            id={`${id}:${action}`}
            size="compact-xs"
            variant="default"
            disabled={isReadOnly || actions[action] === null}
            aria-label={text.entryActions[action](name)}
            onClick={() => actions[action]?.()}
          >
            {text.entryButtons[action]}
          </Button>
        ))}
      </div>
      <GroupProblems path={path} />
      <EntryFields path={path} item={item} />
    </div>
  );
}

function EntryFields({ path, item }: { readonly path: Path; readonly item: Schema }) {
  const shape = shapeOf(item);
  if (shape.kind === 'tagged') return <TaggedFields path={path} schema={item} shape={shape} isRequired />;
  if (shape.kind === 'object') return <Fields path={path} fields={shape.fields} />;
  return <Node path={path} schema={item} isRequired />;
}

/** Moves the focus once the change is drawn: to the first of the elements that is there and can take it. */
function useFocusAfter(): (...ids: readonly string[]) => void {
  const [wanted, setWanted] = useState<readonly string[]>([]);
  useEffect(() => {
    const found = wanted
      .map((id) => document.getElementById(id))
      .find((element) => element !== null && !(element instanceof HTMLButtonElement && element.disabled));
    found?.focus();
  }, [wanted]);
  return (...ids) => setWanted(ids);
}
