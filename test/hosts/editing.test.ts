// A whole round through the composed app with its real reader: drop a file, mark an answer, take it back, after a restart too.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Input, Output, ProcedureName } from '#contract/api';
import type { App } from '#hosts/app';
import { composeApp } from '#hosts/compose';
import { ensureBuilt, root } from './built.ts';

let folder: string;
let app: App;

function open(): App {
  return composeApp({
    root: join(folder, 'workspace'),
    childFolder: join(root, 'out/main'),
    resourcesFolder: join(root, 'resources'),
    checkOutputs: true,
  });
}

async function call<Name extends ProcedureName>(name: Name, input: Input<Name>): Promise<Output<Name>> {
  const reply = await app.dispatch(name, input);
  if (!reply.ok) throw new Error(`${name}: ${reply.failure.message}`);
  return reply.value;
}

beforeAll(async () => {
  await ensureBuilt();
  folder = await mkdtemp(join(tmpdir(), 'assay-editing-'));
  process.env['ASSAY_HOME'] = join(folder, 'home');
  app = open();
  await call('workspace.create', { name: 'editing' });
});

afterAll(async () => {
  await app.close();
  delete process.env['ASSAY_HOME'];
  await rm(folder, { recursive: true, force: true });
});

test('a dropped document, a marked answer, an edit, and its way back', async () => {
  const text = '# Piano\n\nSofía plays the piano.\n';
  const base64 = Buffer.from(text).toString('base64');
  const report = await call('document.addBytes', { path: 'house/piano.md', base64 });
  expect(report.results).toMatchObject([{ path: 'house/piano.md', outcome: 'added', id: 'house-piano' }]);
  const found = await call('document.findText', { text: 'sofía' });
  const [place] = found.places;
  if (!place) throw new Error('Nothing was found.');
  const { document, start, end } = place;
  const added = await call('bank.addQuestions', {
    questions: [{ question: 'Who plays?', evidence: [{ document, start, end, group: 1 }] }],
  });
  const [before] = added.questions;
  if (!before) throw new Error('Nothing was added.');
  expect(before).toMatchObject({ id: 'q1', evidence: [{ quote: 'Sofía', start, end }] });
  await call('bank.editQuestions', {
    what: 'answers of q1',
    edits: [{ before, after: { ...before, answers: ['Sofía'] } }],
  });
  await app.close();
  app = open();
  const steps = await call('bank.getSteps', {});
  expect([steps.undo?.what, steps.redo]).toEqual(['answers of q1', null]);
  expect(await call('bank.undoStep', { action: steps.undo?.action })).toMatchObject({
    undo: { what: 'add q1' },
    redo: { what: 'answers of q1' },
  });
  expect(await call('bank.getQuestion', { id: 'q1' })).toEqual({
    question: before,
    places: [{ start, end, problem: null }],
  });
  const { labels } = await call('document.listLabels', { id: document });
  expect(labels).toEqual([{ question: 'q1', text: 'Who plays?', group: 1, start, end, problem: null }]);
  const { edits } = await call('bank.getHistory', { id: 'q1' });
  expect(edits.map(({ what }) => what)).toEqual(['undo: answers of q1', 'answers of q1', 'add q1']);
});
