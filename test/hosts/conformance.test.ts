// The conformance suite over every transport: in process, HTTP, the command line, and Electron's IPC.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect } from 'vitest';
import type { AppEvent } from '#contract/events';
import type { Reply } from '#contract/failure';
import type { App } from '#hosts/app';
import { exitCodes } from '#hosts/cli/output';
import { composeApp } from '#hosts/compose';
import { startWebHost } from '#hosts/web/start-web-host';
import { ensureBuilt, root } from './built.ts';
import { callCli } from './cli.ts';
import { conformanceSuite, largeText, oddText, type Connection } from './conformance.ts';
import { bundleStandIn, launchDesktop } from './electron-stand-in/launch.ts';
import { listenTo } from './listen.ts';

let folder: string;
let workspace: string;
/** One app stays open on the workspace while other hosts serve it too. */
let app: App;

beforeAll(async () => {
  await ensureBuilt();
  folder = await mkdtemp(join(tmpdir(), 'assay-conformance-'));
  workspace = join(folder, 'workspace');
  process.env['ASSAY_HOME'] = join(folder, 'home');
  app = compose();
  await writeFile(join(folder, 'large.txt'), largeText);
  // A lone surrogate has no place in a file.
  const name = oddText.replace('\ud800', '');
  expect(await app.dispatch('workspace.create', { name })).toMatchObject({ ok: true });
  const added = await app.dispatch('document.addFiles', { paths: [join(folder, 'large.txt')] });
  expect(added).toMatchObject({ ok: true, value: { accepted: 1 } });
});

afterAll(async () => {
  await app.close();
  delete process.env['ASSAY_HOME'];
  await rm(folder, { recursive: true, force: true });
});

function compose(): App {
  return composeApp({
    root: workspace,
    childFolder: join(root, 'out/main'),
    resourcesFolder: join(root, 'resources'),
    checkOutputs: true,
  });
}

function reference(name: string, input: unknown): Promise<Reply> {
  return app.dispatch(name, input);
}

conformanceSuite('in process', connectInProcess, reference, { carriesEvents: true });
conformanceSuite('HTTP', connectHttp, reference, { carriesEvents: true });
// A command's process ends with its reply.
conformanceSuite('command line', connectCli, reference, { carriesEvents: false });
conformanceSuite('Electron IPC', connectElectron, reference, { carriesEvents: true });

async function connectInProcess(): Promise<Connection> {
  const own = compose();
  const heard: AppEvent[] = [];
  const stop = own.events.subscribe((event) => heard.push(event));
  return {
    heard,
    call: (name, input) => own.dispatch(name, input),
    async close() {
      stop();
      await own.close();
    },
  };
}

async function connectHttp(): Promise<Connection> {
  const own = compose();
  const host = await startWebHost(own, { rendererFolder: join(root, 'out/renderer') });
  const authorization = `Bearer ${host.token}`;
  const address = `http://127.0.0.1:${host.port}/api`;
  const heard: AppEvent[] = [];
  const stream = await listenTo(`${address}/events`, authorization, (event) => heard.push(event));
  return {
    heard,
    async call(name, input) {
      const response = await fetch(`${address}/${encodeURIComponent(name)}`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body: JSON.stringify(input),
      });
      const reply = (await response.json()) as Reply;
      expect(response.ok).toBe(reply.ok);
      return reply;
    },
    async close() {
      await host.close();
      await stream.ended;
      await own.close();
    },
  };
}

async function connectCli(): Promise<Connection> {
  const env = { ASSAY_HOME: join(folder, 'home') };
  return {
    heard: [],
    async call(name, input) {
      const { reply, exitCode } = await callCli(name, input, { workspace, env });
      expect(exitCode).toBe(reply.ok ? 0 : exitCodes[reply.failure.code]);
      return reply;
    },
    close: async () => undefined,
  };
}

async function connectElectron(): Promise<Connection> {
  const standIn = await bundleStandIn();
  const desktop = await launchDesktop({
    standIn,
    entry: join(root, 'out/main/electron.js'),
    words: [workspace],
    env: { ASSAY_HOME: join(folder, 'home') },
  });
  const heard: AppEvent[] = [];
  await desktop.page.exposeFunction('tellTest', (text: string) => heard.push(JSON.parse(text) as AppEvent));
  await desktop.page.evaluate(() => {
    const { tellTest } = window as unknown as { tellTest(text: string): void };
    window.assay?.on((event) => tellTest(JSON.stringify(event)));
  });
  return {
    heard,
    async call(name, input) {
      // As text, because the test's own way into the page bends lone surrogates.
      const text = await desktop.page.evaluate(
        async (given) => {
          const [procedure, value] = JSON.parse(given) as [string, unknown];
          return JSON.stringify(await window.assay?.call(procedure, value));
        },
        JSON.stringify([name, input]),
      );
      return JSON.parse(text) as Reply;
    },
    async close() {
      await desktop.close();
      await standIn.remove();
    },
  };
}
