// A workspace from elsewhere opens untrusted: what it names is shown, and unused until its folder is accepted.
import type { Config } from '#contract/config';
import { AppError } from '#contract/failure';
import type { NamedThing } from '#contract/views';
import { loadConfig } from './config-service.ts';
import type { TrustStore, WorkspaceStore } from './ports.ts';

/** Endpoints a config would send to, and templates it would send: what a stranger's workspace could abuse. */
export function namesOf(config: Config): NamedThing[] {
  if (config.model.provider !== 'openai-compatible') return [];
  const names: NamedThing[] = [{ config: config.id, kind: 'endpoint', value: config.model.baseUrl }];
  if (config.prompt.system !== null)
    names.push({ config: config.id, kind: 'template', value: config.prompt.system });
  return names;
}

export async function listNames(store: WorkspaceStore): Promise<NamedThing[]> {
  const configs = await store.listConfigs();
  const names = await Promise.all(
    configs.map(async ({ id, problem }) => {
      if (problem !== null) return [];
      try {
        return namesOf((await loadConfig(store, id)).config);
      } catch (error) {
        if (error instanceof AppError) return [];
        throw error;
      }
    }),
  );
  return names.flat();
}

/** Throws egress-denied where the config names something and the folder is not trusted. */
export async function requireTrust(
  world: { readonly store: WorkspaceStore; readonly trust: TrustStore },
  config: Config,
): Promise<void> {
  const names = namesOf(config);
  if (names.length === 0 || (await world.trust.isTrusted(world.store.root))) return;
  const listed = names.map((name) => `${name.kind} ${JSON.stringify(name.value.slice(0, 120))}`).join(', ');
  throw new AppError(
    'egress-denied',
    `This workspace is not trusted yet, and the config "${config.id}" would use: ${listed}. If you accept that, run: assay trust DIR`,
  );
}
