// What the procedures need from the world, all of it.
import type { ModelShelf } from '../ports.ts';
import type { CreationWorld } from '../workspace-service.ts';

export interface World extends CreationWorld {
  readonly models: ModelShelf;
}
