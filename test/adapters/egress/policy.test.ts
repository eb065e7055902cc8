// The egress policy as tables: what each policy lets through, and that a refusal is made before any look-up or socket.
import dns from 'node:dns';
import net from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AppError } from '#contract/failure';
import { createEgress } from '#adapters/egress/egress';
import type { EgressSettings } from '#adapters/egress/policy';

const none: EgressSettings = { policy: 'none', hosts: ['127.0.0.1', 'localhost'] };
const loopback: EgressSettings = { policy: 'loopback', hosts: ['models.example'] };
const hosts: EgressSettings = {
  policy: 'hosts',
  hosts: [
    'Models.Example',
    'bücher.example:8443',
    '10.0.0.7:8080',
    '0x7f.1:11434',
    '[2001:db8::1]:9',
    '2001:db8::2',
  ],
};

/** What the network was asked for. Connecting is cut short, so that an allowed address is never really contacted. */
let attempts: string[] = [];

beforeEach(() => {
  attempts = [];
  vi.spyOn(dns, 'lookup').mockImplementation(((
    name: string,
    _options: unknown,
    done: (error: Error) => void,
  ) => {
    attempts.push(`look up ${name}`);
    done(new Error('no look-up in this test'));
  }) as never);
  vi.spyOn(net.Socket.prototype, 'connect').mockImplementation(function (
    this: net.Socket,
    ...given: unknown[]
  ) {
    // net passes its normalised arguments as one array, tls the options themselves.
    const [options] = [given[0]].flat() as [{ host: string; port: number | string }];
    attempts.push(`connect ${options.host}:${options.port}`);
    queueMicrotask(() => this.destroy(new Error('cut short')));
    return this;
  } as never);
});

afterEach(() => void vi.restoreAllMocks());

async function attempt(settings: EgressSettings, url: string): Promise<AppError> {
  const request = { method: 'GET', headers: {}, body: null, maxBytes: 10 } as const;
  return createEgress(() => settings)
    .send({ ...request, url: new URL(url), signal: new AbortController().signal })
    .then(
      () => expect.fail('nothing can answer here'),
      (error: AppError) => error,
    );
}

describe('allowed', () => {
  it.each([
    [loopback, 'http://127.0.0.1:11434/v1', 'connect 127.0.0.1:11434'],
    [loopback, 'http://127.255.0.9/', 'connect 127.255.0.9:80'],
    [loopback, 'http://[::1]:8080/', 'connect ::1:8080'],
    [loopback, 'http://[::ffff:127.0.0.1]:8080/', 'connect ::ffff:7f00:1:8080'],
    [loopback, 'http://2130706433:81/', 'connect 127.0.0.1:81'],
    [loopback, 'http://0x7f.1:81/', 'connect 127.0.0.1:81'],
    [loopback, 'http://0177.0.0.1:81/', 'connect 127.0.0.1:81'],
    [loopback, 'http://localhost:81/', 'connect localhost:81'],
    [loopback, 'http://LOCALHOST.:81/', 'connect localhost.:81'],
    [loopback, 'http://ollama.localhost:81/', 'connect ollama.localhost:81'],
    [loopback, 'https://localhost/', 'connect localhost:443'],
    [hosts, 'https://models.example/v1', 'connect models.example:443'],
    [hosts, 'http://MODELS.example.:99/v1', 'connect models.example.:99'],
    [hosts, 'https://xn--bcher-kva.example:8443/', 'connect xn--bcher-kva.example:8443'],
    [hosts, 'https://BÜCHER.example:8443/', 'connect xn--bcher-kva.example:8443'],
    [hosts, 'http://10.0.0.7:8080/', 'connect 10.0.0.7:8080'],
    [hosts, 'http://127.0.0.1:11434/', 'connect 127.0.0.1:11434'],
    [hosts, 'http://[2001:db8::1]:9/', 'connect 2001:db8::1:9'],
    [hosts, 'http://[2001:DB8:0::2]:77/', 'connect 2001:db8::2:77'],
  ])('%o %s', async (settings, url, expected) => {
    const error = await attempt(settings, url);
    expect({ attempts, message: error.message }).toEqual({ attempts: [expected], message: 'cut short' });
  });
});

