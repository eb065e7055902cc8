// Keeps what was read from files, and reads it again only when the files have changed.
import { stat } from 'node:fs/promises';

export interface Remembered<Value> {
  /** The value as the files are now. Callers share it: nobody may change it. */
  load(): Promise<Value>;
  /** Takes a value that was just written; whoever writes holds the lock, so that it is what the files say. */
  put(value: Value): Promise<void>;
}

/**
 * @param stamp changes whenever the files may have; cheap beside `load`
 * @param load reads the files; what it throws is not kept
 */
export function remember<Value>(stamp: () => Promise<string>, load: () => Promise<Value>): Remembered<Value> {
  let kept: { readonly stamp: string; readonly value: Value } | null = null;
  let loading: { readonly stamp: string; readonly value: Promise<Value> } | null = null;

  async function read(before: string): Promise<Value> {
    const value = await load();
    // A writer that came between would leave a value under a stamp that is not its own.
    if ((await stamp()) === before) kept = { stamp: before, value };
    return value;
  }

  return {
    async load() {
      const now = await stamp();
      if (kept?.stamp === now) return kept.value;
      kept = null;
      // Many callers that ask at the same time wait for one reading.
      if (loading?.stamp === now) return loading.value;
      const started = { stamp: now, value: read(now) };
      loading = started;
      try {
        return await started.value;
      } finally {
        if (loading === started) loading = null;
      }
    },
    async put(value) {
      kept = { stamp: await stamp(), value };
    },
  };
}

/**
 * Says which content a file has without reading it: a file that is replaced gets another inode, one that is written to
 * another time.
 */
export async function stampFile(path: string): Promise<string> {
  const status = await stat(path, { bigint: true }).catch(() => null);
  return status === null ? 'none' : `${status.ino}-${status.size}-${status.mtimeNs}-${status.ctimeNs}`;
}
