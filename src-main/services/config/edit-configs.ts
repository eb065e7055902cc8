// Checks, saves and deletes configs under the hash they were read with.
import type { Input, Output } from '#contract/api';
import { AppError, type Problem } from '#contract/failure';
import { checkAsLoaded } from '../config-service.ts';
import type { WorkspaceStore } from '../ports.ts';
import { problemText } from '../validate.ts';
import type { CheckedConfig, ConfigFiles } from './ports.ts';

export interface ConfigWorld {
  readonly store: WorkspaceStore;
  readonly configFiles: ConfigFiles;
}

/** Every problem of a value that is to be a config, and the complete config where there is none. Never throws on data. */
export async function checkConfigFile(
  world: ConfigWorld,
  { file }: Input<'config.checkConfig'>,
): Promise<Output<'config.checkConfig'>> {
  return describe(world, world.configFiles.check(file));
}

/** A config file as it stands, for an editor: also one that is broken. Throws not-found. */
export async function readConfigFile(
  world: ConfigWorld,
  { id }: Input<'config.readFile'>,
): Promise<Output<'config.readFile'>> {
  const stored = await world.configFiles.read(id);
  if (stored === null) throw new AppError('not-found', `There is no config "${id}".`);
  const { text, hash, checked } = stored;
  return { id, text, hash, ...(await describe(world, checked)) };
}

async function describe(world: ConfigWorld, checked: CheckedConfig): Promise<Output<'config.checkConfig'>> {
  if ('problems' in checked) return { problems: [...checked.problems], complete: null };
  const { problems, config } = await checkAsLoaded(world.store, checked.value);
  return { problems: [...problems], complete: config };
}

/**
 * Writes a config under its own id.
 * @throws AppError invalid-input with every problem; conflict where the file is not the one that was read, where a new
 * config's id is taken, or where another id differs in upper and lower case alone
 */
export async function saveConfig(
  world: ConfigWorld,
  { file, expected }: Input<'config.saveConfig'>,
): Promise<Output<'config.saveConfig'>> {
  const checked = world.configFiles.check(file);
  if ('problems' in checked) throw unusable(checked.problems);
  const { id } = checked.value;
  const { problems } = await checkAsLoaded(world.store, checked.value);
  if (problems.length > 0) throw unusable(problems);
  return world.store.withLock(`saving the config ${id}`, async () => {
    await requireExpected(world, id, expected);
    const clash = (await world.configFiles.listIds()).find(
      (other) => other !== id && foldCase(other) === foldCase(id),
    );
    if (clash !== undefined)
      throw new AppError(
        'conflict',
        `There is a config "${clash}", which differs from "${id}" in upper and lower case alone: some disks take both for one. Choose another id.`,
      );
    return { id, hash: await world.configFiles.write(checked.value) };
  });
}

/** Deletes the file; runs keep the config they were made with. Throws not-found, conflict. */
export async function deleteConfig(
  world: ConfigWorld,
  { id, expected }: Input<'config.deleteConfig'>,
): Promise<Output<'config.deleteConfig'>> {
  return world.store.withLock(`deleting the config ${id}`, async () => {
    if ((await world.configFiles.read(id)) === null)
      throw new AppError('not-found', `There is no config "${id}" any more.`);
    await requireExpected(world, id, expected);
    await world.configFiles.remove(id);
    return { id };
  });
}

async function requireExpected(world: ConfigWorld, id: string, expected: string | null): Promise<void> {
  const stored = await world.configFiles.read(id);
  if (expected === null) {
    if (stored === null) return;
    throw new AppError('conflict', `There is a config "${id}" already. Choose another id, or edit that one.`);
  }
  if (stored?.hash === expected) return;
  throw new AppError(
    'conflict',
    stored === null
      ? `configs/${id}.json is not there any more: it was deleted or renamed since it was read here. Save it as a new config to keep it.`
      : `configs/${id}.json changed since it was read here. Read it again and make your change once more, or save yours under another id.`,
    { detail: { id, hash: stored?.hash ?? null } },
  );
}

function unusable(problems: readonly Problem[]): AppError {
  return new AppError('invalid-input', `The config is not valid. ${problems.map(problemText).join(' ')}`, {
    problems,
  });
}

function foldCase(id: string): string {
  return id.normalize('NFC').toLowerCase();
}
