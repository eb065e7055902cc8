// Where this user's own data lies, outside every workspace: trust, logs, models.
import { homedir } from 'node:os';
import { join } from 'node:path';

/**
 * ASSAY_HOME, or the system's place for data of applications. Nothing is created.
 * @param env environment variables; an empty one counts as not set
 */
export function dataFolder(
  env: Readonly<Record<string, string | undefined>> = process.env,
  platform: string = process.platform,
  home: string = homedir(),
): string {
  if (env['ASSAY_HOME']) return env['ASSAY_HOME'];
  if (platform === 'win32') return join(env['APPDATA'] || join(home, 'AppData', 'Roaming'), 'Assay');
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'Assay');
  return join(env['XDG_DATA_HOME'] || join(home, '.local', 'share'), 'assay');
}
