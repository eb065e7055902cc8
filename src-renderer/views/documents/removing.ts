// Removing a document, told on the list: the view of the document is gone by then, so that it asks for nothing more.
import { useSyncExternalStore } from 'react';
import type { Failure } from '#contract/failure';
import type { Client } from '../../api/client.ts';
import { announce } from '../../data/live.ts';
import { goTo } from '../../routes.ts';
import { words } from '../../words.ts';

let failure: Failure | null = null;
const listeners = new Set<() => void>();

function change(next: Failure | null): void {
  failure = next;
  for (const listener of listeners) listener();
}

/** Why the last removal was refused; null when it was not. */
export function useRemovalFailure(): Failure | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => failure,
  );
}

export async function removeDocument(client: Client, id: string, name: string): Promise<void> {
  change(null);
  goTo({ screen: 'documents' });
  // One frame for the page to let go of the document.
  await new Promise((resolve) => setTimeout(resolve, 50));
  const reply = await client.call('document.removeDocument', { id });
  if (reply.ok) announce(words.documents.removed(name));
  else change(reply.failure);
}
