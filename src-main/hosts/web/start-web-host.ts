// The web host: the same renderer and the same procedures as the desktop window, for a browser on this machine alone.
import Fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import { isProcedureName, procedures, type ProcedureName } from '#contract/api';
import { AppError } from '#contract/failure';
import { toFailure } from '#services/dispatch';
import type { App } from '../app.ts';
import { pageHeaders } from '../page-headers.ts';
import { loadRendererFiles, type RendererFiles } from '../renderer-files.ts';
import { createAccess, type Access } from './access.ts';
import { createEventStreams, type EventStreams } from './event-streams.ts';
import { checkFetchSite, checkMediaType, checkSource, type Refusal } from './guards.ts';
import { apiHeaders, refusalReply, statusOf } from './replies.ts';

export interface WebHost {
  /** The address to open: it carries the token. */
  readonly url: string;
  readonly port: number;
  /** For programs: `Authorization: Bearer <token>` instead of the cookie. */
  readonly token: string;
  /** Ends event streams and sockets within a second. The app stays open: whoever composed it closes it. */
  close(): Promise<void>;
}

interface Host {
  readonly app: App;
  readonly files: RendererFiles;
  readonly streams: EventStreams;
  /** Aborts the queries that are still running when the host closes. */
  readonly queries: Set<AbortController>;
  readonly access: Access;
  /** 0 until the host listens; no request comes before. */
  port: number;
}

const loopback = '127.0.0.1';
const maxBodyBytes = 16 * 1024 * 1024;
/** A file of 64 MiB, which base64 makes a third longer. */
const maxFileBodyBytes = 90 * 1024 * 1024;
const fileProcedure: ProcedureName = 'document.addBytes';
const graceMs = 500;

/**
 * Serves the app on 127.0.0.1. Port 0 or none takes a free one.
 * `POST /api/<name>` takes the input as JSON and gives the Reply; `GET /api/events` streams events; all else is a file
 * of the renderer. Statuses: 400 invalid-input, 403 egress-denied, 404 not-found, 409 conflict, stale and cancelled,
 * 500 internal, 503 unavailable; refusals are 400, 401, 403, 404, 405, 413 or 415, also as a Reply.
 * @throws AppError conflict where the port is taken, not-found where the renderer was not built
 */
export async function startWebHost(
  app: App,
  options: { readonly port?: number; readonly rendererFolder: string },
): Promise<WebHost> {
  const files = await loadRendererFiles(options.rendererFolder);
  const streams = createEventStreams(app.events);
  const host: Host = { app, files, streams, queries: new Set(), access: createAccess(), port: 0 };
  const server = createServer(host);
  await listen(server, options.port ?? 0);
  const address = server.server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  host.port = address.port;
  const { token } = host.access;
  return {
    url: `http://${loopback}:${address.port}/?token=${token}`,
    port: address.port,
    token,
    close: () => closeHost(host, server),
  };
}

function createServer(host: Host): FastifyInstance {
  const server = Fastify({
    logger: false,
    bodyLimit: maxBodyBytes,
    exposeHeadRoutes: false,
    forceCloseConnections: 'idle',
    frameworkErrors: (error, _request, reply) => {
      void reply.headers(apiHeaders);
      return refuse(reply, { status: 400, message: error.message });
    },
  });
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => {
    try {
      done(null, parseBody(body as Buffer));
    } catch (error) {
      done(error as Error);
    }
  });
  server.addHook('onRequest', (request, reply, next) => {
    void reply.headers(isApi(request) ? apiHeaders : pageHeaders("'self'"));
    const refusal = checkRequest(host, request);
    if (refusal) refuse(reply, refusal);
    else next();
  });
  server.get('/api/events', (_request, reply) => {
    reply.hijack();
    host.streams.open(reply.raw);
  });
  server.post<{ Params: { name: string } }>('/api/:name', (request, reply) =>
    answerCall(host, request.params.name, request.body, reply),
  );
  server.post(`/api/${fileProcedure}`, { bodyLimit: maxFileBodyBytes }, (request, reply) =>
    answerCall(host, fileProcedure, request.body, reply),
  );
  server.get('/*', (request, reply) => answerPage(host, request, reply));
  server.setNotFoundHandler((request, reply) => refuse(reply, unknownRoute(request)));
  server.setErrorHandler((error: FastifyError, request, reply) => answerError(host, error, request, reply));
  return server;
}

/** What is wrong with a request, the worst first: who sent it, whether it knows the token, its method, its format. */
function checkRequest({ port, access }: Host, request: FastifyRequest): Refusal | null {
  const { headers, method } = request;
  const source = checkSource(headers, port);
  if (source) return source;
  const isExchange = method === 'GET' && !isApi(request) && exchanges(request, access);
  const barred = isExchange ? null : checkAccess(headers, access, port);
  if (barred || !isApi(request)) return barred;
  const site = checkFetchSite(headers);
  if (site) return site;
  const allow = pathOf(request) === '/api/events' ? 'GET' : 'POST';
  if (method !== allow) return { status: 405, message: `Use ${allow} here, not ${method}.`, allow };
  return method === 'POST' ? checkMediaType(headers) : null;
}

