// Real files with awkward features, added through the command line: their text, or the reason why there is none.
import { readFile } from 'node:fs/promises';
import type { Output } from '../../src-main/contract/api.ts';
import type { CliWorld } from '../support/cli.ts';
import { sharedData } from '../support/shared-data.ts';
import type { Section } from './rows.ts';

interface ManifestEntry {
  readonly file: string;
  readonly noText?: boolean;
  readonly password?: string;
}

export async function measureIngestion(world: CliWorld): Promise<Section> {
  const manifest = JSON.parse(
    await readFile(sharedData('data/ingestion/manifest.json'), 'utf8'),
  ) as readonly ManifestEntry[];
  await world.json(['init', 'ingestion']);
  const files = manifest.map(({ file }) => sharedData(`data/ingestion/${file}`));
  const added = await world.json<Output<'document.addFiles'>>(['add', 'ingestion', ...files]);
  const rows = manifest.map((entry, index) => {
    const result = added.results[index];
    const readable = entry.noText !== true && entry.password === undefined;
    return {
      what: entry.file,
      expected: readable ? 'its text' : 'the reason why there is no text',
      measured: result?.reason ?? `${result?.characters ?? 0} characters`,
      within: readable ? (result?.characters ?? 0) > 0 : result?.outcome === 'rejected',
    };
  });
  const taken = {
    what: 'files accepted',
    expected: `${rows.filter((row) => row.expected === 'its text').length} of ${manifest.length}`,
    measured: `${added.accepted} of ${added.files}`,
  };
  return {
    title: 'Documents of every kind',
    source:
      'Real files with awkward features. What a good extraction must and must not hold is tested file by file in `test/adapters/extract`.',
    commands: ['assay add ingestion *.pdf *.docx *.html *.md *.csv *.txt'],
    rows: [taken, ...rows],
  };
}
