// Retrieval quality per method over whole query sets, beside published figures, peers and goals.
import { cp, mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Output } from '../../src-main/contract/api.ts';
import type { RunSummary } from '../../src-main/contract/scores.ts';
import type { CliWorld } from '../support/cli.ts';
import { sharedData } from '../support/shared-data.ts';
import { methods, type Method, type QualitySet } from './quality-sets.ts';
import type { Row, Section } from './rows.ts';

/** How far a measured value may lie from a published one. */
const tolerance = 0.01;

/** @param embeds measure the methods with an embedding model, or those without */
export async function measureQuality(world: CliWorld, set: QualitySet, embeds: boolean): Promise<Section> {
  const workspace = `quality-${set.name}${embeds ? '-embedded' : ''}`;
  await world.json(['init', workspace, '--language', set.language]);
  await world.json(['import', workspace, await prepareFolder(world, set), '--format', 'beir']);
  const rows: Row[] = [];
  for (const method of methods.filter((each) => each.embeds === embeds)) {
    const values = await measureMethod(world, workspace, set, method);
    rows.push(methodRow(set, method, values), ...goalRows(set, method, values));
  }
  const within =
    Object.keys(set.published).length === 0 ? '' : `; expected within ${tolerance} of those published`;
  const peer =
    set.bestPeer === null ? '' : ` Best default of another tool: ${set.bestPeer}, in the same order.`;
  return {
    title: `Retrieval quality, ${embeds ? 'with an embedding model' : 'by words'}: ${set.title}`,
    source: `${set.note} Lists are 100 deep. Figures: ${set.metrics.map((name) => `\`${name}\``).join(' · ')}${within}.${peer}`,
    commands: [
      `assay import quality ${set.name} --format beir`,
      'assay run quality --config METHOD',
      'assay runs show quality RUN --trec',
    ],
    rows,
  };
}

async function measureMethod(
  world: CliWorld,
  workspace: string,
  set: QualitySet,
  { id, analyzer = {}, retrievers }: Method,
): Promise<readonly number[]> {
  await world.write(`${workspace}/configs/${id}.json`, {
    ...{ schemaVersion: 1, id, chunker: set.chunker, analyzer: { language: set.language, ...analyzer } },
    retrievers: retrievers.map((retriever) => ({ ...retriever, candidates: 100 })),
    ...(retrievers.length > 1 ? { fusion: { kind: 'rrf', k: 60 } } : {}),
    ...{ contract: { kind: 'json' }, model: { provider: 'extractive' }, attempts: 1 },
  });
  const { runId, retrieval } = await world.json<RunSummary>(['run', workspace, '--config', id]);
  const trec = await readTrec(world, workspace, runId);
  return set.metrics.map((name) => {
    const value = trec.get(name) ?? retrieval[name];
    if (value === undefined || value === null) throw new Error(`run ${runId} has no ${name}`);
    return value;
  });
}

/** The means over all questions. */
async function readTrec(
  world: CliWorld,
  workspace: string,
  runId: string,
): Promise<ReadonlyMap<string, number>> {
  const { lines } = await world.json<Output<'run.exportTrec'>>(['runs', 'show', workspace, runId, '--trec']);
  const columns = lines.map((line) => line.split('\t').map((column) => column.trim()));
  return new Map(
    columns.filter(([, query]) => query === 'all').map(([name = '', , value]) => [name, Number(value)]),
  );
}

function methodRow(set: QualitySet, { id, title }: Method, values: readonly number[]): Row {
  const published = set.published[id];
  return {
    what: title,
    expected: published ? render(published) : null,
    measured: render(values),
    within: (published ?? []).every(
      (value, index) => Math.abs(value - (values[index] ?? Number.NaN)) <= tolerance,
    ),
  };
}

function goalRows(set: QualitySet, { id, title }: Method, [first = Number.NaN]: readonly number[]): Row[] {
  const goal = set.goals[id];
  if (goal === undefined) return [];
  return [
    {
      what: `goal for ${title}: ${set.metrics[0] ?? ''}`,
      expected: `at least ${short(goal)}`,
      measured: short(first),
      within: first >= goal,
    },
  ];
}

function render(values: readonly number[]): string {
  return values.map(short).join(' · ');
}

/** `.3838` */
function short(value: number): string {
  return value.toFixed(4).replace(/^0\./u, '.');
}

/** The set as it is; Cranfield with every relevant grade 1; spans over whole documents as a BEIR folder of those. */
async function prepareFolder(world: CliWorld, { name }: QualitySet): Promise<string> {
  const source = sharedData(`data/${name}`);
  const target = join(world.folder, `beir-${name}`);
  if (name === 'cranfield') {
    await cp(source, target, { recursive: true });
    const [head = '', ...lines] = (await readFile(join(source, 'qrels.tsv'), 'utf8')).trim().split('\n');
    const binary = lines.map((line) => line.replace(/\t[1-9]\d*\s*$/u, '\t1'));
    await world.write(`beir-${name}/qrels.tsv`, `${[head, ...binary].join('\n')}\n`);
    return target;
  }
  if (name !== 'chroma-spans-a') return source;
  await mkdir(target, { recursive: true });
  await cp(join(source, 'queries.jsonl'), join(target, 'queries.jsonl'));
  const files = (await readdir(join(source, 'docs'))).toSorted();
  const documents = await Promise.all(
    files.map(async (file) => ({
      ...{ _id: file.replace(/\.md$/u, ''), title: '' },
      text: await readFile(join(source, 'docs', file), 'utf8'),
    })),
  );
  await world.write(
    `beir-${name}/corpus.jsonl`,
    documents.map((document) => `${JSON.stringify(document)}\n`).join(''),
  );
  // The spans are the labels: no whole document is judged.
  await world.write(`beir-${name}/qrels.tsv`, 'query-id\tcorpus-id\tscore\n');
  return target;
}
