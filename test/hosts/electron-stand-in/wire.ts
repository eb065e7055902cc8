// Values and calls as JSON text: between Node and the preload's world, and between that world and the page's.
// The two functions are self-contained because their source text is evaluated in the browser as well.

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** What becomes of functions and promises, which only the context bridge carries: each gets a number. */
export interface Carried {
  readonly ofFunction: (given: (...words: unknown[]) => unknown) => number;
  readonly ofPromise: (given: Promise<unknown>) => number;
}

export interface Recalled {
  readonly toFunction: (id: number) => unknown;
  readonly toPromise: (id: number) => unknown;
}

export interface Codec {
  /** Throws as Electron does where a value cannot be cloned. */
  encode(value: unknown, carried?: Carried): Json;
  decode(value: Json, recalled?: Recalled): unknown;
}

/** A codec of what structured clone carries, as far as the app could send it: everything else throws. */
export function createCodec(): Codec {
  const tag = (kind: string, of: Json): Json => ({ kind, of });
  function encode(value: unknown, carried?: Carried): Json {
    if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
    if (value === undefined) return tag('undefined', null);
    if (typeof value === 'number')
      return Number.isFinite(value) && !Object.is(value, -0)
        ? value
        : tag('number', Object.is(value, -0) ? '-0' : String(value));
    if (typeof value === 'bigint') return tag('bigint', String(value));
    if (typeof value === 'function' && carried)
      return tag('function', carried.ofFunction(value as () => unknown));
    if (typeof value !== 'object') throw new Error('An object could not be cloned.');
    if (Array.isArray(value)) return value.map((one) => encode(one, carried));
    if (value instanceof Date) return tag('date', value.getTime());
    if (value instanceof Map) return tag('map', encode([...value], carried));
    if (value instanceof Set) return tag('set', encode([...value], carried));
    if (value instanceof Error) return tag('error', value.message);
    if (value instanceof Promise) {
      if (!carried) throw new Error('A promise could not be cloned.');
      return tag('promise', carried.ofPromise(value));
    }
    if (ArrayBuffer.isView(value)) {
      const bytes = new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
      return tag('view', [value.constructor.name, [...bytes]]);
    }
    const entries = Object.entries(value);
    return tag(
      'object',
      entries.map(([key, field]) => [key, encode(field, carried)]),
    );
  }
  function decode(value: Json, recalled?: Recalled): unknown {
    if (value === null || typeof value !== 'object') return value;
    if (Array.isArray(value)) return value.map((one: Json) => decode(one, recalled));
    const { kind, of } = value as { kind: string; of: Json };
    const parts = Array.isArray(of) ? (of as Json[]) : [];
    if (kind === 'undefined') return undefined;
    if (kind === 'number') return Number(of);
    if (kind === 'bigint') return BigInt(of as string);
    if (kind === 'function') return recalled?.toFunction(of as number);
    if (kind === 'promise') return recalled?.toPromise(of as number);
    if (kind === 'date') return new Date(of as number);
    if (kind === 'map') return new Map(decode(of, recalled) as [unknown, unknown][]);
    if (kind === 'set') return new Set(decode(of, recalled) as unknown[]);
    if (kind === 'error') return new Error(of as string);
    if (kind === 'view') {
      const views = globalThis as unknown as Record<string, new (buffer: ArrayBuffer) => unknown>;
      const View = views[parts[0] as string];
      if (!View) throw new Error(`There is no ${String(parts[0])}.`);
      return new View(new Uint8Array(parts[1] as number[]).buffer);
    }
    return Object.fromEntries(
      (parts as [string, Json][]).map(([key, field]) => [key, decode(field, recalled)]),
    );
  }
  return { encode, decode };
}

export interface WorldBridge {
  /** Puts a value on the other world's window. */
  expose(key: string, value: unknown): void;
}

/**
 * One end of the context bridge. Two worlds share a document but no values, so both ends talk in synchronous DOM
 * events with text in them; functions and promises cross as numbers and come out as functions and promises.
 */
export function createWorldBridge(codec: Codec, incoming: string, outgoing: string): WorldBridge {
  const functions = new Map<number, (...words: unknown[]) => unknown>();
  const promises = new Map<number, { resolve(value: unknown): void; reject(error: unknown): void }>();
  let nextId = 1;
  let answer: { ok: boolean; value: Json } | null = null;

  function post(message: Json): void {
    document.dispatchEvent(new CustomEvent(outgoing, { detail: JSON.stringify(message) }));
  }
  const carried: Carried = {
    ofFunction(given) {
      functions.set(nextId, given);
      return nextId++;
    },
    ofPromise(given) {
      const id = nextId++;
      given.then(
        (value) => post({ kind: 'settle', id, ok: true, value: codec.encode(value, carried) }),
        (error: unknown) => post({ kind: 'settle', id, ok: false, value: codec.encode(error, carried) }),
      );
      return id;
    },
  };
  const recalled: Recalled = {
    toFunction:
      (id) =>
      (...words: unknown[]) => {
        post({ kind: 'call', id, words: words.map((word) => codec.encode(word, carried)) });
        const got = answer;
        if (!got) throw new Error('The other world did not answer.');
        const value = codec.decode(got.value, recalled);
        if (!got.ok) throw value;
        return value;
      },
    toPromise: (id) => new Promise((resolve, reject) => promises.set(id, { resolve, reject })),
  };
  function receive(message: Record<string, Json>): void {
    const id = message['id'] as number;
    if (message['kind'] === 'call') {
      const words = (message['words'] as Json[]).map((word) => codec.decode(word, recalled));
      let reply: { ok: boolean; value: Json };
      try {
        reply = { ok: true, value: codec.encode(functions.get(id)?.(...words), carried) };
      } catch (error) {
        reply = { ok: false, value: codec.encode(error, carried) };
      }
      post({ kind: 'answer', ...reply });
    } else if (message['kind'] === 'answer') {
      answer = message as unknown as { ok: boolean; value: Json };
    } else if (message['kind'] === 'settle') {
      const waiting = promises.get(id);
      promises.delete(id);
      const value = codec.decode(message['value'] ?? null, recalled);
      if (message['ok'] === true) waiting?.resolve(value);
      else waiting?.reject(value);
    } else {
      const value = codec.decode(message['value'] ?? null, recalled);
      Object.defineProperty(window, message['key'] as string, {
        value: Object.freeze(value),
        enumerable: true,
      });
    }
  }
  document.addEventListener(incoming, (event) =>
    receive(JSON.parse((event as CustomEvent<string>).detail) as Record<string, Json>),
  );
  return { expose: (key, value) => post({ kind: 'expose', key, value: codec.encode(value, carried) }) };
}
