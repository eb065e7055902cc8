// The page's entry: shows the name of the workspace, and keeps it current.
import { useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import type { Output } from '#contract/api';
import type { Reply } from '#contract/failure';
import { createClient } from './api/client.ts';

const client = createClient();

function Page() {
  const [reply, setReply] = useState<Reply<Output<'workspace.getOverview'>> | null>(null);
  useEffect(() => {
    const load = () => void client.call('workspace.getOverview', {}).then(setReply);
    load();
    return client.subscribe((event) => {
      if (event.name === 'topics.changed') load();
    });
  }, []);
  if (reply === null) return <p>Opening the workspace.</p>;
  return reply.ok ? <h1>{reply.value.name}</h1> : <p role="alert">{reply.failure.message}</p>;
}

const root = document.getElementById('root');
if (root) createRoot(root).render(<Page />);
