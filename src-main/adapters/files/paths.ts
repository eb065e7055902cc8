// Paths that come from files or people: joined only when they stay inside their root, symbolic links included.
import { lstat, realpath } from 'node:fs/promises';
import { dirname, join, relative, isAbsolute, sep } from 'node:path';
import { AppError } from '#contract/failure';
import { errorCode, explained } from './disk/operations.ts';

/**
 * Joins a relative path to a root and verifies that what it names, as far as it exists, lies inside the root.
 * @param path relative, with `/` (or `\` on Windows)
 * @throws AppError invalid-input for an absolute path, a `..`, or a symbolic link that leads out
 */
export async function resolveInside(root: string, path: string): Promise<string> {
  const problem = relativePathProblem(path);
  if (problem !== null) throw refused(path, problem);
  const joined = join(root, path);
  await explained('read', joined, async () => {
    const realRoot = await realpath(root);
    const real = await realAncestor(joined, path);
    const inside = relative(realRoot, real);
    if (inside === '..' || inside.startsWith(`..${sep}`) || isAbsolute(inside)) {
      throw refused(path, 'a symbolic link on it leads out of the workspace');
    }
  });
  return joined;
}

/** Says what is wrong with a relative path, or null; looks at the text alone. */
export function relativePathProblem(path: string): string | null {
  if (path === '' || path === '.') return 'it is empty';
  if (path.includes('\0')) return 'it holds a zero character';
  if (/^([/\\]|[A-Za-z]:)/.test(path)) return 'it is absolute';
  return path.split(/[/\\]/).includes('..') ? 'it goes up with ".."' : null;
}

/** True for a name that is one file name on every system: letters, digits, `.`, `_`, `-`, beginning with a letter or digit. */
export function isSafeName(name: string): boolean {
  return (
    /^[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N}._-]*$/u.test(name) &&
    !name.endsWith('.') &&
    Buffer.byteLength(name) <= 245
  );
}

/** Returns the name, or throws invalid-input: a name from outside must not become a path. */
export function checkedName(name: string, what: string): string {
  if (isSafeName(name)) return name;
  throw new AppError(
    'invalid-input',
    `${JSON.stringify(name)} cannot be a ${what}: use letters, digits, ".", "_" and "-", beginning with a letter or digit, at most 245 bytes.`,
  );
}

/** The real path of the nearest part that exists; a link that leads nowhere counts as existing and is refused. */
async function realAncestor(joined: string, shownAs: string): Promise<string> {
  for (let path = joined; ; path = dirname(path)) {
    try {
      return await realpath(path);
    } catch (error) {
      const code = errorCode(error);
      if (code === 'ELOOP') throw refused(shownAs, 'its symbolic links go in a circle');
      if (code !== 'ENOENT' && code !== 'ENOTDIR') throw error;
    }
    if (await isLink(path)) throw refused(shownAs, 'a symbolic link on it leads nowhere');
    if (dirname(path) === path) return path;
  }
}

async function isLink(path: string): Promise<boolean> {
  const status = await lstat(path).catch(() => null);
  return status?.isSymbolicLink() ?? false;
}

function refused(path: string, why: string): AppError {
  return new AppError(
    'invalid-input',
    `The path ${JSON.stringify(path)} is refused: ${why}. Use a path inside the workspace, relative to its root.`,
  );
}
