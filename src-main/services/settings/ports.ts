// What settings, preferences and storage need from the disk.
import type { Preferences, WorkspaceFile } from '#contract/workspace';

/** assay.json as it stands, unknown fields included. */
export interface SettingsStore {
  /** Lifted to today's version, defaults not filled in. Throws not-found, or stale where it is broken or newer. */
  load(): Promise<WorkspaceFile>;
  /** Replaces the file atomically; every field of the value is written, known or not. */
  save(file: WorkspaceFile): Promise<void>;
}

/** This user's own preferences, outside every workspace. */
export interface PreferencesStore {
  /** Complete, with defaults where there is no file yet. Throws stale where the file is broken. */
  load(): Promise<Preferences>;
  /** Changes what is given and keeps the rest. Resolves with what stands in the file now. */
  save(change: Partial<Preferences>): Promise<Preferences>;
}

export interface StorageUse {
  readonly files: number;
  readonly bytes: number;
}

/** Folders by absolute path: what they hold, and their removal. Symbolic links are never followed. */
export interface StorageDisk {
  /** Files at and below a path; nothing there is 0. A link counts as the link itself. */
  measure(path: string): Promise<StorageUse>;
  /**
   * Removes what lies in a folder of the workspace; the folder is gone afterwards.
   * @throws AppError invalid-input where the path leads out of the root by a link
   */
  clear(root: string, relative: string): Promise<void>;
}
