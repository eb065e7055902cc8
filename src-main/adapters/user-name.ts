// The name this user has on the machine.
import { userInfo } from 'node:os';

/** The system's name of the user, else what the environment says, else `unknown`: some containers know none. */
export function readUserName(
  env: Readonly<Record<string, string | undefined>> = process.env,
  ask: () => string = () => userInfo().username,
): string {
  return nameOrNull(ask) ?? (env['USER']?.trim() || env['USERNAME']?.trim() || 'unknown');
}

function nameOrNull(ask: () => string): string | null {
  try {
    return ask().trim() || null;
  } catch {
    // Thrown where the user's number has no entry.
    return null;
  }
}
