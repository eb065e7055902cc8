// The one way out: every request of every client passes this guard, which asks the workspace's egress policy first.
import type { LookupFunction, Socket } from 'node:net';
import { Agent, buildConnector, Client, type Dispatcher } from 'undici';
import { AppError } from '#contract/failure';
import {
  checkEgress,
  isLoopbackAddress,
  isLoopbackName,
  normaliseHost,
  type EgressSettings,
} from './policy.ts';

export interface EgressRequest {
  /** http or https; the query is part of it. */
  readonly url: URL;
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  /** The only limit in time: aborting it closes the socket at once, whether it connects, waits or reads. */
  readonly signal: AbortSignal;
  /** A longer response body is given up, and the socket closed. */
  readonly maxBytes: number;
}

export interface EgressResponse {
  readonly status: number;
  /** Lower-case names; repeated headers are joined with a comma. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

export interface Egress {
  /** Throws AppError('egress-denied') where the policy, as it is now, does not allow the address; opens nothing. */
  requireAllowed(url: URL): Promise<void>;
  /**
   * Sends one request over a socket of its own. Redirects are not followed (see redirectTarget), proxy settings of the
   * environment are not read, no time limit but the signal's applies. Throws AppError('egress-denied') before any
   * look-up or socket, AppError('unavailable', detail `{ reason: 'too-large' }`) past maxBytes, the signal's reason
   * once aborted, and the error of Node or undici when the connection fails.
   */
  send(request: EgressRequest): Promise<EgressResponse>;
  /** The same guard for a library that takes an undici dispatcher. It has no time limits either and keeps no socket open. */
  readonly dispatcher: Dispatcher;
  /** Closes what the dispatcher still holds. */
  close(): Promise<void>;
}

/** Client options of undici: no limits of its own (it gives up on headers after 300 s), one request per connection. */
const unlimited = { headersTimeout: 0, bodyTimeout: 0, pipelining: 0 } as const;

/** Creates the guard. The settings are asked for on every connection, so that a change of the policy holds at once. */
export function createEgress(getSettings: () => EgressSettings | Promise<EgressSettings>): Egress {
  const dispatcher = new Agent({ ...unlimited, connect: guardedConnector(getSettings, () => undefined) });
  return {
    async requireAllowed(url) {
      const denied = checkEgress(url, await getSettings());
      if (denied !== null) throw denied;
    },
    send: (request) => send(getSettings, request),
    dispatcher,
    close: () => dispatcher.destroy(),
  };
}

/** The absolute address a response redirects to, or null. It is shown to the analyst, never followed. */
export function redirectTarget(url: URL, response: EgressResponse): string | null {
  const location = response.headers['location'];
  if (response.status < 300 || response.status > 399 || location === undefined) return null;
  return URL.canParse(location, url) ? new URL(location, url).href : location;
}

async function send(
  getSettings: () => EgressSettings | Promise<EgressSettings>,
  request: EgressRequest,
): Promise<EgressResponse> {
  const { url, method, headers, body, signal, maxBytes } = request;
  signal.throwIfAborted();
  let socket: Socket | null = null;
  const getSettingsUnlessAborted = async () => {
    const settings = await getSettings();
    signal.throwIfAborted();
    return settings;
  };
  const connect = guardedConnector(getSettingsUnlessAborted, (opened) => (socket = opened));
  const client = new Client(url.origin, { ...unlimited, connect });
  const close = (reason: Error | null) => {
    // undici leaves a socket that is still connecting to itself, and a request on it unsettled: both end here.
    void client.destroy(reason).catch(() => undefined);
    socket?.destroy();
  };
  const onAbort = () => close(toError(signal.reason));
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    const path = `${url.pathname}${url.search}`;
    const response = await client.request({ path, method, headers, body });
    const bytes = await readBody(response.body, maxBytes);
    return { status: response.statusCode, headers: joinHeaders(response.headers), body: bytes };
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    signal.removeEventListener('abort', onAbort);
    close(null);
  }
}

async function readBody(body: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of body) {
    length += part.byteLength;
    if (length > maxBytes)
      throw new AppError('unavailable', `The response is longer than ${maxBytes} bytes and was given up.`, {
        detail: { reason: 'too-large', maxBytes },
      });
    parts.push(part);
  }
  return Buffer.concat(parts);
}

function joinHeaders(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): Record<string, string> {
  const joined: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined) joined[name] = Array.isArray(value) ? value.join(', ') : value;
  return joined;
}

/** The names of this machine are never looked up: no resolver or hosts file can point them elsewhere. */
const loopbackLookup: LookupFunction = (_hostname, options, callback) => {
  const addresses = [
    { address: '127.0.0.1', family: 4 },
    { address: '::1', family: 6 },
  ].filter(({ family }) => !options.family || options.family === family || options.family === `IPv${family}`);
  if (options.all) callback(null, addresses);
  else callback(null, addresses[0]?.address ?? '127.0.0.1', addresses[0]?.family ?? 4);
};

function guardedConnector(
  getSettings: () => EgressSettings | Promise<EgressSettings>,
  onSocket: (socket: Socket) => void,
): buildConnector.connector {
  const byName = buildConnector({ timeout: 0 });
  const onThisMachine = buildConnector({ timeout: 0, lookup: loopbackLookup, autoSelectFamily: true });
  return (options, callback) => {
    const fail = (error: unknown) => callback(toError(error), null);
    const open = (egress: EgressSettings) => {
      const denied = checkEgress(options, egress);
      if (denied) return fail(denied);
      const host = normaliseHost(options.hostname);
      const connect = isLoopbackName(host) ? onThisMachine : byName;
      // The types hide that the connector returns the socket it has just begun to connect.
      const opening = connect(options, (error, socket) => {
        if (!socket) return fail(error);
        const strayed = egress.policy === 'loopback' && !isLoopbackAddress(socket.remoteAddress ?? '');
        if (!strayed) return callback(null, socket);
        socket.destroy();
        fail(
          new AppError('egress-denied', `${host} led to ${socket.remoteAddress}, which is not this machine.`),
        );
      }) as unknown as Socket;
      onSocket(opening);
    };
    // A throw while opening, such as an impossible option, must reach undici too: it would wait for ever.
    const tryOpen = (egress: EgressSettings) => {
      try {
        open(egress);
      } catch (error) {
        fail(error);
      }
    };
    Promise.resolve().then(getSettings).then(tryOpen, fail);
  };
}

function toError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error(String(reason));
}
