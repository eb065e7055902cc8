// Procedures about the models of this user that embed or score pairs.
import { defaultEmbeddingModel } from '#contract/config';
import type { Handlers } from '../dispatch.ts';
import type { World } from './world.ts';

type ModelName = Extract<keyof Handlers, `model.${string}`>;

export function modelHandlers(world: World): Pick<Handlers, ModelName> {
  return {
    'model.listModels': async () => ({ models: [...(await world.models.listModels())] }),
    'model.buildModel': ({ name = defaultEmbeddingModel }, { signal }) =>
      world.models.buildModel(name, {
        signal,
        onProgress: (done) => world.events.announce('index.progress', { what: name, done }),
      }),
    'model.addModel': ({ path, name }, { signal }) => world.models.addModel(path, { name, signal }),
    'model.testModel': ({ name }) => world.models.testModel(name),
  };
}