describe('refused before any look-up or socket', () => {
  it.each([
    [none, 'http://127.0.0.1:11434/', '127.0.0.1', 11434],
    [none, 'http://localhost/', 'localhost', 80],
    [none, 'https://models.example/', 'models.example', 443],
    [loopback, 'https://models.example/', 'models.example', 443],
    [loopback, 'http://128.0.0.1/', '128.0.0.1', 80],
    [loopback, 'http://0.0.0.0:81/', '0.0.0.0', 81],
    [loopback, 'http://[::]:81/', '::', 81],
    [loopback, 'http://[::ffff:10.0.0.1]/', '::ffff:a00:1', 80],
    [loopback, 'http://[::7f00:1]/', '::7f00:1', 80],
    [loopback, 'http://127.0.0.1.models.example/', '127.0.0.1.models.example', 80],
    [loopback, 'http://localhost.models.example/', 'localhost.models.example', 80],
    [loopback, 'http://notlocalhost/', 'notlocalhost', 80],
    [loopback, 'http://127.0.0.1@models.example/', 'models.example', 80],
    [loopback, 'http://168430090/', '10.10.10.10', 80],
    [hosts, 'http://sub.models.example/', 'sub.models.example', 80],
    [hosts, 'http://models.example.evil.example/', 'models.example.evil.example', 80],
    [hosts, 'https://xn--bcher-kva.example/', 'xn--bcher-kva.example', 443],
    [hosts, 'http://10.0.0.7/', '10.0.0.7', 80],
    [hosts, 'http://localhost:11434/', 'localhost', 11434],
    [hosts, 'http://127.0.0.1:11435/', '127.0.0.1', 11435],
    [hosts, 'http://[::1]:11434/', '::1', 11434],
    [hosts, 'http://[2001:db8::1]:10/', '2001:db8::1', 10],
  ])('%o %s', async (settings, url, host, port) => {
    const error = await attempt(settings, url);
    const { policy } = settings;
    expect({ attempts, code: error.code, detail: error.detail }).toEqual({
      attempts: [],
      code: 'egress-denied',
      detail: { host, port, policy },
    });
    for (const part of [host, `"${policy}"`, 'assay.json']) expect(error.message).toContain(part);
  });

  it.each([
    '',
    '*',
    '*.example',
    'http://models.example',
    'models.example/v1',
    'user@models.example',
    ':80',
    '%',
  ])('a listed entry that is no host matches nothing: %j', async (entry) => {
    await attempt({ policy: 'hosts', hosts: [entry] }, 'http://models.example/');
    expect(attempts).toEqual([]);
  });

  it('says what to write, in words that can be copied', async () => {
    expect((await attempt(loopback, 'https://api.example/')).message).toBe(
      'No connection to api.example:443: the workspace\'s egress policy "loopback" does not allow it. ' +
        'It is not on this machine. To allow it, set egress in assay.json to {"policy":"hosts","hosts":["api.example"]}.',
    );
    expect((await attempt(hosts, 'http://[::1]:81/')).message).toBe(
      'No connection to [::1]:81: the workspace\'s egress policy "hosts" does not allow it. ' +
        'Add "[::1]" to egress.hosts in assay.json to allow it.',
    );
  });

  it('where the settings cannot be read, with their error', async () => {
    const broken = createEgress(() => Promise.reject(new Error('assay.json is broken')));
    const request = { method: 'GET', headers: {}, body: null, maxBytes: 10 } as const;
    const sent = broken.send({
      ...request,
      url: new URL('http://127.0.0.1:1/'),
      signal: new AbortController().signal,
    });
    await expect(sent).rejects.toThrow('assay.json is broken');
    expect(attempts).toEqual([]);
  });
});
