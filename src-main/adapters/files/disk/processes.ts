// Which process is which: a pid together with the time it started, since a system gives pids out again.
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

export interface ProcessIdentity {
  readonly pid: number;
  /** Opaque digits that differ between two processes of one pid; '0' where the system does not tell. */
  readonly startTime: string;
}

let own: Promise<ProcessIdentity> | undefined;

/** This process. */
export function ownIdentity(): Promise<ProcessIdentity> {
  own ??= readStartTime(process.pid).then((startTime) => ({ pid: process.pid, startTime: startTime ?? '0' }));
  return own;
}

/** True while that very process runs: not when it has ended, is a zombie, or its pid belongs to a later process. */
export async function isRunning(identity: ProcessIdentity): Promise<boolean> {
  if (!Number.isInteger(identity.pid) || identity.pid <= 0 || !pidExists(identity.pid)) return false;
  const startTime = await readStartTime(identity.pid);
  if (startTime === null) return false;
  return startTime === '0' || identity.startTime === '0' || startTime === identity.startTime;
}

function pidExists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it runs, as another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** null: the process is gone. */
async function readStartTime(pid: number): Promise<string | null> {
  if (process.platform === 'linux') return readLinuxStartTime(pid);
  // Windows tells start times only through slow tools; a pid that exists counts as the same process there.
  if (process.platform === 'win32') return '0';
  try {
    const { stdout } = await promisify(execFile)('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], {
      env: { ...process.env, LC_ALL: 'C', TZ: 'UTC' },
    });
    const [, state = '', started = ''] = /^\s*(\S+)\s+(.*?)\s*$/.exec(stdout) ?? [];
    if (state === '' || state.startsWith('Z')) return null;
    const startedMs = Date.parse(`${started} UTC`);
    return Number.isNaN(startedMs) ? '0' : String(startedMs);
  } catch {
    return null;
  }
}

/** Field 22 of /proc/<pid>/stat, in clock ticks since boot; the second field may hold spaces and brackets. */
async function readLinuxStartTime(pid: number): Promise<string | null> {
  let stat: string;
  try {
    stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  } catch {
    // Without /proc the pid alone must do.
    return pidExists(pid) ? '0' : null;
  }
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state] = fields;
  return state === 'Z' || state === 'X' ? null : (fields[19] ?? '0');
}
