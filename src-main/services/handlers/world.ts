// What the procedures need from the world, all of it.
import type { ChunkEstimateWorld } from '../config/estimate-chunks.ts';
import type { ConfigWorld } from '../config/edit-configs.ts';
import type { ModelShelf } from '../ports.ts';
import type { SettingsWorld } from '../settings/settings-service.ts';
import type { StorageWorld } from '../settings/storage-service.ts';
import type { CreationWorld } from '../workspace-service.ts';

export interface World extends CreationWorld, ConfigWorld, ChunkEstimateWorld, SettingsWorld, StorageWorld {
  readonly models: ModelShelf;
  /** The name beside an edit that names nobody: the one this user prefers, else the one of the machine. */
  readonly annotator: () => Promise<string>;
}
