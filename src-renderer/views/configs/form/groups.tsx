// Groups of fields: an object, and one of several objects told apart by a word such as `kind`.
import { Button } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { Icon } from '../../../ui/icons.tsx';
import { words } from '../../../words.ts';
import { Choice } from './controls.tsx';
import { helpOf, labelOf, meaningOf, tellValue } from './field-words.ts';
import { fieldId, useField, useForm } from './form-world.ts';
import { isObject, pointerOf, type Path } from './json-values.ts';
import { asBranch, leastValue } from './make-values.ts';
import { FieldProblems, isCompact, Node, type NodeProps } from './node.tsx';
import { branchOf, fieldsOf, type Field, type Shape } from './schema.ts';

const text = words.configs.form;

type GroupProps = NodeProps & { readonly isNullable: boolean };

export function ObjectGroup(props: GroupProps & { readonly fields: readonly Field[] }) {
  return (
    <Group {...props}>
      <Fields path={props.path} fields={props.fields} />
    </Group>
  );
}

export function TaggedGroup(props: GroupProps & { readonly shape: Shape & { readonly kind: 'tagged' } }) {
  return (
    <Group {...props}>
      <TaggedFields {...props} />
    </Group>
  );
}

/** The word that says which kind it is, and the fields of that kind. Another word keeps what still fits. */
export function TaggedFields({
  path,
  shape,
  isRequired,
}: NodeProps & { readonly shape: Shape & { readonly kind: 'tagged' } }) {
  const owner = useField(path);
  const tagPath = [...path, shape.tag];
  const tag = useField(tagPath);
  const branch = branchOf(shape, owner.value);
  const word = typeof tag.value === 'string' ? tag.value : undefined;
  const choose = (next: string) => {
    const to = shape.branches.find((candidate) => candidate.word === next);
    if (to) owner.set(asBranch(shape, to, owner.value));
  };
  const meaning = word === undefined ? null : meaningOf(tagPath, word);
  const notes = `${fieldId(tagPath)}:notes`;
  return (
    <>
      <div className="form-field form-kind" data-invalid={tag.problems.length > 0 || undefined}>
        <label htmlFor={fieldId(tagPath)} title={tagPath.join('.')}>
          {labelOf(tagPath)}
        </label>
        <Choice
          id={fieldId(tagPath)}
          path={tagPath}
          schema={{}}
          shape={shape}
          isRequired={isRequired}
          describedBy={notes}
          value={word}
          options={shape.branches.map((candidate) => [candidate.word, candidate.word])}
          onChoose={choose}
          onClear={owner.clear}
        />
        <div id={notes} className="form-notes">
          <FieldProblems problems={tag.problems} />
          {meaning === null ? null : <p className="form-help">{meaning}</p>}
        </div>
      </div>
      {branch ? (
        <Fields path={path} fields={fieldsOf(branch.schema).filter(({ name }) => name !== shape.tag)} />
      ) : null}
    </>
  );
}

/** Single values in columns first, then the groups, then what no form knows. */
export function Fields({ path, fields }: { readonly path: Path; readonly fields: readonly Field[] }) {
  const { value } = useField(path);
  const compact = fields.filter(({ schema }) => isCompact(schema));
  const known = new Set(fields.map(({ name }) => name));
  const unknown = isObject(value) ? Object.keys(value).filter((name) => !known.has(name)) : [];
  const tagless = unknown.filter((name) => name !== 'kind' && name !== 'provider');
  return (
    <>
      {compact.length > 0 ? (
        <div className="form-grid">
          {compact.map((field) => (
            <Node key={field.name} {...field} path={[...path, field.name]} />
          ))}
        </div>
      ) : null}
      {fields
        .filter(({ schema }) => !isCompact(schema))
        .map((field) => (
          <Node key={field.name} {...field} path={[...path, field.name]} />
        ))}
      {tagless.length > 0 ? <p className="form-help">{text.unknownFields(tagless)}</p> : null}
    </>
  );
}

/** A part of the config has a heading; a part of a part is folded away until something in it is given. */
function Group({ path, schema, isRequired, isNullable, children }: GroupProps & { children: ReactNode }) {
  const { value } = useField(path);
  const isGiven = value !== undefined && value !== null;
  const isAbsent = isNullable && !isGiven;
  const inner = isAbsent ? (
    <AddPart path={path} schema={schema} isRequired={isRequired} />
  ) : (
    <>
      <GroupProblems path={path} />
      {children}
    </>
  );
  return path.length <= 1 ? (
    <section className="form-part" aria-label={labelOf(path)}>
      <div className="form-part-head">
        <h3 id={fieldId(path)} tabIndex={-1}>
          {labelOf(path)}
        </h3>
        {isGiven && !isRequired ? <RemovePart path={path} /> : null}
      </div>
      <GroupHelp path={path} />
      {inner}
    </section>
  ) : (
    <Folded path={path} isGiven={isGiven}>
      {inner}
      {isGiven && !isRequired ? <RemovePart path={path} /> : null}
    </Folded>
  );
}

function Folded({
  path,
  isGiven,
  children,
}: {
  readonly path: Path;
  readonly isGiven: boolean;
  readonly children: ReactNode;
}) {
  const [isOpen, setOpen] = useState(isGiven);
  const { value } = useField(path);
  const hasProblems = useHasProblems(path);
  const kind = isObject(value) ? tellValue(value) : '';
  const state = isGiven ? (kind === text.several ? text.given : kind) : text.left;
  return (
    <details className="form-folded" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary id={fieldId(path)}>
        {labelOf(path)} <span className="quiet">{state}</span>
        {hasProblems ? (
          <span className="form-problem">
            <Icon name="cross" size={12} /> {text.hasProblems}
          </span>
        ) : null}
      </summary>
      <div role="group" aria-label={labelOf(path)}>
        <GroupHelp path={path} />
        {children}
      </div>
    </details>
  );
}

function GroupHelp({ path }: { readonly path: Path }) {
  const help = helpOf(path);
  return help === null ? null : <p className="form-help">{help}</p>;
}

/** What is wrong with the group as a whole. What says that a field is missing is said at that field. */
export function GroupProblems({ path }: { readonly path: Path }) {
  const { problems } = useField(path);
  return (
    <FieldProblems
      problems={problems.filter(({ message }) => !/^the field ".*" is missing$/.test(message))}
    />
  );
}

function useHasProblems(path: Path): boolean {
  const { problems } = useForm();
  const pointer = pointerOf(path);
  return [...problems.keys()].some((key) => key === pointer || key.startsWith(`${pointer}/`));
}

function AddPart({ path, schema }: NodeProps) {
  const { set } = useField(path);
  const { isReadOnly } = useForm();
  return (
    <Button size="compact-xs" variant="default" disabled={isReadOnly} onClick={() => set(leastValue(schema))}>
      {text.addPart(labelOf(path))}
    </Button>
  );
}

function RemovePart({ path }: { readonly path: Path }) {
  const { clear } = useField(path);
  const { isReadOnly } = useForm();
  return (
    <button
      type="button"
      className="text-link"
      disabled={isReadOnly}
      aria-label={text.leaveOutOf(labelOf(path))}
      onClick={clear}
    >
      {text.leaveOut}
    </button>
  );
}
