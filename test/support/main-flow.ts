// What an analyst does on the first day, from an empty workspace to a reply tried by hand; the same in every host's window.
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** A model behind a server of the loopback that keeps every question waiting until it is let go. */
export interface HeldModel {
  readonly port: number;
  release(): void;
  close(): Promise<void>;
}

/** Its reply carries text around the JSON object: the contract's `extra-text`. */
export async function startHeldModel(): Promise<HeldModel> {
  let held: ServerResponse[] | null = [];
  const reply = (response: ServerResponse) => {
    const message = { content: 'Sure! {"answer": "45 days", "passage": 1}' };
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ choices: [{ message, finish_reason: 'stop' }] }));
  };
  const server: Server = createServer((request, response) => {
    request.resume().on('end', () => {
      if (held === null) reply(response);
      else held.push(response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    release() {
      for (const response of held ?? []) reply(response);
      held = null;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export function heldConfig(port: number): object {
  return {
    schemaVersion: 1,
    id: 'held',
    name: 'Held server',
    chunker: { kind: 'sentence' },
    retrievers: [{ kind: 'tfidf', idf: 'smooth' }],
    contract: { kind: 'json' },
    model: { provider: 'openai-compatible', baseUrl: `http://127.0.0.1:${port}/v1`, model: 'm' },
    attempts: 1,
  };
}

export const flowText = [
  'The mill grinds at night.',
  'Flour is kept for 45 days in the loft.',
  'The miller sleeps in the morning.',
].join('\n');

/**
 * @param file path of a text file that holds `flowText`
 * @param reload in the middle of a run; the desktop's window does not navigate, and leaves the screen instead
 */
export async function followMainFlow(
  page: Page,
  file: string,
  model: HeldModel,
  reload: () => Promise<unknown>,
): Promise<void> {
  const goTo = (hash: string) =>
    page.evaluate((place) => {
      location.hash = place;
    }, hash);
  const details = page.getByRole('region', { name: 'Details' });

  await goTo('#/documents');
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Add files…' }).first().click();
  await (await choosing).setFiles(file);
  await page.getByRole('region', { name: 'Added files' }).getByText('1 added').first().waitFor();

  await goTo('#/bank');
  await page
    .getByRole('button', { name: /^(New question|Write the first question)/ })
    .first()
    .click();
  await details.getByLabel('Question', { exact: true }).fill('For how long is flour kept?');
  await details.getByLabel('Question', { exact: true }).press('Control+Enter');
  await details.getByRole('heading', { name: 'For how long is flour kept?' }).waitFor();
  await details.getByLabel('Another accepted answer').fill('45 days');
  await page.keyboard.press('Enter');
  await details.getByLabel('Accepted answer 1', { exact: true }).waitFor();

  await details.getByRole('button', { name: 'Pick evidence…' }).click();
  const picker = page.getByRole('dialog', { name: 'Pick evidence' });
  // A hit is a chunk of the chosen config: under this one, a sentence.
  await picker.locator('select').filter({ hasText: 'Held server' }).selectOption('held');
  const hits = picker.getByRole('listbox');
  await hits
    .getByRole('option')
    .filter({ hasText: /Flour is kept for 45 days in the loft\.$/ })
    .first()
    .waitFor({ timeout: 60_000 });
  await hits.focus();
  await page.keyboard.press('Enter');
  await picker.getByRole('button', { name: 'Remove the mark' }).first().waitFor();
  await page.keyboard.press('Escape');
  await picker.waitFor({ state: 'hidden' });
  await details.getByText(/stands in the document/).waitFor();

  await goTo('#/');
  await page.getByRole('button', { name: 'Run…' }).first().click();
  const dialog = page.getByRole('dialog');
  for (const box of await dialog.getByRole('checkbox').all()) await box.setChecked(false);
  await dialog.getByRole('checkbox', { name: /Held server/ }).check();
  await dialog.getByRole('checkbox', { name: /^BM25/ }).check();
  await dialog.getByRole('button', { name: 'Start' }).click();
  await dialog.waitFor({ state: 'hidden' });

  await goTo('#/runs');
  await page.getByRole('grid').getByText('Held server').first().click();
  await page.getByText(/Running: 0 of 1 question finished/).waitFor();
  await reload();
  await page.getByText(/Running: 0 of 1 question finished/).waitFor();
  model.release();
  await page.getByText('Complete: 1 question finished.').waitFor({ timeout: 30_000 });

  await page.getByRole('grid').getByRole('row').filter({ hasText: 'flour' }).click();
  await details.getByText('first broken link').waitFor();
  expect(await details.innerText()).toContain('format');
  await details.getByRole('tab', { name: 'Try a reply' }).click();
  const tried = details.getByRole('status', { name: 'What this reply would have been' });
  await tried
    .getByText(/extra-text|text around/)
    .first()
    .waitFor();
  await details.getByLabel('A reply of the model').fill('{"answer": "45 days", "passage": 1}');
  await tried.getByText('keeps the contract').waitFor();
  await expect.poll(() => tried.innerText()).toMatch(/stage\s+correct/);
  await details.getByLabel('A reply of the model').fill('{"answer": "46 days", "passage": 1}');
  await expect.poll(() => tried.innerText()).toMatch(/stage\s+reading/);
}