function checkAccess(headers: FastifyRequest['headers'], access: Access, port: number): Refusal | null {
  if (access.isAllowed(headers, port)) return null;
  const message =
    'This address opens with the token that was printed when Assay started. Open that address again.';
  return { status: 401, message };
}

/** Only the first page may be asked for with a token: files and the API take the cookie or the bearer. */
function exchanges(request: FastifyRequest, access: Access): boolean {
  const url = urlOf(request);
  const tokens = url.searchParams.getAll('token');
  return url.pathname === '/' && tokens.length === 1 && access.isToken(tokens[0] ?? null);
}

async function answerCall(
  host: Host,
  name: string,
  input: unknown,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const gone = new AbortController();
  // A command goes on without its caller: half a change is worse than a change nobody waits for.
  if (isProcedureName(name) && procedures[name].kind === 'query') {
    host.queries.add(gone);
    reply.raw.on('close', () => {
      host.queries.delete(gone);
      if (!reply.raw.writableFinished) gone.abort();
    });
  }
  const answer = await host.app.dispatch(name, input, gone.signal);
  return sendJson(reply, statusOf(answer), answer);
}

function answerPage(host: Host, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  // The redirect drops the token from the address bar, the history and what a page could read.
  if (exchanges(request, host.access))
    return reply.code(303).header('set-cookie', host.access.cookie(host.port)).header('location', '/').send();
  const file = host.files.find(pathOf(request));
  if (file === null) return refuse(reply, { status: 404, message: `There is no ${pathOf(request)} here.` });
  return reply.header('content-type', file.contentType).send(Buffer.from(file.bytes.buffer));
}

function unknownRoute(request: FastifyRequest): Refusal {
  if (request.method !== 'GET' && !isApi(request))
    return { status: 405, message: `Use GET here, not ${request.method}.`, allow: 'GET' };
  return { status: 404, message: `There is no ${pathOf(request)} here.` };
}

function answerError(
  host: Host,
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const { bodyLimit } = request.routeOptions;
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE')
    return refuse(reply, { status: 413, message: `The body is larger than ${bodyLimit} bytes.` });
  if (error.code?.startsWith('FST_ERR_CTP_')) return refuse(reply, { status: 400, message: error.message });
  const failure = toFailure(error, 'web host', host.app.log);
  return sendJson(reply, statusOf({ ok: false, failure }), { ok: false, failure });
}

function refuse(reply: FastifyReply, refusal: Refusal): FastifyReply {
  if (refusal.status === 401) void reply.header('www-authenticate', 'Bearer');
  if (refusal.allow) void reply.header('allow', refusal.allow);
  return sendJson(reply, refusal.status, refusalReply(refusal));
}

function sendJson(reply: FastifyReply, status: number, value: unknown): FastifyReply {
  return reply
    .code(status)
    .header('content-type', 'application/json; charset=utf-8')
    .send(JSON.stringify(value));
}

/** An empty body is no input. */
function parseBody(body: Buffer): unknown {
  if (body.length === 0) return undefined;
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body)) as unknown;
  } catch (error) {
    const message = `The body is not JSON in UTF-8: ${(error as Error).message}`;
    throw new AppError('invalid-input', message, { cause: error });
  }
}

function urlOf(request: FastifyRequest): URL {
  const url = request.raw.url ?? '/';
  const full = url.startsWith('/') ? `http://${loopback}${url}` : url;
  return new URL(URL.canParse(full) ? full : `http://${loopback}/`);
}

function pathOf(request: FastifyRequest): string {
  return urlOf(request).pathname;
}

/** By the route that was found, which knows every percent-encoded spelling, and by the path where none was. */
function isApi(request: FastifyRequest): boolean {
  if (request.routeOptions.url?.startsWith('/api/')) return true;
  return /^\/api(\/|$)/i.test(pathOf(request));
}

async function listen(server: FastifyInstance, port: number): Promise<void> {
  try {
    await server.listen({ host: loopback, port });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE')
      throw new AppError(
        'conflict',
        `Port ${port} is in use. Choose another one, or none to take a free one.`,
      );
    throw new AppError('unavailable', `Port ${port} cannot be opened: ${message}.`, { cause: error });
  }
}

async function closeHost(host: Host, server: FastifyInstance): Promise<void> {
  host.streams.close();
  for (const query of host.queries) query.abort();
  const timer = setTimeout(() => server.server.closeAllConnections(), graceMs);
  await server.close();
  clearTimeout(timer);
}
