// What editing configs needs from the disk.
import type { ConfigFile } from '#contract/config';
import type { Problem } from '#contract/failure';

/** A value as configs/<id>.json: lifted to today's version and of the right shape, or what is wrong with it. */
export type CheckedConfig = { readonly value: ConfigFile } | { readonly problems: readonly Problem[] };

/** A config file as it stands, readable or not. */
export interface StoredConfig {
  readonly text: string;
  /** Of the file's bytes. */
  readonly hash: string;
  readonly checked: CheckedConfig;
}

export interface ConfigFiles {
  /** The checks that reading the file would make, with the same words; never throws, whatever the value is. */
  check(value: unknown): CheckedConfig;
  /** null where there is no such file. Throws invalid-input for an id that cannot be a file's name. */
  read(id: string): Promise<StoredConfig | null>;
  /** Ids of all files, readable or not. */
  listIds(): Promise<readonly string[]>;
  /** Writes atomically, formatted, every field kept; resolves with the hash of the bytes. */
  write(config: ConfigFile): Promise<string>;
  remove(id: string): Promise<void>;
}

/** Looks at what was embedded before, without embedding anything. */
export interface EmbeddingCounter {
  /** How many different texts the model would have to embed; null where the model is not ready. */
  countMissing(model: string, quantized: boolean, texts: readonly string[]): Promise<number | null>;
}
