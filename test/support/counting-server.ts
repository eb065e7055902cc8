// A language model server on loopback that answers by rule and counts what it was asked.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface CountingServer {
  readonly baseUrl: string;
  /** The user message of every request, in order of arrival. */
  readonly asked: string[];
  /** Set to hold every answer back until it is called. */
  close(): Promise<void>;
}

interface Behaviour {
  /** The reply to a user message, or an HTTP status to fail with. */
  readonly answer: (userMessage: string, count: number) => string | number;
  readonly delayMs?: number;
}

export async function startCountingServer({ answer, delayMs = 0 }: Behaviour): Promise<CountingServer> {
  const asked: string[] = [];
  const server: Server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => (body += text));
    request.on('end', () => {
      const { messages } = JSON.parse(body) as { messages: { role: string; content: string }[] };
      const user = messages.find((message) => message.role === 'user')?.content ?? '';
      asked.push(user);
      const reply = answer(user, asked.length);
      setTimeout(() => {
        if (typeof reply === 'number')
          response.writeHead(reply).end('{"error":{"message":"failed on purpose"}}');
        else {
          const choice = { index: 0, message: { role: 'assistant', content: reply }, finish_reason: 'stop' };
          response.writeHead(200, { 'content-type': 'application/json' });
          response.end(
            JSON.stringify({
              choices: [choice],
              usage: { prompt_tokens: user.length, completion_tokens: reply.length },
            }),
          );
        }
      }, delayMs);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    asked,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
