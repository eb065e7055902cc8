// Binds every procedure of the contract to the service that does it.
import type { ProcedureName } from '#contract/api';
import type { CallContext, Handlers } from './dispatch.ts';
import { bankHandlers } from './handlers/bank-handlers.ts';
import { configHandlers } from './handlers/config-handlers.ts';
import { documentHandlers } from './handlers/document-handlers.ts';
import { modelHandlers } from './handlers/model-handlers.ts';
import { retrievalHandlers } from './handlers/retrieval-handlers.ts';
import { runHandlers } from './handlers/run-handlers.ts';
import { settingsHandlers } from './handlers/settings-handlers.ts';
import { workspaceHandlers } from './handlers/workspace-handlers.ts';
import type { World } from './handlers/world.ts';
import type { RunService } from './run/run-service.ts';

/** What can be called where there is no workspace (yet): what makes one, looks for damage, or is of the user. */
const withoutWorkspace: ReadonlySet<string> = new Set<ProcedureName>([
  'workspace.create',
  'workspace.validateFiles',
  'model.listModels',
  'model.buildModel',
  'model.addModel',
  'model.testModel',
  'settings.getPreferences',
  'settings.savePreferences',
]);

export function createHandlers(world: World, runs: RunService): Handlers {
  return requireWorkspace(world, {
    ...workspaceHandlers(world),
    ...settingsHandlers(world),
    ...documentHandlers(world),
    ...retrievalHandlers(world),
    ...bankHandlers(world),
    ...configHandlers(world),
    ...modelHandlers(world),
    ...runHandlers(world, runs),
  });
}

/** A folder that is no workspace, or one of a newer Assay, is refused first and in the same words by every procedure. */
function requireWorkspace(world: World, handlers: Handlers): Handlers {
  const guarded = Object.entries(handlers).map(([name, handler]) => {
    if (withoutWorkspace.has(name)) return [name, handler];
    const call = handler as (input: unknown, context: CallContext) => Promise<unknown>;
    return [
      name,
      async (input: unknown, context: CallContext) => {
        await world.store.loadSettings();
        return call(input, context);
      },
    ];
  });
  return Object.fromEntries(guarded) as Handlers;
}
