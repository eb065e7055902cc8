// Runs the rows named on the command line, or all of them, and reports them.
import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createModelStore } from '#adapters/embed/model-store';
import { renderSection, reportOf, saveReport } from './report.ts';
import { rows } from './rows.ts';
import type { Row } from './row.ts';

const root = process.cwd();
const bundles = import.meta.dirname;
const names = process.argv.slice(2);
const unknown = names.filter((name) => !rows.some((row) => row.name === name));
if (unknown.length > 0) {
  console.error(`No such row: ${unknown.join(', ')}. There are: ${rows.map(({ name }) => name).join(', ')}.`);
  process.exit(2);
}

let failed = false;
for (const row of rows) if (names.length === 0 || names.includes(row.name)) await runRow(row);
process.exitCode = failed ? 1 : 0;

async function runRow(row: Row): Promise<void> {
  console.log(`${row.title} (${row.name})`);
  const folder = await mkdtemp(join(tmpdir(), 'assay-bench-'));
  const loadBefore = loadavg()[0] ?? 0;
  const start = performance.now();
  try {
    const cases = await row.run({ folder, bundles, model, log: (line) => console.log(line) });
    const elapsedMs = performance.now() - start;
    const report = reportOf(row, cases, { elapsedMs, loadBefore, loadAfter: loadavg()[0] ?? 0 });
    await saveReport(
      root,
      report,
      rows.map(({ name }) => name),
    );
    console.log(`\n${renderSection(report)}`);
    for (const { name, checks } of cases) {
      for (const check of checks) {
        if (check.value >= check.needed) continue;
        failed = true;
        console.error(
          `${row.name}, ${name}: ${check.name} is ${check.value}, needed ${check.needed}: the figures are void.`,
        );
      }
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Built once, and kept for the next bench. */
async function model(): Promise<string> {
  const store = createModelStore({ dataFolder: join(bundles, '..', 'bench-model') });
  return (await store.resolveModel('all-MiniLM-L6-v2')).folder;
}
