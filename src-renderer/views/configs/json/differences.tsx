// Where two configs differ, place by place, with both values.
import type { ReactNode } from 'react';
import { words } from '../../../words.ts';
import { labelOf } from '../form/field-words.ts';
import { diffValues } from './diff-values.ts';

const text = words.configs.compareWith;

interface DifferencesProps {
  readonly left: unknown;
  readonly right: unknown;
  readonly leftName: string;
  readonly rightName: string;
}

export function Differences({ left, right, leftName, rightName }: DifferencesProps) {
  const differences = diffValues(left, right);
  return (
    <>
      <p role="status">{text.says(differences.length)}</p>
      {differences.length === 0 ? null : (
        <div className="scroll-x" tabIndex={0} role="group" aria-label={text.title}>
          <table className="plain-table wide differences">
            <thead>
              <tr>
                <th scope="col">{text.path}</th>
                <th scope="col">{leftName}</th>
                <th scope="col">{rightName}</th>
              </tr>
            </thead>
            <tbody>
              {differences.map((difference) => {
                const place = difference.path.join('.');
                return (
                  <tr key={place}>
                    <th scope="row">
                      {labelOf(difference.path)} <code className="quiet">{place}</code>
                    </th>
                    <td>{tell(difference.left)}</td>
                    <td>{tell(difference.right)}</td>
                  </tr>
                );
              })}
            </tbody>
          </table>
        </div>
      )}
    </>
  );
}

function tell(value: unknown): ReactNode {
  return value === undefined ? (
    <span className="quiet">{text.absent}</span>
  ) : (
    <code>{JSON.stringify(value)}</code>
  );
}
