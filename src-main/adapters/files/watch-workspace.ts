// Notices what other programs and other windows change in a workspace, and says which topics that touches.
import { watch, type FSWatcher } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Topic } from '#contract/procedure';
import type { Log } from '#services/ports';
import { errorCode } from './disk/operations.ts';
import { isTemporaryName } from './files.ts';
import { settingsFile } from './workspace/layout.ts';

export interface WorkspaceWatch {
  close(): void;
}

interface Target {
  /** Below the root; empty for the root itself. Not what lies deeper: a run that goes on would never be silent. */
  readonly folder: string;
  readonly topicsOf: (name: string) => readonly Topic[];
}

const targets: readonly Target[] = [
  { folder: '', topicsOf: (name) => (name === settingsFile ? ['workspace'] : []) },
  { folder: 'bank', topicsOf: () => ['bank'] },
  { folder: 'documents', topicsOf: () => ['documents', 'index'] },
  { folder: 'configs', topicsOf: () => ['configs', 'index'] },
  { folder: 'runs', topicsOf: () => ['runs'] },
  // A run's lock comes when it starts and goes when it has ended.
  { folder: '.assay/locks', topicsOf: (name) => (name.startsWith('run-') ? ['runs'] : []) },
  { folder: '.assay', topicsOf: () => [] },
];

const pauseMs = 300;

/** As node:fs watches one folder; a test may stand in for a system that can watch no more. */
export type WatchFolder = (
  path: string,
  listener: (event: string, name: string | null) => void,
) => Pick<FSWatcher, 'on' | 'close'>;

/**
 * Watches until `close`. What changes within 300 ms is told together; writes of this process are told too. Where the
 * system can watch no more, or a folder is gone, the rest goes on and the log says so once.
 */
export function watchWorkspace(
  root: string,
  onChange: (topics: readonly Topic[]) => void,
  log: Log,
  watchFolder: WatchFolder = watch,
): WorkspaceWatch {
  const changed = new Set<Topic>();
  const folders = watchFolders(root, touch, complainOnce(log), watchFolder);
  let timer: NodeJS.Timeout | null = null;
  let isClosed = false;
  let attaching = folders.attachAll();

  function touch(topics: readonly Topic[]): void {
    for (const topic of topics) changed.add(topic);
    if (!isClosed) timer ??= setTimeout(() => void flush(), pauseMs).unref();
  }

  async function flush(): Promise<void> {
    timer = null;
    // Folders come and go: what is new is watched before it is told, so that nothing is missed between.
    attaching = attaching.then(() => folders.attachAll());
    await attaching;
    if (isClosed || changed.size === 0) return;
    const topics = [...changed];
    changed.clear();
    onChange(topics);
  }

  return {
    close() {
      isClosed = true;
      if (timer) clearTimeout(timer);
      folders.close();
    },
  };
}

function complainOnce(log: Log): (error: unknown) => void {
  let complained = false;
  return (error) => {
    if (complained) return;
    complained = true;
    const code = errorCode(error) ?? 'unknown';
    log.info('Some changes by other programs are not noticed; reload the window to see them.', { code });
  };
}

interface FolderWatches {
  /** Watches what is there and is not watched yet, or is another folder by now. Never rejects. */
  attachAll(): Promise<void>;
  close(): void;
}

function watchFolders(
  root: string,
  touch: (topics: readonly Topic[]) => void,
  complain: (error: unknown) => void,
  watchFolder: WatchFolder,
): FolderWatches {
  const watched = new Map<
    string,
    { readonly watcher: Pick<FSWatcher, 'close'>; readonly identity: string }
  >();
  let isClosed = false;
  let isFirst = true;

  function drop(folder: string): void {
    watched.get(folder)?.watcher.close();
    watched.delete(folder);
  }

  async function attach({ folder, topicsOf }: Target): Promise<void> {
    const path = join(root, folder);
    const status = await stat(path).catch(() => null);
    const identity = status?.isDirectory() ? `${status.dev}-${status.ino}` : null;
    if (isClosed || (watched.get(folder)?.identity ?? null) === identity) return;
    drop(folder);
    if (identity === null) return;
    try {
      const watcher = watchFolder(path, (_event, name) => {
        if (name === null || !isTemporaryName(name)) touch(topicsOf(name ?? ''));
      });
      watcher.on('error', (error) => {
        complain(error);
        drop(folder);
      });
      watched.set(folder, { watcher, identity });
    } catch (error) {
      if (errorCode(error) !== 'ENOENT') complain(error);
      // Not tried again: it would fail again, for ever.
      watched.set(folder, { watcher: { close: () => undefined }, identity });
    }
    // What was put into a new folder before it was watched is told by nobody else.
    if (!isFirst) touch(topicsOf(''));
  }

  return {
    async attachAll() {
      for (const target of targets) await attach(target);
      isFirst = false;
    },
    close() {
      isClosed = true;
      for (const folder of [...watched.keys()]) drop(folder);
    },
  };
}
