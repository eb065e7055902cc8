// The states every view shares: empty, loading, failed, and how far something is.
import { Button } from '@mantine/core';
import { useEffect, useState, type ReactNode } from 'react';
import type { Failure, Problem } from '#contract/failure';
import { Icon } from './icons.tsx';
import { words } from '../words.ts';

/** Nothing to show, and what to do about it. */
export function EmptyState(props: {
  readonly title: string;
  readonly hint?: string;
  readonly children?: ReactNode;
}) {
  return (
    <div className="empty-state">
      <p className="empty-title">{props.title}</p>
      {props.hint ? <p className="quiet">{props.hint}</p> : null}
      {props.children}
    </div>
  );
}

const patienceMs = 300;

/** Grey lines after 300 ms: what comes sooner does not flicker. */
export function Loading({ lines = 6 }: { readonly lines?: number }) {
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), patienceMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className="loading" role="status" aria-label={words.frame.loading}>
      {late ? Array.from({ length: lines }, (_, index) => <div key={index} className="skeleton" />) : null}
    </div>
  );
}

/** What went wrong, every place of it with file and line, and what to do. */
export function ErrorPanel({
  failure,
  onRetry,
}: {
  readonly failure: Failure;
  readonly onRetry?: () => void;
}) {
  return (
    <div className="error-panel" role="alert">
      <p className="error-title">
        <Icon name="warning" /> {words.failure.titles[failure.code]}
      </p>
      <p>{failure.message}</p>
      {failure.problems ? <ProblemList problems={failure.problems} /> : null}
      {onRetry ? (
        <Button size="compact-sm" variant="default" onClick={onRetry}>
          {words.failure.again}
        </Button>
      ) : null}
    </div>
  );
}

interface ProblemListProps {
  readonly problems: readonly Problem[];
  /** Where each one stands; file, line and path where nothing else is given. */
  readonly place?: (problem: Problem) => ReactNode;
}

export function ProblemList({ problems, place = showPlace }: ProblemListProps) {
  return (
    <ul className="problem-list">
      {problems.map((problem, index) => (
        <li key={index}>
          {place(problem)} {problem.message}
          {problem.value === undefined ? null : (
            <span className="quiet">
              {' '}
              {words.failure.found} <code>{JSON.stringify(problem.value).slice(0, 200)}</code>
            </span>
          )}
          {problem.remedy ? (
            <span className="remedy">
              {words.failure.todo} {problem.remedy}
            </span>
          ) : null}
        </li>
      ))}
    </ul>
  );
}

function showPlace(problem: Problem): ReactNode {
  const place = placeOf(problem);
  return place === '' ? null : <code>{place}</code>;
}

/** `configs/tfidf.json:3 /retrievers/0/kind` */
function placeOf({ file, line, path }: Problem): string {
  const where = file === undefined ? '' : line === undefined ? file : `${file}:${line}`;
  return [where, path ?? ''].filter((part) => part !== '').join(' ');
}

/** `done` in [0, 1]; the label says what is being done. */
export function ProgressBar({ done, label }: { readonly done: number; readonly label: string }) {
  return <progress className="progress" max={1} value={Math.min(1, Math.max(0, done))} aria-label={label} />;
}
