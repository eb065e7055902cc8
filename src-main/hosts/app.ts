// What every host is handed: the one door into the services, the events to pass on, the log, and how to end it all.
import type { Dispatch } from '#services/dispatch';
import type { EventHub } from '#services/event-hub';
import type { Log } from '#services/ports';

/** One opened workspace. Hosts program against this alone, so a test can hand them a small app of its own. */
export interface App {
  readonly dispatch: Dispatch;
  readonly events: EventHub;
  readonly log: Log;
  /** Stops runs and child processes and resolves when they have ended. */
  close(): Promise<void>;
}
