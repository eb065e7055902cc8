// Entry of the vector child process: LanceDB's native code stays out of the host, which a native abort would end.
import { serveChild, type ChildHandler } from '../process/serve-child.ts';
import { createLanceTables } from './lance-tables.ts';
import type { VectorMethods } from './vector-messages.ts';

const tables = createLanceTables();
const methods: readonly (keyof VectorMethods)[] = ['append', 'measure', 'read', 'drop'];

serveChild(
  Object.fromEntries(
    methods.map((method): [string, ChildHandler] => [method, (input) => tables[method](input as never)]),
  ),
);
