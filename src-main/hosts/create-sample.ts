// Makes the sample workspace where it is missing, for a host that was given no workspace to open.
import type { App } from './app.ts';

/** Creates the workspace with the sample documents and bank unless there is one; what fails is logged and shown by the page. */
export async function createSampleIfMissing(app: App): Promise<void> {
  const overview = await app.dispatch('workspace.getOverview', {});
  if (overview.ok || overview.failure.code !== 'not-found') return;
  const created = await app.dispatch('workspace.create', { sample: true, name: 'Sample' });
  if (!created.ok) app.log.info('The sample workspace was not created.', { failure: created.failure });
}
