// One field of the form, whatever it holds: a control with its label, help and problems, or a group of more fields.
import { useId, type ReactNode } from 'react';
import type { Problem } from '#contract/failure';
import { Icon } from '../../../ui/icons.tsx';
import { words } from '../../../words.ts';
import { Choice, Control, isSingle } from './controls.tsx';
import { helpOf, labelOf, meaningOf, tellValue } from './field-words.ts';
import { fieldId, useField } from './form-world.ts';
import { ObjectGroup, TaggedGroup } from './groups.tsx';
import type { Path } from './json-values.ts';
import { ListGroup } from './list-group.tsx';
import { asOption, hasType } from './make-values.ts';
import { MapGroup } from './map-group.tsx';
import { shapeOf, withoutNull, type Schema, type Shape } from './schema.ts';

const text = words.configs.form;

export interface NodeProps {
  readonly path: Path;
  readonly schema: Schema;
  readonly isRequired: boolean;
}

export function Node({ path, schema, isRequired }: NodeProps) {
  const bare = withoutNull(schema);
  const shape = shapeOf(bare.schema);
  const props = { path, schema: bare.schema, isRequired, isNullable: bare.isNullable };
  if (isSingle(shape)) return <SingleField {...props} shape={shape} />;
  switch (shape.kind) {
    case 'either':
      return <EitherField {...props} options={shape.options} />;
    case 'object':
      return <ObjectGroup {...props} fields={shape.fields} />;
    case 'tagged':
      return <TaggedGroup {...props} shape={shape} />;
    case 'list':
      return <ListGroup {...props} item={shape.item} fewest={shape.fewest} />;
    case 'map':
      return <MapGroup {...props} value={shape.value} />;
    default:
      return <p className="quiet">{text.jsonOnly(labelOf(path))}</p>;
  }
}

/** Fields that stand together in columns; the others are groups and take the whole width. */
export function isCompact(schema: Schema): boolean {
  const shape = shapeOf(withoutNull(schema).schema);
  return isSingle(shape) || shape.kind === 'either';
}

function SingleField({ path, schema, shape, isRequired }: NodeProps & { readonly shape: Shape }) {
  const id = fieldId(path);
  const { value } = useField(path);
  const meaning = shape.kind === 'word' && typeof value === 'string' ? meaningOf(path, value) : null;
  return (
    <FieldFrame path={path} isRequired={isRequired} hint={meaning}>
      {(describedBy) => (
        <Control
          id={id}
          path={path}
          schema={schema}
          shape={shape}
          isRequired={isRequired}
          describedBy={describedBy}
          label={shape.kind === 'tuple' ? labelOf(path) : undefined}
        />
      )}
    </FieldFrame>
  );
}

/** What can be given in several ways: which way, and the value given that way. */
function EitherField({ path, options, isRequired }: NodeProps & { readonly options: readonly Schema[] }) {
  const { value, set } = useField(path);
  const id = fieldId(path);
  const isGiven = value !== undefined && value !== null;
  const chosen = isGiven ? options.findIndex((option) => hasType(option, value)) : -1;
  const option = options[chosen];
  const shape = option ? shapeOf(option) : null;
  return (
    <FieldFrame path={path} isRequired={isRequired}>
      {(describedBy) => (
        <span className="form-either">
          <Choice
            id={id}
            path={path}
            schema={option ?? {}}
            shape={{ kind: 'unknown' }}
            isRequired={isRequired}
            describedBy={describedBy}
            value={isGiven ? (option ? String(chosen) : tellValue(value)) : undefined}
            options={options.map((each, index) => [String(index), text.ways[shapeOf(each).kind]])}
            onChoose={(index) => {
              const to = options[Number(index)];
              if (to) set(asOption(to, value));
            }}
          />
          {option && shape && isSingle(shape) ? (
            <Control
              id={`${id}/value`}
              path={path}
              schema={option}
              shape={shape}
              isRequired
              label={labelOf(path)}
              describedBy={describedBy}
            />
          ) : null}
          {option && shape?.kind === 'list' && !isSingle(shape) ? (
            <ListGroup path={path} item={shape.item} fewest={shape.fewest} isBare />
          ) : null}
        </span>
      )}
    </FieldFrame>
  );
}

interface FieldFrameProps {
  readonly path: Path;
  readonly isRequired: boolean;
  readonly hint?: string | null;
  readonly children: (describedBy: string) => ReactNode;
}

function FieldFrame({ path, isRequired, hint = null, children }: FieldFrameProps) {
  const notes = useId();
  const { value, problems } = useField(path);
  const isMissing = isRequired && value === undefined;
  const help = [hint, helpOf(path)].filter((part) => part !== null).join(' ');
  return (
    <div className="form-field" data-invalid={problems.length > 0 || isMissing || undefined}>
      <label htmlFor={fieldId(path)} title={path.join('.')}>
        {labelOf(path)}
      </label>
      {children(notes)}
      <div id={notes} className="form-notes">
        {isMissing ? (
          <p className="form-problem">
            <Icon name="cross" size={12} /> {text.needed}
          </p>
        ) : null}
        <FieldProblems problems={problems} />
        {help === '' ? null : <p className="form-help">{help}</p>}
      </div>
    </div>
  );
}

export function FieldProblems({ problems }: { readonly problems: readonly Problem[] }) {
  return problems.map(({ message, remedy, severity }, index) => (
    <p key={index} className="form-problem" data-warning={severity === 'warning' || undefined}>
      <Icon name={severity === 'warning' ? 'warning' : 'cross'} size={12} /> {message}
      {remedy ? `. ${remedy}.` : ''}
    </p>
  ));
}
