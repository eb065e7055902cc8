// A text field of the inspector that saves itself.
import { Textarea, TextInput } from '@mantine/core';
import type { KeyboardEvent } from 'react';
import { useTyped } from './use-typed.ts';

interface TypedFieldProps<Value> {
  readonly label: string;
  readonly hint?: string;
  readonly placeholder?: string;
  readonly value: Value;
  readonly write: (value: Value) => string;
  readonly save: (text: string, seen: Value) => void;
  /** What is wrong with a text that cannot be saved; null for one that can. */
  readonly problemOf?: (text: string) => string | null;
  /** Enter begins a new line here; leaving the field saves. */
  readonly hasLines?: boolean;
  readonly isLong?: boolean;
  readonly isLabelHidden?: boolean;
}

/** What `problemOf` objects to is shown and not saved; it stays in the field. */
export function TypedField<Value>(props: TypedFieldProps<Value>) {
  const {
    label,
    hint,
    placeholder,
    problemOf,
    isLong = false,
    hasLines = false,
    isLabelHidden = false,
  } = props;
  const typed = useTyped(props.value, props.write, (text, seen) => {
    if ((problemOf?.(text) ?? null) === null) props.save(text, seen);
  });
  const problem = typed.isTyping ? (problemOf?.(typed.value) ?? null) : null;
  const shared = {
    ...(isLabelHidden ? { 'aria-label': label } : { label }),
    size: 'xs' as const,
    description: hint,
    placeholder,
    error: problem,
    value: typed.value,
    onBlur: () => {
      if (problem === null) typed.commit();
    },
    onKeyDown: (event: KeyboardEvent) => {
      const isEnter = event.key === 'Enter' && !event.shiftKey;
      if (isEnter && hasLines) return;
      if (isEnter && problem !== null) event.preventDefault();
      else typed.onKeyDown(event);
    },
  };
  return isLong ? (
    <Textarea
      {...shared}
      className="long-field"
      rows={2}
      onChange={({ currentTarget }) => typed.onType(currentTarget.value)}
    />
  ) : (
    <TextInput {...shared} onChange={({ currentTarget }) => typed.onType(currentTarget.value)} />
  );
}
