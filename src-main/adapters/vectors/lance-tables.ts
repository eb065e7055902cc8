// Vectors in LanceDB tables: appended in slices, read back as whole columns. Runs in the vector child alone.
import { createRequire } from 'node:module';
import { crc32 } from 'node:zlib';
import type { Connection, Table } from '@lancedb/lancedb';
import type * as Arrow from 'apache-arrow';
import { AppError } from '#contract/failure';
import type { VectorRow } from '#services/ports';
import type { AppendInput, DropInput, ReadInput, TableAt, VectorMethods } from './vector-messages.ts';

interface Lance {
  readonly connect: (folder: string) => Promise<Connection>;
  readonly arrow: typeof Arrow;
}

/** Opens the methods; LanceDB is loaded at the first call. */
export function createLanceTables(): VectorMethods {
  let loading: Promise<Lance> | null = null;
  const connections = new Map<string, Promise<Connection>>();

  async function connect(folder: string): Promise<{ readonly arrow: typeof Arrow; readonly db: Connection }> {
    loading ??= loadLance();
    const { arrow, connect: open } = await loading;
    const known = connections.get(folder) ?? open(folder);
    connections.set(folder, known);
    known.catch(() => connections.delete(folder));
    return { arrow, db: await known };
  }

  return {
    async append(input) {
      const { arrow, db } = await connect(input.folder);
      return { version: await append(arrow, db, input) };
    },
    async measure(input) {
      const { db } = await connect(input.folder);
      return measure(await openTable(db, input), input.dims);
    },
    async read(input) {
      const { db } = await connect(input.folder);
      return read(await openTable(db, input), input);
    },
    async drop(input) {
      const { db } = await connect(input.folder);
      return drop(db, input);
    },
  };
}

/**
 * Loads LanceDB after its threads are set: with its own default, two cores leave it none for computing, and it hangs.
 * Its Arrow library is taken from where LanceDB finds it: from another copy it takes the columns for empty.
 */
async function loadLance(): Promise<Lance> {
  process.env['LANCE_CPU_THREADS'] = '4';
  try {
    const { connect } = await import('@lancedb/lancedb');
    const require = createRequire(import.meta.url);
    const arrow = createRequire(require.resolve('@lancedb/lancedb'))('apache-arrow') as typeof Arrow;
    return { connect, arrow };
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new AppError('unavailable', `LanceDB, which stores vectors, cannot be loaded here: ${reason}`, {
      cause,
    });
  }
}

async function openTable(db: Connection, { table, version }: TableAt): Promise<Table> {
  return db.openTable(table, [], { version });
}

/** Returns the table's version with these rows. */
async function append(arrow: typeof Arrow, db: Connection, input: AppendInput): Promise<number> {
  const data = toArrow(arrow, input);
  if (input.first > 0) return (await (await db.openTable(input.table)).add(data)).version;
  const made =
    input.rows.length === 0
      ? await db.createEmptyTable(input.table, data.schema)
      : await db.createTable(input.table, data);
  return made.version();
}

/** Columns are made of whole arrays; the numbers of the vectors are not copied. */
function toArrow(arrow: typeof Arrow, { first, rows, vectors, dims }: AppendInput): Arrow.Table {
  const { Field, FixedSizeList, Float32, Uint32, Utf8, Vector, makeData, vectorFromArray } = arrow;
  const length = rows.length;
  const uint32 = (value: (row: VectorRow, index: number) => number) =>
    new Vector([makeData({ type: new Uint32(), length, nullCount: 0, data: Uint32Array.from(rows, value) })]);
  const text = (value: (row: VectorRow) => string) => vectorFromArray(rows.map(value), new Utf8());
  const type = new FixedSizeList(Math.max(dims, 1), new Field('item', new Float32(), true));
  const child = makeData({ type: new Float32(), length: vectors.length, nullCount: 0, data: vectors });
  return new arrow.Table({
    place: uint32((_, index) => first + index),
    chunkId: text((row) => row.chunkId),
    documentId: text((row) => row.documentId),
    start: uint32((row) => row.start),
    end: uint32((row) => row.end),
    textHash: text((row) => row.textHash),
    vector: new Vector([makeData({ type, length, nullCount: 0, child })]),
  });
}

async function measure(
  table: Table,
  dims: number,
): Promise<{ readonly count: number; readonly crc32: number }> {
  let count = 0;
  let checksum = 0;
  for await (const batch of scan(table)) {
    const numbers = numbersOf(batch, count, dims);
    checksum = crc32(new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength), checksum);
    count += batch.numRows;
  }
  return { count, crc32: checksum };
}

async function read(table: Table, { first, count, dims }: ReadInput): Promise<Float32Array> {
  const vectors = new Float32Array(count * dims);
  let done = 0;
  for await (const batch of scan(table, first, count)) {
    vectors.set(numbersOf(batch, first + done, dims), done * dims);
    done += batch.numRows;
  }
  if (done !== count)
    throw new AppError('stale', `The table holds ${done} of the ${count} rows from ${first} on.`);
  return vectors;
}

function scan(table: Table, offset = 0, limit?: number): AsyncIterable<Arrow.RecordBatch> {
  const query = table.query().select(['place', 'vector']).offset(offset);
  const limited = limit === undefined ? query : query.limit(limit);
  return { [Symbol.asyncIterator]: () => limited[Symbol.asyncIterator]() };
}

/** The numbers of a batch, row after row. Rows carry their place, since a database promises no order. */
function numbersOf(batch: Arrow.RecordBatch, first: number, dims: number): Float32Array {
  const places = batch.getChild('place')?.toArray() as Uint32Array | undefined;
  const column = batch.getChild('vector')?.data[0];
  const values: unknown = column?.children[0]?.values;
  const width = (column?.type as Partial<Arrow.FixedSizeList> | undefined)?.listSize;
  if (places === undefined || column === undefined || !(values instanceof Float32Array) || width !== dims)
    throw new AppError('stale', `The table has no column of vectors of ${dims} dimensions.`);
  const misplaced = places.findIndex((place, index) => place !== first + index);
  if (misplaced >= 0)
    throw new AppError(
      'stale',
      `The table has row ${places[misplaced]} where row ${first + misplaced} belongs.`,
    );
  return values.subarray(column.offset * dims, (column.offset + column.length) * dims);
}

async function drop(db: Connection, { keep }: DropInput): Promise<readonly string[]> {
  const names = await listTables(db);
  const dropped = names.filter((name) => !keep.includes(name));
  for (const name of dropped) await db.dropTable(name);
  return dropped;
}

/** All names: LanceDB gives ten at a time unless asked for more. */
async function listTables(db: Connection): Promise<readonly string[]> {
  const names: string[] = [];
  for (;;) {
    const page = await db.tableNames({ startAfter: names.at(-1), limit: 100 });
    names.push(...page);
    if (page.length < 100) return names;
  }
}
