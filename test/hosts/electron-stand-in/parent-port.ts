// Loaded before a utility process's entry: gives it `process.parentPort` and takes away what such a process has not.
import { EventEmitter } from 'node:events';

const send = process.send?.bind(process);
const port = Object.assign(new EventEmitter(), { postMessage: (message: unknown) => void send?.(message) });
process.on('message', (data) => port.emit('message', { data }));
process.on('disconnect', () => process.exit(0));
Object.assign(process, { parentPort: port, send: undefined });
