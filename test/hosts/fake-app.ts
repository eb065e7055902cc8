// A small app for host tests: the real door and the real event hub over handlers that can be watched.
import { procedureNames, type Output } from '#contract/api';
import { AppError } from '#contract/failure';
import { createDispatch, type CallContext, type Handlers } from '#services/dispatch';
import { createEventHub } from '#services/event-hub';
import type { App } from '#hosts/app';

export interface FakeApp extends App {
  /** Signals of the calls that wait for ever: of the query run.waitForRun and of the command run.resumeRun. */
  readonly waiting: { readonly name: string; readonly signal: AbortSignal }[];
  readonly bugs: unknown[];
  closed: boolean;
}

export const overview: Output<'workspace.getOverview'> = {
  name: 'Проба ¿qué? 金 👩‍🔬',
  root: '/somewhere',
  languages: ['es'],
  foundThreshold: 1,
  egress: { policy: 'loopback' },
  trusted: true,
  names: [],
  documents: 1,
  characters: 10,
  questions: 0,
  answerable: 0,
  labelsToReview: 0,
  configs: [],
  runs: [],
  problems: [],
};

/**
 * `document.getText` echoes its id, `config.getConfig` has a bug, `run.deleteRun` fails with the code it is given as
 * run id, `run.waitForRun` and `run.resumeRun` wait until they are aborted; everything else is not found.
 */
export function createFakeApp(): FakeApp {
  const waiting: { name: string; signal: AbortSignal }[] = [];
  const bugs: unknown[] = [];
  const events = createEventHub((run, afterMs) => {
    const timer = setTimeout(run, afterMs);
    return () => clearTimeout(timer);
  });
  const log = {
    info: () => undefined,
    bug: (error: unknown) => `bug-${bugs.push(error)}`,
  };
  const waitFor =
    (name: string) =>
    (_input: unknown, { signal }: CallContext) =>
      new Promise<never>((_resolve, reject) => {
        waiting.push({ name, signal });
        signal.addEventListener('abort', () => reject(new AppError('cancelled', 'Cancelled.')));
      });
  const nothing = procedureNames.map((name) => [
    name,
    () => Promise.reject(new AppError('not-found', `${name} finds nothing.`)),
  ]);
  const handlers: Handlers = {
    ...(Object.fromEntries(nothing) as unknown as Handlers),
    'workspace.getOverview': async () => overview,
    'document.getText': async ({ id }) => ({
      id,
      title: null,
      text: id,
      path: null,
      mediaType: 'text/plain',
      collection: null,
      language: null,
      pages: [],
      headings: [],
      metadata: {},
      warnings: [],
    }),
    'config.getConfig': () => Promise.reject(new Error('a secret of the inside')),
    'run.deleteRun': ({ runId }) => Promise.reject(new AppError(runId as 'stale', `It is ${runId}.`)),
    'run.waitForRun': waitFor('run.waitForRun'),
    'run.resumeRun': waitFor('run.resumeRun'),
  };
  const app: FakeApp = {
    dispatch: createDispatch(handlers, { log, events, checkOutputs: true }),
    events,
    log,
    waiting,
    bugs,
    closed: false,
    async close() {
      app.closed = true;
    },
  };
  return app;
}
