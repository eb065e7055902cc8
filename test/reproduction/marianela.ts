// The lesson 'marianela': an assistant that retrieves, answers in a format, and is measured.
import { readFile } from 'node:fs/promises';
import type { Output } from '../../src-main/contract/api.ts';
import type { RunSummary } from '../../src-main/contract/scores.ts';
import type { CliWorld } from '../support/cli.ts';
import { sharedData } from '../support/shared-data.ts';
import type { Row, Section } from './rows.ts';

export const lessonConfig = {
  schemaVersion: 1,
  id: 'lesson',
  chunker: { kind: 'sentence', minWords: 6, maxWords: 45 },
  analyzer: { language: 'auto' },
  retrievers: [{ kind: 'tfidf', tf: 'raw', idf: 'plain' }],
  select: { k: 3 },
  contract: { kind: 'json', answerField: 'respuesta', passageField: 'pasaje', abstention: 'no lo sé' },
  model: { provider: 'scripted', replies: 'bank' },
  attempts: 1,
};

type Items = Output<'run.listItems'>['items'];

export async function makeMarianela(
  world: CliWorld,
  name: string,
  bank = sharedData('lessons/marianela/bank.jsonl'),
): Promise<void> {
  await world.json(['init', name, '--language', 'es']);
  await world.json(['add', name, sharedData('data/marianela/capitulos-01-03.txt')]);
  await world.write(`${name}/configs/lesson.json`, lessonConfig);
  await world.json(['import', name, bank, '--format', 'jsonl']);
}

export async function measureMarianela(world: CliWorld): Promise<Section> {
  await makeMarianela(world, 'marianela');
  const { indexes } = await world.json<Output<'index.buildIndex'>>([
    'index',
    'marianela',
    '--config',
    'lesson',
  ]);
  const piano = await world.json<Output<'retrieval.searchChunks'>>([
    'search',
    'marianela',
    '--config',
    'lesson',
    '¿Quién toca el piano?',
  ]);
  const hamlet = await world.json<Output<'retrieval.searchChunks'>>([
    'search',
    'marianela',
    '--config',
    'lesson',
    'Who wrote Hamlet?',
  ]);
  const run = await world.json<RunSummary>(['run', 'marianela', '--config', 'lesson']);
  const { items } = await world.json<{ items: Items }>(['runs', 'show', 'marianela', run.runId]);
  return {
    title: 'Marianela, chapters I to III',
    source:
      'Passages are sentences of 6 to 45 words; TF-IDF with raw frequency and ln(N/df), k = 3; the written replies of the lesson.',
    commands: [
      'assay init marianela --language es',
      'assay add marianela capitulos-01-03.txt',
      'assay import marianela bank.jsonl --format jsonl',
      "assay search marianela --config lesson '¿Quién toca el piano?'",
      'assay run marianela --config lesson',
    ],
    rows: [
      { what: 'passages', expected: '354', measured: String(indexes[0]?.chunks) },
      ...pianoRows(piano.hits),
      { what: 'passages for "Who wrote Hamlet?"', expected: '0', measured: String(hamlet.hits.length) },
      ...summaryRows(run, items),
      ...(await unansweredRow(world)),
      ...(await changedReplyRows(world, items)),
    ],
  };
}

function pianoRows(hits: Output<'retrieval.searchChunks'>['hits']): Row[] {
  const texts = [
    'Quién sabe, quién sabe, amigo mío...',
    '-Es la señorita Sofía, que toca -afirmó María.',
    'Calló el piano, como un ave cantora que se asusta del ruido.',
  ];
  return texts.map((expected, index) => ({
    what: `rank ${index + 1} for "¿Quién toca el piano?"`,
    expected,
    measured: hits[index]?.text ?? 'nothing',
  }));
}

