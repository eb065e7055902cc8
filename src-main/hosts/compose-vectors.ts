// Wires what embeds and ranks vectors: models, embedder, the table of vectors.
import { join } from 'node:path';
import { createEmbedder } from '#adapters/embed/embedder';
import { askBuildMiniLm } from '#adapters/embed/embed-messages';
import { createEmbeddingPort } from '#adapters/embed/embedding-port';
import { createModelStore, type ModelStore } from '#adapters/embed/model-store';
import { dataFolder } from '#adapters/files/data-folder';
import { openVectorRanker } from '#adapters/vectors/vector-ranker';
import { createVectorStore } from '#adapters/vectors/vector-store';
import type { EventHub } from '#services/event-hub';
import type { EmbeddingCounter } from '#services/config/ports';
import type { Embedder } from '#services/ports';
import { createVectorService, type VectorService } from '#services/vector-service';
import type { Children } from './compose-children.ts';

export function composeVectors(world: {
  readonly root: string;
  readonly resourcesFolder: string;
  readonly children: Children;
  readonly events: EventHub;
}): {
  readonly models: ModelStore;
  readonly embedder: Embedder & EmbeddingCounter;
  readonly vectors: VectorService;
} {
  const { root, resourcesFolder, children, events } = world;
  const models = createModelStore({
    dataFolder: dataFolder(),
    shippedFolder: join(resourcesFolder, 'models'),
    build: (folder, build) => askBuildMiniLm(children.embed, folder, build),
  });
  const embedder = createEmbeddingPort(
    models,
    createEmbedder({
      child: children.embed,
      cacheFolder: join(root, '.assay', 'embeddings'),
      resolveModel: (name, build) => models.resolveModel(name, build),
    }),
  );
  const vectors = createVectorService({
    store: createVectorStore({ root, child: children.vector }),
    embedder,
    openRanker: openVectorRanker,
    events,
  });
  return { models, embedder, vectors };
}
