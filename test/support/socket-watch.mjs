// Loaded before the program with --import: writes down every attempt to connect, to look a name up, or to send a datagram,
// in the program and in every child it forks. The file to write to is the `log` of this module's address.
import childProcess from 'node:child_process';
import dgram from 'node:dgram';
import dns from 'node:dns';
import { appendFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';

const log = new URL(import.meta.url).searchParams.get('log');

function watch(owner, name, describe) {
  const original = owner[name];
  owner[name] = function (...words) {
    appendFileSync(log, `${name} ${describe(words)}\n`);
    return original.apply(this, words);
  };
}

watch(net.Socket.prototype, 'connect', (words) => JSON.stringify(words[0]));
watch(dns, 'lookup', (words) => words[0]);
watch(dns.promises, 'lookup', (words) => words[0]);
watch(dgram.Socket.prototype, 'send', () => '');

const fork = childProcess.fork;
childProcess.fork = (entry, words, options) =>
  fork(entry, words, { ...options, execArgv: [...(options?.execArgv ?? []), '--import', import.meta.url] });
syncBuiltinESMExports();
appendFileSync(log, `started ${process.argv[1]?.split('/').at(-1)}\n`);
