// What the host asks the vector child: the names and shapes of both sides of the boundary.
import type { VectorRow } from '#services/ports';

/** A folder of LanceDB tables, and one of them. */
export interface TableName {
  /** Absolute path. */
  readonly folder: string;
  readonly table: string;
}

export interface TableAt extends TableName {
  readonly version: number;
}

/** Rows that follow each other in corpus order; the first ones, and none at all, make the table. */
export interface AppendInput extends TableName {
  /** Place of the first row in corpus order. */
  readonly first: number;
  readonly rows: readonly VectorRow[];
  /** rows x dims, row-major. */
  readonly vectors: Float32Array;
  readonly dims: number;
}

export interface ReadInput extends TableAt {
  readonly dims: number;
  readonly first: number;
  readonly count: number;
}

export interface DropInput {
  readonly folder: string;
  readonly keep: readonly string[];
}

/** The methods of the child. `measure` reads the whole vector column and gives its size and CRC-32. */
export interface VectorMethods {
  append(input: AppendInput): Promise<{ readonly version: number }>;
  measure(
    input: TableAt & { readonly dims: number },
  ): Promise<{ readonly count: number; readonly crc32: number }>;
  /** Rejects where the table does not hold these rows, in this order and width. */
  read(input: ReadInput): Promise<Float32Array>;
  drop(input: DropInput): Promise<readonly string[]>;
}

/** The part of a child client that storing vectors needs. */
export interface VectorChild {
  call(method: string, input: unknown, options?: { readonly timeoutMs?: number }): Promise<unknown>;
}

/** The longest one call may take: LanceDB has been seen to hang, and a hanging child is ended. */
const watchdogMs = 120_000;

export function askVectorChild<Method extends keyof VectorMethods>(
  child: VectorChild,
  method: Method,
  input: Parameters<VectorMethods[Method]>[0],
): ReturnType<VectorMethods[Method]> {
  return child.call(method, input, { timeoutMs: watchdogMs }) as ReturnType<VectorMethods[Method]>;
}
