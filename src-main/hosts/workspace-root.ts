// Chooses the workspace a window opens: the folder named by the caller, by the environment, or the sample.
import { isAbsolute, resolve } from 'node:path';

export interface RootChoice {
  /** Absolute path of the workspace. */
  readonly root: string;
  /** True where nothing was named: the sample workspace, to be created where it is missing. */
  readonly isSample: boolean;
}

/**
 * `words` are the command line's words after the program and its script; switches (`-...`) are the platform's and are
 * passed over. The first other word wins, then ASSAY_WORKSPACE, then `<dataFolder>/sample`.
 */
export function chooseRoot(options: {
  readonly words: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly currentFolder: string;
  readonly dataFolder: string;
}): RootChoice {
  const { words, environment, currentFolder, dataFolder } = options;
  const named = words.find((word) => word !== '' && !word.startsWith('-')) ?? environment['ASSAY_WORKSPACE'];
  if (named !== undefined && named !== '') return { root: resolve(currentFolder, named), isSample: false };
  return { root: resolve(dataFolder, 'sample'), isSample: true };
}

/** Whether data from another process is a RootChoice. */
export function isRootChoice(value: unknown): value is RootChoice {
  if (value === null || typeof value !== 'object') return false;
  const { root, isSample } = value as Partial<Record<keyof RootChoice, unknown>>;
  return typeof root === 'string' && isAbsolute(root) && typeof isSample === 'boolean';
}
