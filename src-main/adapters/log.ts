// The log: one JSON line per event in <data folder>/logs/assay.log, bounded in size, without the text of any document.
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { pino } from 'pino';
import type { Log } from '#services/ports';
import { appendRotating } from './files/disk/rotating-file.ts';

export interface LogOptions {
  /** Size at which a file is full; default 1,000,000. */
  readonly maxBytes?: number;
  /** Full files kept beside the one in use; default 3. */
  readonly keep?: number;
}

/** Fields that hold text of documents, questions or models wherever they occur. */
const secretFields = new Set(
  'text quote prefix suffix question answer answers reply content messages prompt value snippet before after source title'.split(
    ' ',
  ),
);
const longest = 300;
const deepest = 4;

/** Opens the log of a data folder; nothing is written before the first line. A log that cannot be written stops nothing. */
export function createLog(folder: string, options: LogOptions = {}): Log {
  const path = join(folder, 'logs', 'assay.log');
  const { maxBytes = 1_000_000, keep = 3 } = options;
  let complained = false;
  function write(line: string): void {
    try {
      appendRotating(path, line, maxBytes, keep);
    } catch (error) {
      if (!complained)
        process.stderr.write(`The log ${path} cannot be written: ${(error as Error).message}\n`);
      complained = true;
    }
  }
  const logger = pino({ base: { pid: process.pid }, timestamp: pino.stdTimeFunctions.isoTime }, { write });
  return {
    info: (message, detail = {}) => logger.info({ detail: withoutText(detail, 0) }, withoutValues(message)),
    bug(error, where) {
      const id = randomBytes(4).toString('hex');
      logger.error({ id, where, error: describe(error, 0) }, 'bug');
      return id;
    },
  };
}

/** Name, message and frames; the first lines of a stack repeat the message and are left out. */
function describe(error: unknown, depth: number): unknown {
  if (!(error instanceof Error)) return { thrown: typeof error };
  const code: unknown = 'code' in error ? error.code : undefined;
  return {
    name: error.name,
    ...(typeof code === 'string' ? { code } : {}),
    message: withoutValues(error.message),
    frames: (error.stack ?? '')
      .split('\n')
      .filter((line) => /^\s+at /.test(line))
      .map((line) => line.trim()),
    ...(error.cause !== undefined && depth < deepest ? { cause: describe(error.cause, depth + 1) } : {}),
  };
}

function withoutText(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return withoutValues(value);
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return value;
  if (typeof value !== 'object' || depth === deepest) return `(${typeof value})`;
  if (value instanceof Error) return describe(value, depth);
  if (Array.isArray(value)) return value.slice(0, 20).map((entry) => withoutText(entry, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([field, entry]) => [
      field,
      secretFields.has(field) ? '(left out)' : withoutText(entry, depth + 1),
    ]),
  );
}

/** Messages about data quote it: `(found "...")`, and the engine's words about JSON. The quotation is left out. */
function withoutValues(message: string): string {
  const quoted = message.includes('is not valid JSON')
    ? message.replace(/Unexpected[^]*|\.*"[^]*/, 'not valid JSON')
    : message;
  const short = quoted.replace(/ \(found [^]*/, ' (found ...)');
  return short.length > longest ? `${short.slice(0, longest)}...` : short;
}
