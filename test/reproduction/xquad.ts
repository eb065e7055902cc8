// XQuAD es imported from BEIR and run with TF-IDF over whole paragraphs.
import type { RunSummary } from '../../src-main/contract/scores.ts';
import type { CliWorld } from '../support/cli.ts';
import { sharedData } from '../support/shared-data.ts';
import { near, type Section } from './rows.ts';

export async function measureXquad(world: CliWorld): Promise<Section> {
  await world.json(['init', 'xquad', '--language', 'es']);
  await world.json(['import', 'xquad', sharedData('data/xquad-es'), '--format', 'beir']);
  await world.write('xquad/configs/paragraphs.json', {
    schemaVersion: 1,
    id: 'paragraphs',
    chunker: { kind: 'document' },
    retrievers: [{ kind: 'tfidf', tf: 'raw', idf: 'plain', candidates: 100 }],
    contract: { kind: 'json' },
    model: { provider: 'extractive' },
    attempts: 1,
  });
  const { retrieval, questions } = await world.json<RunSummary>(['run', 'xquad', '--config', 'paragraphs']);
  return {
    title: 'XQuAD, Spanish: TF-IDF, raw frequency, plain idf',
    source:
      'One relevant paragraph per question, chunker `document`, 100 candidates. Expected: the published row for this method.',
    commands: ['assay import xquad xquad-es --format beir', 'assay run xquad --config paragraphs'],
    rows: [
      { what: 'questions', expected: '1190', measured: String(questions) },
      near('recall@1', retrieval['recall@1'], 0.839, 0.005),
      near('recall@5', retrieval['recall@5'], 0.977, 0.005),
      near('mrr', retrieval['mrr'], 0.9, 0.005),
    ],
  };
}
