// A derived folder of binary files under a header with their checksums: used whole and unharmed, or not at all.
import { stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { crc32 } from 'node:zlib';
import { Type, type Static, type TSchema } from '@sinclair/typebox';
import { AppError } from '#contract/failure';
import { findProblems } from '#services/validate';
import { readBytes, readJsonFile } from './disk/json-file.ts';
import { sweepStray, writeAtomic, writeFolder } from './files.ts';
import { keepNewest } from './keep-newest.ts';
import { withFileLock } from './lock.ts';
import { resolveInside } from './paths.ts';
import { lockFile } from './workspace/layout.ts';

/** header.json, which is written last. The checksum is against accidents: a derived file needs no more. */
const FilesSchema = Type.Object({
  files: Type.Record(Type.String(), Type.Object({ bytes: Type.Integer(), crc32: Type.Integer() })),
});
type Files = Static<typeof FilesSchema>['files'];

export interface CheckedFolders<Facts> {
  has(fingerprint: string): Promise<boolean>;
  /** null for a folder that is not there, incomplete, damaged, or of another format. */
  load(
    fingerprint: string,
  ): Promise<{ readonly facts: Facts; readonly contents: ReadonlyMap<string, Buffer> } | null>;
  /** It appears complete or not at all. */
  save(fingerprint: string, facts: Facts, contents: ReadonlyMap<string, Uint8Array>): Promise<void>;
}

/**
 * Folders of one kind under .assay/<kind>/, each named by a fingerprint.
 * @param names of the files that each must hold
 * @param facts schema of what its header says beside the checksums
 * @param most how many are kept; older ones are made again when they are wanted
 */
export function createCheckedFolders<Facts extends TSchema>(
  root: string,
  kind: string,
  names: readonly string[],
  facts: Facts,
  most: number,
): CheckedFolders<Static<Facts>> {
  const folderOf = (fingerprint: string) => resolveInside(root, `.assay/${kind}/${nameOf(fingerprint)}`);

  async function loadHeader(folder: string): Promise<(Static<Facts> & { readonly files: Files }) | null> {
    const read = await readJsonFile(join(folder, 'header.json'), 'header.json');
    if (!('value' in read) || findProblems(FilesSchema, read.value).length > 0) return null;
    if (findProblems(facts, read.value).length > 0) return null;
    const header = read.value as Static<Facts> & { readonly files: Files };
    return names.every((name) => Object.hasOwn(header.files, name)) ? header : null;
  }

  return {
    async has(fingerprint) {
      const folder = await folderOf(fingerprint);
      const header = await loadHeader(folder);
      if (header === null) return false;
      for (const [name, { bytes }] of Object.entries(header.files)) {
        const status = await stat(join(folder, name)).catch(() => null);
        if (status?.size !== bytes) return false;
      }
      return true;
    },
    async load(fingerprint) {
      const folder = await folderOf(fingerprint);
      const header = await loadHeader(folder);
      if (header === null) return null;
      const { files, ...rest } = header;
      const contents = await readWhole(folder, names, files);
      return contents === null ? null : { facts: rest as Static<Facts>, contents };
    },
    async save(fingerprint, said, contents) {
      const folder = await folderOf(fingerprint);
      const files = Object.fromEntries(
        [...contents].map(([name, content]) => [name, { bytes: content.byteLength, crc32: crc32(content) }]),
      );
      await withFileLock(
        lockFile(root, `${kind}-${nameOf(fingerprint)}`),
        'saving an index',
        async () => {
          await sweepStray(join(folder, '..'));
          await writeFolder(folder, async (temporary) => {
            for (const [name, content] of contents) await writeAtomic(join(temporary, name), content);
            await writeAtomic(join(temporary, 'header.json'), JSON.stringify({ ...(said as object), files }));
          });
          await keepNewest(join(folder, '..'), most, basename(folder));
        },
        { waitMs: 30_000 },
      );
    },
  };
}

/** null where a file is missing or is not what the header says. */
async function readWhole(
  folder: string,
  names: readonly string[],
  files: Files,
): Promise<ReadonlyMap<string, Buffer> | null> {
  const contents = new Map<string, Buffer>();
  for (const name of names) {
    const bytes = await readBytes(join(folder, name));
    const expected = files[name];
    if (bytes === null || bytes.byteLength !== expected?.bytes || crc32(bytes) !== expected.crc32)
      return null;
    contents.set(name, bytes);
  }
  return contents;
}

/** A fingerprint is a hash; its colon cannot stand in a file name everywhere. */
function nameOf(fingerprint: string): string {
  const name = fingerprint.replace(/^sha256:/, '');
  if (!/^[0-9A-Za-z-]{1,128}$/.test(name)) {
    throw new AppError('invalid-input', `${JSON.stringify(fingerprint)} is no fingerprint of an index.`);
  }
  return name;
}
