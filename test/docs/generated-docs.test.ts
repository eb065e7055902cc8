// The generated pages of docs/ say what the code says; `npm run docs` writes them anew.
import { expect, test } from 'vitest';
import { renderCliPage } from './render-cli-page.ts';
import { renderMetricsPage } from './render-metrics-page.ts';
import { renderPipelinePage } from './render-pipeline-page.ts';
import { renderProceduresPage } from './render-procedures-page.ts';

test.each([
  ['cli.md', renderCliPage],
  ['metrics.md', renderMetricsPage],
  ['pipeline.md', renderPipelinePage],
  ['procedures.md', renderProceduresPage],
])('docs/%s is up to date', async (name, render) => {
  await expect(render()).toMatchFileSnapshot(`../../docs/${name}`);
});
