// A run against a slow server, watched in the window: the open row stays put, it can be cancelled and goes on.
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWindowWorld, type WindowWorld } from './window-world.ts';

let world: WindowWorld;
let server: Server;
/** Replies wait here until the test lets them go; null = they go at once. */
let held: ServerResponse[] | null = [];
let asked = 0;

function reply(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  const message = { content: '{"answer": "60 GB", "passage": 1}' };
  response.end(JSON.stringify({ choices: [{ message, finish_reason: 'stop' }] }));
}

beforeAll(async () => {
  server = createServer((request, response) => {
    request.resume().on('end', () => {
      asked += 1;
      if (held === null) reply(response);
      else held.push(response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  world = await createWindowWorld(async (cli) => {
    await cli.write('ws/configs/slow.json', {
      schemaVersion: 1,
      id: 'slow',
      name: 'Slow server',
      chunker: { kind: 'sentence' },
      retrievers: [{ kind: 'tfidf' }],
      contract: { kind: 'json' },
      model: {
        provider: 'openai-compatible',
        baseUrl: `http://127.0.0.1:${port}/v1`,
        model: 'm',
        concurrency: 4,
      },
      attempts: 1,
    });
  });
});

afterAll(async () => {
  held = null;
  server.closeAllConnections();
  await world.close();
  await new Promise((resolve) => server.close(resolve));
});

/** Answers this many calls more and keeps the others waiting. */
async function answerMore(count: number): Promise<void> {
  for (let answered = 0; answered < count;) {
    const response = held?.shift();
    if (response) {
      reply(response);
      answered += 1;
    } else await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

test('watched, cancelled, resumed', async () => {
  const { page, errors } = await world.openPage('#/');
  await page.getByRole('button', { name: 'Run…' }).click();
  const dialog = page.getByRole('dialog');
  for (const box of await dialog.getByRole('checkbox').all()) await box.setChecked(false);
  await dialog.getByRole('checkbox', { name: /Slow server/ }).check();
  await dialog.getByRole('button', { name: 'Start' }).click();
  await page.getByText(/Running: \d+ of 80 questions finished/).waitFor();

  // Rows arrive while it runs.
  const rowCount = async () =>
    Number((await page.getByRole('grid').getAttribute('aria-rowcount')) ?? '1') - 1;
  const untilRows = async (rows: number) => {
    while (((await page.getByRole('grid').count()) === 0 ? 0 : await rowCount()) < rows)
      await page.waitForTimeout(50);
  };
  await answerMore(12);
  await untilRows(12);
  const row = page.getByRole('grid').getByRole('row').nth(8);
  await row.click();
  await page.getByRole('region', { name: 'Details' }).getByText('Proof chain').waitFor();
  const open = page.locator('[role=row][aria-selected=true]');
  const text = await open.innerText();
  const before = await open.boundingBox();
  await answerMore(8);
  await untilRows(20);
  const after = await open.boundingBox();
  expect(await open.innerText()).toBe(text);
  expect(Math.abs((after?.y ?? 0) - (before?.y ?? 1000))).toBeLessThan(2);

  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByText(/Stopped: \d+ of 80 questions finished/).waitFor();
  const finished = Number(/Stopped: (\d+)/.exec(await page.locator('body').innerText())?.[1]);
  expect(finished).toBe(20);

  held = null;
  asked = 0;
  await page.getByRole('button', { name: 'Resume' }).click();
  await page.getByText('Complete: 80 questions finished.').waitFor({ timeout: 60_000 });
  expect(asked).toBe(80 - finished);
  // Rows stay as they came until the analyst asks for another order.
  expect(await open.innerText()).toBe(text);
  const order = page.getByRole('combobox', { name: 'Order' });
  expect(await order.inputValue()).toBe('finished');
  expect(await page.getByRole('grid').getByRole('row').nth(8).innerText()).toBe(text);
  await order.selectOption('bank');
  await untilRows(80);
  await page
    .getByRole('status')
    .getByText(/The run has ended: complete, 80 of 80 questions finished/)
    .waitFor({
      state: 'attached',
    });
  expect(errors).toEqual([]);
  await page.context().close();
});
