// What changed between two versions of a question: each field with what it was and what it is.
import { words } from '../../words.ts';
import type { Change } from './edit/change.ts';

const text = words.bank.change;

export function Changes({ changes }: { readonly changes: readonly Change[] }) {
  if (changes.length === 0) return <p className="quiet">{text.nothing}</p>;
  return (
    <ul className="changes">
      {changes.map(({ field, before, after }, index) => (
        <li key={index}>
          <strong>{field}</strong>{' '}
          {before === null ? null : (
            <>
              <span className="quiet">{after === null ? text.removed : text.from}</span>{' '}
              <del>{before}</del>{' '}
            </>
          )}
          {after === null ? null : (
            <>
              <span className="quiet">{before === null ? text.added : text.to}</span> <ins>{after}</ins>
            </>
          )}
        </li>
      ))}
    </ul>
  );
}
