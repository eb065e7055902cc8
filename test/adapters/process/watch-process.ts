// Watches processes from outside.
import { existsSync, readFileSync } from 'node:fs';

/** A zombie is gone: it only waits for the init process to read its exit code. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    const status = `/proc/${pid}/stat`;
    return !existsSync(status) || !/\) Z /.test(readFileSync(status, 'utf8'));
  } catch {
    return false;
  }
}

/** Waits until the condition holds, at most so long; returns whether it does. */
export async function until(condition: () => boolean, limitMs: number): Promise<boolean> {
  for (const end = performance.now() + limitMs; performance.now() < end;) {
    if (condition()) return true;
    await new Promise((go) => setTimeout(go, 20));
  }
  return condition();
}
