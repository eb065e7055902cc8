// Procedures about configs.
import { describeConfigs, loadConfig } from '../config-service.ts';
import type { Handlers } from '../dispatch.ts';
import { notYet } from './not-yet.ts';
import type { World } from './world.ts';

type ConfigName = Extract<keyof Handlers, `config.${string}`>;

export function configHandlers(world: World): Pick<Handlers, ConfigName> {
  return {
    'config.listConfigs': async () => ({ configs: await describeConfigs(world.store) }),
    'config.getConfig': async ({ id }) => {
      const { file, config, hash } = await loadConfig(world.store, id);
      return { file, complete: config, hash };
    },
    'config.checkConfig': notYet,
    'config.saveConfig': notYet,
    'config.deleteConfig': notYet,
    'config.estimateRun': notYet,
  };
}
