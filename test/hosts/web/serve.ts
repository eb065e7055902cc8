// A web host over a fake app and a small renderer, started before each test of a file and ended after it.
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { startWebHost, type WebHost } from '#hosts/web/start-web-host';
import { createFakeApp, type FakeApp } from '../fake-app.ts';
import { send, type Answer } from './http.ts';

export const json = { 'content-type': 'application/json' };
export const callOverview = { method: 'POST', path: '/api/workspace.getOverview', body: '{}' };

/** Filled in before each test. `folder` holds the renderer and, beside it, secret.txt. */
export interface Served {
  folder: string;
  app: FakeApp;
  host: WebHost;
}

/** To be called at the top of a test file. */
export function serveEachTest(): Served {
  const served = {} as Served;
  beforeEach(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'assay-web-'));
    await mkdir(join(folder, 'renderer/assets'), { recursive: true });
    await writeFile(join(folder, 'renderer/index.html'), '<!doctype html><title>Assay</title>');
    await writeFile(join(folder, 'renderer/assets/app.js'), 'export {};');
    await writeFile(join(folder, 'secret.txt'), 'outside');
    await symlink(join(folder, 'secret.txt'), join(folder, 'renderer/link.txt'));
    const app = createFakeApp();
    const host = await startWebHost(app, { rendererFolder: join(folder, 'renderer') });
    Object.assign(served, { folder, app, host });
  });
  afterEach(async () => {
    await served.host.close();
    await rm(served.folder, { recursive: true, force: true });
  });
  return served;
}

export function bearer(host: WebHost): Record<string, string> {
  return { authorization: `Bearer ${host.token}` };
}

/** Calls a procedure as a program does. */
export function call(host: WebHost, name: string, input: unknown): Promise<Answer> {
  const body = JSON.stringify(input);
  return send(host.port, {
    method: 'POST',
    path: `/api/${name}`,
    headers: { ...json, ...bearer(host) },
    body,
  });
}

/** Loads the first page with the token; returns the cookie. */
export async function openPage(host: WebHost): Promise<string> {
  const answer = await send(host.port, { path: `/?token=${host.token}` });
  return answer.headers['set-cookie']?.[0]?.split(';')[0] ?? '';
}

export function failureOf(answer: Answer): { ok: boolean; failure: { code: string; message: string } } {
  return JSON.parse(answer.text) as { ok: boolean; failure: { code: string; message: string } };
}
