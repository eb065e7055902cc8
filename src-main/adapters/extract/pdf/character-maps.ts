// Gives the PDF reader Adobe's character maps (for Chinese, Japanese and Korean fonts) from the installed pdfjs-dist.
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** What PDF.js asks for: `kind` 'cMapUrl' for character maps, others for fonts and codecs that text does not need. */
interface DataRequest {
  readonly kind: string;
  readonly filename: string;
}

/** A factory for one reading, and the names of the maps it was asked for and did not have. */
export interface CharacterMaps {
  readonly factory: new () => { fetch(request: DataRequest): Promise<Uint8Array> };
  readonly missing: ReadonlySet<string>;
}

/** The folder of the maps, or null where pdfjs-dist is not installed. */
export function findCharacterMaps(): string | null {
  try {
    return join(dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json')), 'cmaps');
  } catch {
    return null;
  }
}

/**
 * Maps for one reading. PDF.js swallows a failing request and shows blanks for the font's letters, so that what was
 * missing has to be asked for afterwards.
 */
export function createCharacterMaps(): CharacterMaps {
  const missing = new Set<string>();
  const folder = findCharacterMaps();
  async function load({ kind, filename }: DataRequest): Promise<Uint8Array> {
    if (kind !== 'cMapUrl') throw new Error(`${filename} is not needed for text`);
    try {
      if (folder === null || !/^[\w-]+\.bcmap$/.test(filename)) throw new Error('no such map');
      return new Uint8Array(await readFile(join(folder, filename)));
    } catch (error) {
      missing.add(filename.replace(/\.bcmap$/, ''));
      throw error;
    }
  }
  return {
    missing,
    factory: class {
      fetch(request: DataRequest): Promise<Uint8Array> {
        return load(request);
      }
    },
  };
}
