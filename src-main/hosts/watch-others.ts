// For hosts that live long: tells their windows what other windows and programs change in the workspace.
import { watchWorkspace, type WorkspaceWatch } from '#adapters/files/watch-workspace';
import type { App } from './app.ts';

export function watchOthers(app: Pick<App, 'events' | 'log'>, root: string): WorkspaceWatch {
  return watchWorkspace(root, (topics) => app.events.announce('topics.changed', { topics }), app.log);
}
