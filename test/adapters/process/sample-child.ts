// A child process for tests: one handler for every way a child can behave or misbehave.
import { getHeapStatistics } from 'node:v8';
import { AppError } from '#contract/failure';
import { serveChild } from '#adapters/process/serve-child';

const sleep = (ms: number) => new Promise((go) => setTimeout(go, ms));

serveChild({
  echo: async (input) => input,
  slowEcho: async (input) => sleep(100).then(() => input),
  pid: async () => process.pid,
  environment: async () => ({ ...process.env }),
  heapLimit: async () => getHeapStatistics().heap_size_limit,
  count: async (upTo, { report }) => {
    for (let n = 1; n <= Number(upTo); n++) report({ n });
    return upTo;
  },
  refuse: async () => {
    throw new AppError('stale', 'The file changed.', {
      detail: { file: 'a.txt' },
      problems: [{ message: 'hash differs', line: 3 }],
    });
  },
  bug: async () => {
    throw new TypeError('x is not a function');
  },
  uncloneable: async () => () => 1,
  uncloneableDetail: async () => {
    throw new AppError('stale', 'Odd.', { detail: { run: () => 1 } });
  },
  crash: async () => {
    process.stderr.write('native assertion failed\n');
    process.abort();
  },
  exit: async (code) => process.exit(Number(code)),
  fillMemory: async () => {
    const kept: number[][] = [];
    for (;;) kept.push(Array.from({ length: 100_000 }, (_, n) => n + Math.random()));
  },
  waitForCancel: (_, { signal, report }) =>
    new Promise((_resolve, reject) => {
      report('waiting');
      signal.addEventListener('abort', () => reject(new Error('stopped')));
    }),
  ignoreCancel: (_, { report }) => {
    report('waiting');
    return new Promise(() => undefined);
  },
  spin: async (_, { report }) => {
    report('spinning');
    await sleep(20);
    for (;;);
  },
});
