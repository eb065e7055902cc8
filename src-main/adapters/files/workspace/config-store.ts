// Loads, lists and saves configs/<id>.json.
import { ConfigFileSchema, type ConfigFile } from '#contract/config';
import { AppError, type Problem } from '#contract/failure';
import { problemText, validate } from '#services/validate';
import { brokenFile } from '../disk/json-lines.ts';
import { readVersionedFile, type ReadFile } from '../disk/json-file.ts';
import { nearestText } from '../disk/nearest.ts';
import { writeAtomic } from '../files.ts';
import { checkedName, isSafeName, resolveInside } from '../paths.ts';
import { idProblem, listConfigIds } from './config-files.ts';
import { configFile } from './layout.ts';

/** Every config file by id, with its first problem; in code-unit order. */
export async function listConfigs(
  root: string,
): Promise<readonly { readonly id: string; readonly problem: string | null }[]> {
  const listed = [];
  for (const id of await listConfigIds(root)) {
    const [first] = await configProblems(root, id);
    listed.push({ id, problem: first ? problemText(first) : null });
  }
  return listed;
}

/** Throws not-found naming the nearest ids, stale where the file is broken or newer. */
export async function loadConfig(root: string, id: string): Promise<ConfigFile> {
  checkedName(id, 'config id');
  const read = await readConfig(root, id);
  if ('missing' in read) {
    const known = nearestText(id, await listConfigIds(root), 'config');
    throw new AppError('not-found', `There is no config "${id}".${known}`);
  }
  if ('problems' in read) throw brokenFile(configFile(id), read.problems);
  return read.value;
}

/** Writes the config under its own id. Throws invalid-input. */
export async function saveConfig(root: string, config: ConfigFile): Promise<void> {
  validate(ConfigFileSchema, config, `config ${String(config.id)}`);
  const path = await resolveInside(root, configFile(checkedName(config.id, 'config id')));
  await writeAtomic(path, `${JSON.stringify(config, null, 2)}\n`);
}

/** Every problem of every config file. */
export async function findConfigProblems(root: string): Promise<readonly Problem[]> {
  const problems: Problem[] = [];
  for (const id of await listConfigIds(root)) problems.push(...(await configProblems(root, id)));
  return problems;
}

async function configProblems(root: string, id: string): Promise<readonly Problem[]> {
  const file = configFile(id);
  if (!isSafeName(id)) {
    return [{ file, message: 'has a name that cannot be a config id', remedy: 'Rename it' }];
  }
  try {
    const read = await readConfig(root, id);
    return 'problems' in read ? read.problems : [];
  } catch (error) {
    if (error instanceof AppError) return [{ file, message: error.message }];
    throw error;
  }
}

async function readConfig(root: string, id: string): Promise<ReadFile<ConfigFile>> {
  const file = configFile(id);
  const read = await readVersionedFile(await resolveInside(root, file), file, 'config', ConfigFileSchema);
  return 'value' in read ? (idProblem(read.value, id) ?? read) : read;
}
