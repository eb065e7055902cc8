// A whole app over a temporary workspace and a data folder of its own, called through the one door.
import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import type { Input, Output, ProcedureName } from '#contract/api';
import type { Failure } from '#contract/failure';
import { forkChild } from '#adapters/process/spawn-fork';
import type { App } from '#hosts/app';
import { composeApp } from '#hosts/compose';

const repository = resolve(import.meta.dirname, '../../..');

export interface AppWorld {
  readonly app: App;
  readonly root: string;
  /** This user's data folder. */
  readonly home: string;
  /** The value of a call that must succeed. */
  call<Name extends ProcedureName>(name: Name, input: Input<Name>): Promise<Output<Name>>;
  /** The failure of a call that must fail; the input need not be valid. */
  fail(name: ProcedureName, input: unknown): Promise<Failure>;
  /** Writes a file of the workspace by hand, as an editor or git would. */
  put(path: string, content: string): Promise<void>;
  /** A second app over the same workspace, as another window of this process is. */
  another(): App;
  close(): Promise<void>;
}

/** @param indexEntry the bundled child that builds indexes; the other children are those of the last build */
export async function openApp(indexEntry?: string): Promise<AppWorld> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'assay-services-')));
  const root = join(folder, 'workspace');
  const home = join(folder, 'home');
  const before = process.env['ASSAY_HOME'];
  process.env['ASSAY_HOME'] = home;
  const apps: App[] = [];
  function another(): App {
    const resourcesFolder = join(repository, 'resources');
    const app = composeApp({
      ...{ root, resourcesFolder, checkOutputs: true },
      childFolder: join(repository, 'out/main'),
      spawn: (options) =>
        forkChild({
          ...options,
          entry: options.name === 'indexer' ? (indexEntry ?? options.entry) : options.entry,
        }),
    });
    apps.push(app);
    return app;
  }
  async function put(path: string, content: string): Promise<void> {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), content);
  }
  const app = another();
  await put('assay.json', '{ "schemaVersion": 1, "name": "test" }\n');
  return {
    app,
    root,
    home,
    put,
    another,
    async call(name, input) {
      const reply = await app.dispatch(name, input);
      if (!reply.ok) {
        // What a bug says of itself stands in the log alone.
        const log =
          reply.failure.code === 'internal' ? await readFile(join(home, 'logs/assay.log'), 'utf8') : '';
        throw new Error(`${name} failed: ${JSON.stringify(reply.failure)}\n${log}`);
      }
      return reply.value;
    },
    async fail(name, input) {
      const reply = await app.dispatch(name as string, input);
      if (reply.ok) throw new Error(`${name} should have failed and gave ${JSON.stringify(reply.value)}`);
      return reply.failure;
    },
    async close() {
      for (const each of apps) await each.close();
      if (before === undefined) delete process.env['ASSAY_HOME'];
      else process.env['ASSAY_HOME'] = before;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