function summaryRows(run: RunSummary, items: Items): Row[] {
  const { found, correct, correctGivenFound: given, stages, details } = run;
  const interval = (rate: typeof found) =>
    `${rate.k}/${rate.n} [${rate.low?.toFixed(2)}, ${rate.high?.toFixed(2)}]`;
  const missed = items.filter((item) => item.found === false).map((item) => item.question);
  return [
    { what: 'found', expected: '9/12', measured: `${found.k}/${found.n}` },
    {
      what: 'missed',
      expected: '¿Qué edad tiene la Nela? ¿Quién es el padre de Pablo? ¿Con quién vive la Nela?',
      measured: missed.join(' '),
    },
    { what: 'correct', expected: '7/12 [0.32, 0.81]', measured: interval(correct) },
    { what: 'correct given found', expected: '7/9 [0.45, 0.94]', measured: interval(given) },
    {
      what: 'stages correct, retriever, context, format, reading',
      expected: '7, 3, 0, 1, 1',
      measured: [stages.correct, stages.retriever, stages.context, stages.format, stages.reading].join(', '),
    },
    {
      what: 'details of the retriever',
      expected: 'abstained 2, fabricated 1',
      measured: `abstained ${details['retriever.abstained'] ?? 0}, fabricated ${details['retriever.fabricated'] ?? 0}`,
    },
    {
      what: 'who could win most',
      expected: 'a better reader at most 2, a better retriever 3',
      measured: run.couldWin.says,
    },
  ];
}

/** Nothing is retrieved for a question in another language: the harness abstains and no call is made. */
async function unansweredRow(world: CliWorld): Promise<Row[]> {
  const bank = await world.write(
    'hamlet.jsonl',
    `${JSON.stringify({ id: 'h1', question: 'Who wrote Hamlet?', answers: [], unanswerable: true })}\n`,
  );
  await world.json(['init', 'hamlet', '--language', 'es']);
  await world.json(['add', 'hamlet', sharedData('data/marianela/capitulos-01-03.txt')]);
  await world.write('hamlet/configs/lesson.json', lessonConfig);
  await world.json(['import', 'hamlet', bank, '--format', 'jsonl']);
  const run = await world.json<RunSummary>(['run', 'hamlet', '--config', 'lesson']);
  const { item } = await world.json<Output<'run.getItem'>>([
    'runs',
    'show',
    'hamlet',
    run.runId,
    '--question',
    'h1',
  ]);
  return [
    {
      what: 'answer, calls and tokens for "Who wrote Hamlet?"',
      expected: 'no lo sé (harness), 0 calls, 0 tokens',
      measured: `${item.answer?.text} (${item.answeredBy}), ${run.calls.made} calls, ${run.tokens.prompt} tokens`,
    },
  ];
}

/** An invented number citing passage 2 instead of the abstention on the question of age. */
async function changedReplyRows(world: CliWorld, before: Items): Promise<Row[]> {
  const lines = (await readFile(sharedData('lessons/marianela/bank.jsonl'), 'utf8')).trim().split('\n');
  const changed = lines.map((line) => {
    const row = JSON.parse(line) as { id: string };
    return JSON.stringify(
      row.id === 'm04' ? { ...row, scriptedReply: '{"respuesta": "doce", "pasaje": 2}' } : row,
    );
  });
  const bank = await world.write('changed.jsonl', `${changed.join('\n')}\n`);
  await makeMarianela(world, 'changed', bank);
  const run = await world.json<RunSummary>(['run', 'changed', '--config', 'lesson']);
  const { items } = await world.json<{ items: Items }>(['runs', 'show', 'changed', run.runId]);
  const moves = items.flatMap((item, index) => {
    const earlier = before[index];
    const [from, to] = [earlier, item].map((row) => `${row?.stage}.${row?.detail}`);
    return from === to ? [] : [`${item.questionId}: ${from} -> ${to}`];
  });
  return [
    {
      what: 'what moves when the reply about her age becomes an invented number',
      expected: 'm04: retriever.abstained -> retriever.fabricated',
      measured: moves.join('; '),
    },
  ];
}
