// A host for tests: starts the child named by its arguments, calls it, and prints the child's pid.
import { createChildClient } from '#adapters/process/child-client';
import { forkChild } from '#adapters/process/spawn-fork';

const [entry = '', method = ''] = process.argv.slice(2);
const client = createChildClient({ name: 'sample', entry, spawn: forkChild });
process.stdout.write(`${String(await client.call('pid', null))}\n`);
// Without a method the host simply ends here: an idle child must not keep it alive.
if (method !== '')
  await client.call(method, null, { onProgress: () => void process.stdout.write(`${method}\n`) });
