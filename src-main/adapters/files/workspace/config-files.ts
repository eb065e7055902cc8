// Reads, checks and writes single config files for an editor: also those that cannot be used as they stand.
import { join } from 'node:path';
import { ConfigFileSchema, type ConfigFile } from '#contract/config';
import { AppError, type Problem } from '#contract/failure';
import type { CheckedConfig, ConfigFiles, StoredConfig } from '#services/config/ports';
import { hashBytes } from '#services/hash';
import { checkVersioned, parseJson, readBytes } from '../disk/json-file.ts';
import { removeTree, writeAtomic } from '../files.ts';
import { checkedName, isSafeName, resolveInside } from '../paths.ts';
import { configFile, listNames } from './layout.ts';

export function createConfigFiles(root: string): ConfigFiles {
  return {
    check: checkConfigValue,
    read: (id) => readStored(root, id),
    listIds: () => listConfigIds(root),
    async write(config) {
      const checked = checkConfigValue(config);
      if ('problems' in checked)
        throw new AppError('invalid-input', `The config ${config.id} is not valid.`, checked);
      const text = `${JSON.stringify(config, null, 2)}\n`;
      await writeAtomic(await pathOf(root, config.id), text);
      return hashBytes(text);
    },
    remove: async (id) => removeTree(await pathOf(root, id)),
  };
}

/** Every file that would be a config, by the name it has. */
export async function listConfigIds(root: string): Promise<readonly string[]> {
  const names = await listNames(join(root, 'configs'));
  return names
    .filter((name) => name.endsWith('.json') && !name.startsWith('.'))
    .map((name) => name.slice(0, -'.json'.length));
}

async function readStored(root: string, id: string): Promise<StoredConfig | null> {
  const bytes = await readBytes(await pathOf(root, id));
  if (bytes === null) return null;
  const parsed = parseJson(bytes, configFile(id));
  return {
    text: bytes.toString('utf8'),
    hash: hashBytes(bytes),
    checked: 'value' in parsed ? checkNamed(parsed.value, id) : parsed,
  };
}

function checkNamed(value: unknown, id: string): CheckedConfig {
  const checked = checkConfigValue(value);
  return 'value' in checked ? (idProblem(checked.value, id) ?? checked) : checked;
}

/** The problem that the id inside a file is not the file's name, or null. */
export function idProblem(config: ConfigFile, id: string): { readonly problems: readonly Problem[] } | null {
  if (config.id.normalize('NFC') === id.normalize('NFC')) return null;
  const problem = {
    file: configFile(id),
    path: '/id',
    value: config.id,
    message: `must equal the file's name, "${id}"`,
    remedy: 'Rename the file or change the id',
  };
  return { problems: [problem] };
}

/** As it would be read from the file of its id, and that the id can be the name of a file on every system. */
function checkConfigValue(value: unknown): CheckedConfig {
  const id = ownId(value);
  const isName = id !== null && isSafeName(id);
  const checked = checkVersioned(value, isName ? configFile(id) : '', 'config', ConfigFileSchema);
  if ('value' in checked && isName && !isReserved(id)) return checked;
  const problems = 'problems' in checked ? [...checked.problems] : [];
  // What the schema says of the id already is not said twice.
  if (id !== null && (!isName || isReserved(id)) && !problems.some(({ path }) => path === '/id'))
    problems.push({
      ...(isName ? { file: configFile(id) } : {}),
      path: '/id',
      value: id,
      message: 'cannot be the name of a file on every system',
      remedy: 'Use letters, digits, ".", "_" and "-", beginning with a letter or digit, at most 245 bytes',
    });
  return { problems: problems.map(withoutEmptyFile) };
}

/** A value without an id belongs to no file. */
function withoutEmptyFile(problem: Problem): Problem {
  const { file, ...rest } = problem;
  return file ? problem : rest;
}

function ownId(value: unknown): string | null {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, 'id')) return null;
  const { id } = value as { readonly id: unknown };
  return typeof id === 'string' ? id : null;
}

/** Windows keeps these names, whatever follows a dot. */
function isReserved(id: string): boolean {
  return /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i.test(id);
}

function pathOf(root: string, id: string): Promise<string> {
  return resolveInside(root, configFile(checkedName(id, 'config id')));
}
