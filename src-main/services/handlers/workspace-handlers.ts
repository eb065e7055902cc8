// Procedures about the workspace as a whole.
import { listNames } from '../trust-service.ts';
import { createWorkspace, getOverview, validateFiles } from '../workspace-service.ts';
import type { Handlers } from '../dispatch.ts';
import type { World } from './world.ts';

type WorkspaceName = Extract<keyof Handlers, `workspace.${string}`>;

export function workspaceHandlers(world: World): Pick<Handlers, WorkspaceName> {
  return {
    'workspace.getOverview': () => getOverview(world),
    'workspace.create': (input, { signal }) => createWorkspace(world, input, signal),
    'workspace.validateFiles': () => validateFiles(world),
    'workspace.trustFolder': async () => {
      await world.store.loadSettings();
      await world.trust.trust(world.store.root);
      return { trusted: true, accepted: await listNames(world.store) };
    },
  };
}
