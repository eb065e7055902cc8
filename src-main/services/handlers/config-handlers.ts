// Procedures about configs.
import { describeConfigs, loadConfig } from '../config-service.ts';
import { checkConfigFile, deleteConfig, readConfigFile, saveConfig } from '../config/edit-configs.ts';
import { estimateRun } from '../config/estimate-run.ts';
import type { Handlers } from '../dispatch.ts';
import type { World } from './world.ts';

type ConfigName = Extract<keyof Handlers, `config.${string}`>;

export function configHandlers(world: World): Pick<Handlers, ConfigName> {
  return {
    'config.listConfigs': async () => ({ configs: await describeConfigs(world.store) }),
    'config.getConfig': async ({ id }) => {
      const { hash } = await readConfigFile(world, { id });
      const { file, config, hash: configHash } = await loadConfig(world.store, id);
      return { file, complete: config, hash, configHash };
    },
    'config.readFile': (input) => readConfigFile(world, input),
    'config.checkConfig': (input) => checkConfigFile(world, input),
    'config.saveConfig': (input) => saveConfig(world, input),
    'config.deleteConfig': (input) => deleteConfig(world, input),
    'config.estimateRun': (input) => estimateRun(world, input),
  };
}
