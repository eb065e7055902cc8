// The embedding models and cross-encoders of this user: their state, and how one is built, tried and added.
import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { ModelRow, ModelTestResult } from '#contract/models';
import { useIndexProgress } from '../../data/live.ts';
import { useCommand, useProcedure, type CallFailed } from '../../data/procedures.ts';
import { formatBytes, formatElapsed, formatMetric } from '../../ui/number-format.ts';
import { EmptyState, ErrorPanel, Loading, ProgressBar } from '../../ui/states.tsx';
import { Mark } from '../../ui/triple.tsx';
import { words } from '../../words.ts';

const text = words.settings.models;

export function ModelSettings() {
  const { data, error, refetch } = useProcedure('model.listModels', {});
  return (
    <section aria-label={text.title}>
      <h2>{text.title}</h2>
      {data ? (
        <ModelTable models={data.models} />
      ) : error ? (
        <ErrorPanel failure={error.failure} onRetry={() => void refetch()} />
      ) : (
        <Loading lines={3} />
      )}
      <AddModel />
    </section>
  );
}

function ModelTable({ models }: { readonly models: readonly ModelRow[] }) {
  if (models.length === 0) return <EmptyState title={text.none} />;
  return (
    <div className="scroll-x" tabIndex={0} role="group" aria-label={text.title}>
      <table className="plain-table wide">
        <thead>
          <tr>
            <th scope="col">{text.model}</th>
            <th scope="col">{text.state}</th>
            <th scope="col" className="number">
              {text.size}
            </th>
            <th scope="col">{text.source}</th>
            <td />
          </tr>
        </thead>
        <tbody>
          {models.map((model) => (
            <ModelLine key={model.name} model={model} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** A model that Assay makes itself is built under its name; others come from a folder. */
function ModelLine({ model }: { readonly model: ModelRow }) {
  const { name, kind, state, bytes, source, variants, folder } = model;
  const build = useCommand('model.buildModel');
  const test = useCommand('model.testModel');
  const done = useIndexProgress(name);
  const isBuilding = build.isPending || done !== null;
  return (
    <>
      <tr>
        <th scope="row" title={folder}>
          {name}{' '}
          <span className="quiet">
            {text.kinds[kind]}, {variants.join(', ')}
          </span>
        </th>
        <td>
          {isBuilding ? (
            <span className="stage-mark">
              <ProgressBar done={done ?? 0} label={text.buildOf(name)} />
              {text.building(done ?? 0)}
            </span>
          ) : (
            <ModelState model={model} />
          )}
        </td>
        <td className="number">{bytes === 0 ? words.never : formatBytes(bytes)}</td>
        <td>{source ?? words.never}</td>
        <td className="number">
          {state === 'buildable' && !isBuilding ? (
            <Button
              size="compact-sm"
              variant="default"
              aria-label={text.buildOf(name)}
              onClick={() => build.mutate({ name })}
            >
              {text.build}
            </Button>
          ) : null}
          {state === 'ready' ? (
            <Button
              size="compact-sm"
              variant="default"
              aria-label={text.testOf(name)}
              loading={test.isPending}
              onClick={() => test.mutate({ name })}
            >
              {text.test}
            </Button>
          ) : null}
        </td>
      </tr>
      <ModelNews result={test.data} errors={[test.error, build.error]} />
    </>
  );
}

interface ModelNewsProps {
  readonly result: ModelTestResult | undefined;
  readonly errors: readonly (CallFailed | null)[];
}

function ModelNews({ result, errors }: ModelNewsProps) {
  const failed = errors.filter((error) => error !== null);
  if (!result && failed.length === 0) return null;
  return (
    <tr>
      <td colSpan={5}>
        {result ? <TestResult result={result} /> : null}
        {failed.map(({ failure }, index) => (
          <ErrorPanel key={index} failure={failure} />
        ))}
      </td>
    </tr>
  );
}

function ModelState({ model: { state, problem } }: { readonly model: ModelRow }) {
  return (
    <span>
      <Mark ok={state === 'ready' ? true : state === 'damaged' ? false : null} /> {text.states[state]}
      {problem === null ? null : <span className="quiet"> {problem}</span>}
    </span>
  );
}

function TestResult({ result }: { readonly result: ModelTestResult }) {
  const { variant, dims, elapsedMs, related, unrelated } = result;
  const isGood = related > unrelated;
  const [took, near, far] = [
    formatElapsed(elapsedMs),
    formatMetric(related) ?? '',
    formatMetric(unrelated) ?? '',
  ];
  return (
    <p role="status">
      <Mark ok={isGood} />{' '}
      {dims === null
        ? text.testedPairs(variant, took, near, far)
        : text.tested(variant, dims, took, near, far)}{' '}
      {isGood ? null : text.suspicious}
    </p>
  );
}

function AddModel() {
  const add = useCommand('model.addModel');
  const [path, setPath] = useState('');
  const [name, setName] = useState('');
  const folder = path.trim();
  return (
    <details className="more">
      <summary>{text.add}</summary>
      <form
        className="settings-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (folder === '') return;
          add.mutate(
            { path: folder, ...(name.trim() === '' ? {} : { name: name.trim() }) },
            {
              onSuccess: () => {
                setPath('');
                setName('');
              },
            },
          );
        }}
      >
        <TextInput
          label={text.path}
          description={text.pathHint}
          size="xs"
          spellCheck={false}
          value={path}
          onChange={(event) => setPath(event.currentTarget.value)}
        />
        <TextInput
          label={text.name}
          description={text.nameHint}
          size="xs"
          spellCheck={false}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        {add.error ? <ErrorPanel failure={add.error.failure} /> : null}
        {add.data ? <p role="status">{text.added(add.data.name)}</p> : null}
        <Button
          type="submit"
          size="compact-md"
          variant="default"
          disabled={folder === ''}
          loading={add.isPending}
        >
          {text.addButton}
        </Button>
      </form>
    </details>
  );
}
