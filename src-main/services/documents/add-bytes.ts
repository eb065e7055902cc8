// Adds one document whose content is handed over, as when a file is dropped on the window.
import type { Input, Output } from '#contract/api';
import { AppError } from '#contract/failure';
import { hashBytes } from '../hash.ts';
import { addContent, endAdding, startAdding, type DocumentWorld } from './add-files.ts';

/** Larger files are added by their path. */
const largestMebibytes = 64;

/**
 * The document comes from its path: content under the same path again is the same document, changed.
 * @throws AppError invalid-input for a path that cannot stand below documents/, for what is no base64, and for more than
 *   64 MiB; what cannot be read as a document is reported instead
 */
export async function addBytes(
  world: DocumentWorld,
  input: Input<'document.addBytes'>,
  signal: AbortSignal,
): Promise<Output<'document.addBytes'>> {
  const relative = relativePath(input.path);
  const bytes = decodeBase64(input.base64);
  return world.store.withLock(`adding ${input.path}`, async () => {
    const adding = await startAdding(world, signal);
    const result = await addContent(adding, {
      path: input.path,
      relative,
      // No file has such a path, so that no added file can be taken for a dropped one.
      origin: hashBytes(`dropped:${relative}`),
      bytes,
      withFile: (work) => world.dropped.hold(bytes, work),
    });
    return endAdding(adding, [result]);
  });
}

/** The path with `/` between its names, without empty ones and `.`; in NFC, as one system writes it and another does not. */
function relativePath(path: string): string {
  const names = path.normalize('NFC').split(/[\\/]/);
  const problem = pathProblem(path, names);
  if (problem !== null)
    throw new AppError(
      'invalid-input',
      `${JSON.stringify(path)} cannot be the name of a document: ${problem}.`,
      {
        problems: [
          { path: '/path', value: path, message: problem, remedy: 'Use a name, or folders and a name' },
        ],
      },
    );
  return names.filter((name) => name !== '' && name !== '.').join('/');
}

function pathProblem(path: string, names: readonly string[]): string | null {
  if (/^[\\/]/.test(path) || names.some((name) => /^[A-Za-z]:/.test(name))) return 'it is absolute';
  if (names.includes('..')) return 'it goes up with ".."';
  if (/\p{Cc}|\p{Cs}/u.test(path)) return 'it holds a control character or half a character';
  if (names.some((name) => Buffer.byteLength(name) > 200)) return 'a name in it is longer than 200 bytes';
  if (/(^|[\\/])\.?$/.test(path)) return 'it names no file';
  return null;
}

/** Strict: the standard alphabet, padded, without white space, and no bits left over. */
function decodeBase64(base64: string): Buffer {
  const refuse = (message: string, remedy: string) =>
    new AppError('invalid-input', `The content cannot be read: ${message}. ${remedy}.`, {
      problems: [{ path: '/base64', message, remedy }],
    });
  if ((base64.length / 4) * 3 > (largestMebibytes + 1) * 1024 * 1024) throw tooLarge();
  const bytes = Buffer.from(base64, 'base64');
  // Node skips what it does not know, so only what comes out the same was all read.
  if (bytes.toString('base64') !== base64)
    throw refuse('it is not base64', 'Encode it in the standard alphabet with padding');
  if (bytes.length > largestMebibytes * 1024 * 1024) throw tooLarge();
  return bytes;

  function tooLarge(): AppError {
    return refuse(
      `the file is larger than ${largestMebibytes} MiB`,
      'Add it by its path, or split it and add the parts',
    );
  }
}
