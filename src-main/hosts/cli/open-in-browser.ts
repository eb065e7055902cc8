// Opens an address in the user's browser where there is a desktop to open it on.
import { spawn } from 'node:child_process';

/** Does nothing without a display; a missing opener is no failure, since the address is printed too. */
export function openInBrowser(url: string): void {
  const command = openerOf(process.platform);
  if (command === null) return;
  const [program, ...words] = command;
  const child = spawn(program, [...words, url], { stdio: 'ignore', detached: true });
  child.on('error', () => undefined);
  child.unref();
}

function openerOf(platform: NodeJS.Platform): readonly [string, ...string[]] | null {
  if (platform === 'darwin') return ['open'];
  if (platform === 'win32') return ['cmd', '/c', 'start', ''];
  const hasDisplay = Boolean(process.env['DISPLAY'] ?? process.env['WAYLAND_DISPLAY']);
  return hasDisplay ? ['xdg-open'] : null;
}
