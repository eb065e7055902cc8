// Events announce and never steer: they carry ids and counts, are numbered, and are coalesced to at most ten a second.
import type { Topic } from './procedure.ts';

export interface EventPayloads {
  /** `done` is in [0, 1]. */
  readonly 'index.progress': { readonly what: string; readonly done: number };
  readonly 'run.progress': {
    readonly runId: string;
    readonly finished: number;
    readonly questions: number;
    readonly stages: Readonly<Record<string, number>>;
    readonly failed: number;
    readonly promptTokens: number;
    readonly elapsedMs: number;
  };
  readonly 'run.ended': { readonly runId: string; readonly state: string };
  /** Refetch every query that reads one of these topics. */
  readonly 'topics.changed': { readonly topics: readonly Topic[] };
}

export type EventName = keyof EventPayloads;

export type AppEvent = {
  [Name in EventName]: {
    readonly sequence: number;
    readonly name: Name;
    readonly payload: EventPayloads[Name];
  };
}[EventName];
