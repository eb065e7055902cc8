// The controls of single values: text, number, yes or no, one of several words, lines, and pairs.
import { useState } from 'react';
import { words } from '../../../words.ts';
import { isLong, tellValue } from './field-words.ts';
import { useField, useForm } from './form-world.ts';
import type { Path } from './json-values.ts';
import { hasType } from './make-values.ts';
import type { Schema, Shape } from './schema.ts';

const text = words.configs.form;

export interface ControlProps {
  readonly id: string;
  readonly path: Path;
  readonly schema: Schema;
  readonly shape: Shape;
  /** A field that is needed has no way of being left out. */
  readonly isRequired: boolean;
  /** For a control whose label is not an element of its own. */
  readonly label?: string;
  readonly describedBy?: string;
}

/** null for what is no single value: see `isSingle`. */
export function Control(props: ControlProps) {
  switch (props.shape.kind) {
    case 'flag':
      return <FlagControl {...props} />;
    case 'word':
      return <WordControl {...props} words={props.shape.words} />;
    case 'number':
      return <TextControl {...props} read={readNumber} write={tellNumber} isNumeric />;
    case 'text':
      return <TextControl {...props} read={(typed) => typed} write={String} isLong={isLong(props.path)} />;
    case 'list':
      return <TextControl {...props} read={readLines} write={tellLines} isLong />;
    case 'tuple':
      return <TupleControl {...props} items={props.shape.items} />;
    default:
      return null;
  }
}

/** Whether one control is enough for the value. */
export function isSingle(shape: Shape): boolean {
  if (shape.kind === 'list') return shape.item.type === 'string';
  return ['text', 'number', 'flag', 'word', 'tuple'].includes(shape.kind);
}

/** What is no number stays as it was typed: the check says so at this field. */
function readNumber(typed: string): unknown {
  const trimmed = typed.trim();
  return /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(trimmed) ? Number(trimmed) : typed;
}

function tellNumber(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function readLines(typed: string): unknown {
  return typed.split('\n').filter((line) => line !== '');
}

function tellLines(value: unknown): string {
  return Array.isArray(value) ? value.map(String).join('\n') : tellNumber(value);
}

function describe({ id, label, describedBy }: ControlProps, isInvalid: boolean) {
  return {
    id,
    'aria-label': label,
    'aria-describedby': describedBy,
    'aria-invalid': isInvalid || undefined,
  };
}

interface TextControlProps extends ControlProps {
  readonly read: (typed: string) => unknown;
  readonly write: (value: unknown) => string;
  readonly isNumeric?: boolean;
  readonly isLong?: boolean;
}

/** Keeps what is typed as it is typed while it means the value: `0.0` on its way to `0.05`, an empty line at the end. */
function TextControl(props: TextControlProps) {
  const { value, byDefault, problems, set, clear } = useField(props.path);
  const { isReadOnly } = useForm();
  const [typed, setTyped] = useState('');
  const isGiven = value !== undefined && value !== null;
  const written = isGiven ? props.write(value) : '';
  const shown = isGiven && props.write(props.read(typed)) === written ? typed : written;
  const change = (next: string) => {
    setTyped(next);
    if (next === '' && !props.isRequired) clear();
    else set(props.read(next));
  };
  const placeholder = props.isRequired || byDefault === undefined ? '' : text.byDefault(tellValue(byDefault));
  const common = {
    ...describe(props, problems.length > 0),
    className: 'form-control',
    value: shown,
    placeholder,
    readOnly: isReadOnly,
    spellCheck: false,
  };
  if (props.isLong)
    return (
      <textarea
        {...common}
        rows={Math.min(8, Math.max(2, shown.split('\n').length))}
        onChange={(event) => change(event.currentTarget.value)}
      />
    );
  return (
    <input
      {...common}
      type="text"
      inputMode={props.isNumeric ? 'decimal' : undefined}
      onChange={(event) => change(event.currentTarget.value)}
    />
  );
}

function FlagControl(props: ControlProps) {
  const state = useField(props.path);
  return (
    <Choice
      {...props}
      value={typeof state.value === 'boolean' ? String(state.value) : undefined}
      options={[
        ['true', words.yes],
        ['false', words.no],
      ]}
      onChoose={(word) => state.set(word === 'true')}
    />
  );
}

function WordControl(props: ControlProps & { readonly words: readonly string[] }) {
  const { value, set } = useField(props.path);
  return (
    <Choice
      {...props}
      value={value === undefined || value === null ? undefined : tellNumber(value)}
      options={props.words.map((word) => [word, word])}
      onChoose={set}
    />
  );
}

interface ChoiceProps extends ControlProps {
  readonly value: string | undefined;
  readonly options: readonly (readonly [string, string])[];
  readonly onChoose: (word: string) => void;
  /** Leaves out more than this one field. */
  readonly onClear?: () => void;
}

/** A value that is none of the words is shown as what it is; leaving it out is the first choice where that may be. */
export function Choice(props: ChoiceProps) {
  const { byDefault, problems, clear } = useField(props.path);
  const { isReadOnly } = useForm();
  const isOdd = props.value !== undefined && !props.options.some(([word]) => word === props.value);
  return (
    <select
      {...describe(props, problems.length > 0)}
      className="form-control"
      disabled={isReadOnly}
      value={props.value ?? ''}
      onChange={({ currentTarget: { value } }) =>
        value === '' ? (props.onClear ?? clear)() : props.onChoose(value)
      }
    >
      {props.isRequired && props.value !== undefined ? null : (
        <option value="">{props.isRequired ? text.choose : text.byDefault(tellValue(byDefault))}</option>
      )}
      {isOdd ? <option value={props.value}>{text.unknownWord(props.value ?? '')}</option> : null}
      {props.options.map(([word, label]) => (
        <option key={word} value={word}>
          {label}
        </option>
      ))}
    </select>
  );
}

/** Several numbers that stand together, such as the shortest and the longest n-gram. */
function TupleControl(props: ControlProps & { readonly items: readonly Schema[] }) {
  const { value, byDefault, problems, set, clear } = useField(props.path);
  const { isReadOnly } = useForm();
  const given: readonly unknown[] = Array.isArray(value) ? value : [];
  const fallback: readonly unknown[] = Array.isArray(byDefault) ? byDefault : [];
  const change = (index: number, typed: string) => {
    const next = props.items.map((_, place) =>
      place === index ? readNumber(typed) : (given[place] ?? fallback[place] ?? ''),
    );
    if (next.every((entry) => entry === '') && !props.isRequired) clear();
    else set(next);
  };
  return (
    <span className="form-tuple">
      {props.items.map((item, index) => (
        <input
          key={index}
          {...describe(props, problems.length > 0 || (given.length > 0 && !hasType(item, given[index])))}
          id={index === 0 ? props.id : `${props.id}/${index}`}
          aria-label={text.part(props.label ?? '', index + 1)}
          className="form-control"
          type="text"
          inputMode="decimal"
          readOnly={isReadOnly}
          value={given[index] === undefined ? '' : tellNumber(given[index])}
          placeholder={byDefault === undefined ? '' : tellValue(byDefault === null ? null : fallback[index])}
          onChange={(event) => change(index, event.currentTarget.value)}
        />
      ))}
    </span>
  );
}
