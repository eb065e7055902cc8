// Another config beside this one: which to take, and where the two differ.
import { useState } from 'react';
import { useProcedure } from '../../../data/procedures.ts';
import { ErrorPanel, Loading } from '../../../ui/states.tsx';
import { words } from '../../../words.ts';
import { Differences } from './differences.tsx';
import { draftOfBase } from '../drafts.ts';

const text = words.configs.compareWith;

interface CompareWithProps {
  readonly id: string;
  readonly file: unknown;
  /** null while something is wrong with it. */
  readonly complete: unknown;
}

export function CompareWith({ id, file, complete }: CompareWithProps) {
  const { data, error, refetch } = useProcedure('config.listConfigs', {});
  const [chosen, setChosen] = useState('');
  if (!data)
    return error ? <ErrorPanel failure={error.failure} onRetry={() => void refetch()} /> : <Loading />;
  const others = data.configs.filter((config) => config.id !== id);
  if (others.length === 0) return <p className="quiet">{text.none}</p>;
  return (
    <>
      <div className="form-field compare-choice">
        <label htmlFor="compare-with">{text.with}</label>
        <select
          id="compare-with"
          className="form-control"
          value={chosen}
          onChange={(event) => setChosen(event.currentTarget.value)}
        >
          <option value="">{text.choose}</option>
          {others.map((config) => (
            <option key={config.id} value={config.id}>
              {config.name === config.id ? config.id : `${config.name} (${config.id})`}
            </option>
          ))}
        </select>
      </div>
      {chosen === '' ? null : <Compared key={chosen} id={chosen} file={file} complete={complete} />}
    </>
  );
}

function Compared({ id, file, complete }: CompareWithProps) {
  const { data, error, refetch } = useProcedure('config.readFile', { id });
  if (!data)
    return error ? <ErrorPanel failure={error.failure} onRetry={() => void refetch()} /> : <Loading />;
  const isComplete = complete !== null && data.complete !== null;
  const theirs = draftOfBase(data).file;
  return (
    <>
      <p className="quiet">
        {isComplete ? text.hint : data.complete === null ? text.unusable : text.ownUnusable}
      </p>
      <Differences
        left={isComplete ? complete : file}
        right={isComplete ? data.complete : theirs}
        leftName={text.this}
        rightName={id}
      />
    </>
  );
}
