// Where the built program finds its child entries, its resources and its window, seen from out/main/.
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const outMain = outFolder(dirname(fileURLToPath(import.meta.url)));

/** The bundler may put shared code into out/main/chunks/. */
function outFolder(here: string): string {
  return here.endsWith('chunks') ? dirname(here) : here;
}

export const childFolder = outMain;
export const resourcesFolder = join(outMain, '..', '..', 'resources');
export const rendererFolder = join(outMain, '..', 'renderer');
