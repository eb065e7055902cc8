// The three marks found, grounded, correct: always together and always in this order.
import { Icon } from './icons.tsx';
import { words } from '../words.ts';

export interface Marks {
  readonly found: boolean | null;
  readonly grounded: boolean | null;
  readonly correct: boolean | null;
}

export const tripleOrder = ['found', 'grounded', 'correct'] as const;

/** One mark: a check, a cross or a dash, and its word for screen readers. */
export function Mark({ ok }: { readonly ok: boolean | null }) {
  const word = ok === null ? words.notScoreable : ok ? words.yes : words.no;
  return (
    <span className={`mark mark-${ok === null ? 'none' : ok ? 'yes' : 'no'}`} title={word}>
      <Icon name={ok === null ? 'dash' : ok ? 'check' : 'cross'} size={14} />
      <span className="unseen">{word}</span>
    </span>
  );
}

/** All three with their words, for a heading. */
export function Triple(marks: Marks) {
  return (
    <ul className="triple">
      {tripleOrder.map((name) => (
        <li key={name}>
          {words.marks[name]} <Mark ok={marks[name]} />
        </li>
      ))}
    </ul>
  );
}
