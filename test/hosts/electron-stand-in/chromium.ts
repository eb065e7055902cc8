// Finds the Chromium of this machine and keeps it quiet.
import { existsSync } from 'node:fs';

/** CHROMIUM_PATH, or the places where Chromium and Chrome are installed. */
export function findChromium(): string {
  const named = process.env['CHROMIUM_PATH'];
  const places = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
  const found = [...(named ? [named] : []), ...places.map((name) => `/usr/bin/${name}`)].find(existsSync);
  if (found === undefined) throw new Error('No Chromium was found. Name one in CHROMIUM_PATH.');
  return found;
}

/** Switches under which Chromium calls nobody and runs in a container. */
export function chromiumSwitches(): string[] {
  return [
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--no-first-run',
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  ];
}
