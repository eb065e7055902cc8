// Says what the folders of a workspace and of this user take on the disk, and clears those that can be made again.
import { join } from 'node:path';
import type { Input, Output } from '#contract/api';
import { AppError } from '#contract/failure';
import type { RunStore, WorkspaceStore } from '../ports.ts';
import type { StorageDisk } from './ports.ts';

export interface StorageWorld {
  readonly store: WorkspaceStore;
  readonly runs: RunStore;
  readonly storage: StorageDisk;
  /** Where this user's own data lies, outside every workspace. */
  readonly dataFolder: string;
}

interface Place {
  readonly id: string;
  readonly what: string;
  readonly folder: string;
}

const ownPlaces: readonly Place[] = [
  { id: 'documents', what: 'Documents: the sources and their text', folder: 'documents' },
  { id: 'bank', what: 'Questions and the journal of their edits', folder: 'bank' },
  { id: 'configs', what: 'Configs', folder: 'configs' },
  { id: 'runs', what: 'Runs: what was asked and answered', folder: 'runs' },
];

const derivedPlaces: readonly Place[] = [
  { id: 'lexical', what: 'Indexes of words', folder: '.assay/lexical' },
  { id: 'lsa', what: 'Indexes of latent meanings', folder: '.assay/lsa' },
  { id: 'vectors', what: 'Indexes of vectors', folder: '.assay/lancedb' },
  {
    id: 'embeddings',
    what: 'Vectors of every text that was embedded: without them all is embedded again',
    folder: '.assay/embeddings',
  },
  {
    id: 'slices',
    what: 'Where models cut the documents: without them a config that asks a model to cut asks it again',
    folder: '.assay/slices',
  },
  { id: 'summaries', what: 'Summaries of complete runs', folder: '.assay/summaries' },
];

const userPlaces: readonly Place[] = [
  { id: 'models', what: 'Embedding models of this user, for all workspaces', folder: 'models' },
  { id: 'logs', what: 'Log of this user, for all workspaces', folder: 'logs' },
];

export async function getStorage(world: StorageWorld): Promise<Output<'settings.getStorage'>> {
  const inRoot = (place: Place, derived: boolean) => ({
    ...place,
    folder: join(world.store.root, place.folder),
    derived,
  });
  const places = [
    ...ownPlaces.map((place) => inRoot(place, false)),
    ...derivedPlaces.map((place) => inRoot(place, true)),
    ...userPlaces.map((place) => ({
      ...place,
      folder: join(world.dataFolder, place.folder),
      derived: false,
    })),
  ];
  return {
    places: await Promise.all(
      places.map(async (place) => ({ ...place, ...(await world.storage.measure(place.folder)) })),
    ),
  };
}

/** Throws not-found for an id that is no derived place, conflict while a run goes on here or in another process. */
export async function clearDerived(
  world: StorageWorld,
  { id, dryRun }: Input<'settings.clearDerived'>,
): Promise<Output<'settings.clearDerived'>> {
  const place = derivedPlaces.find((candidate) => candidate.id === id);
  if (place === undefined) {
    const known = derivedPlaces.map((candidate) => candidate.id).join(', ');
    throw new AppError('not-found', `"${id}" cannot be cleared. What can be made again: ${known}.`);
  }
  return world.store.withLock(`clearing ${id}`, async () => {
    await requireNoRun(world);
    const use = await world.storage.measure(join(world.store.root, place.folder));
    if (dryRun !== true) await world.storage.clear(world.store.root, place.folder);
    return { id, ...use };
  });
}

async function requireNoRun(world: StorageWorld): Promise<void> {
  for (const { runId } of await world.runs.list()) {
    if (await world.runs.isLive(runId))
      throw new AppError(
        'conflict',
        `Run ${runId} is running and may need what would be deleted. Wait until it ends, or cancel it.`,
      );
  }
}
