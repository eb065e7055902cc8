// Finds Chromium for the browser tests, or installs it from Debian's packages when it may; says what to do otherwise.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

function findChromium() {
  const given = process.env['CHROMIUM_PATH'];
  if (given !== undefined && given !== '') return existsSync(given) ? given : null;
  const folders = (process.env['PATH'] ?? '').split(':');
  for (const name of names) {
    const folder = folders.find((candidate) => existsSync(`${candidate}/${name}`));
    if (folder !== undefined) return `${folder}/${name}`;
  }
  return null;
}

function install() {
  if (process.platform !== 'linux' || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  console.log('No Chromium found: installing it from the Debian packages.');
  for (const words of [
    ['update', '-qq'],
    ['install', '-y', '-qq', '--no-install-recommends', 'chromium'],
  ]) {
    spawnSync('apt-get', words, {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
  }
}

if (findChromium() === null) install();
const chromium = findChromium();
if (chromium === null) {
  console.error(
    'The browser tests need Chromium. Install it (Debian: apt-get install chromium), or name it in CHROMIUM_PATH.',
  );
  process.exit(1);
}
console.log(`Chromium: ${chromium}`);
