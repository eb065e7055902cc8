// A page for host tests: shows the workspace's name with the renderer's own client, and counts what it heard.
import { createClient } from '../../../src-renderer/api/client.ts';

const client = createClient();
const heard: unknown[] = [];

async function show(): Promise<void> {
  const reply = await client.call('workspace.getOverview', {});
  document.body.textContent = reply.ok ? reply.value.name : reply.failure.message;
}

client.subscribe((event) => {
  heard.push(event);
  if (event.name === 'topics.changed') void show();
});
void show();
Object.assign(window, { heard, client });
