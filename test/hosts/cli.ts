// Calls a procedure through the built command line, as a user's script does.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type { Reply } from '#contract/failure';
import { root } from './built.ts';

export interface CliResult {
  readonly reply: Reply;
  readonly exitCode: number | null;
  readonly stderr: string;
}

/** `node out/main/cli.js call NAME --workspace DIR --input -`, with the input on standard input. */
export function callCli(
  name: string,
  input: unknown,
  options: { readonly workspace: string; readonly env: Readonly<Record<string, string>> },
): Promise<CliResult> {
  const words = [
    join(root, 'out/main/cli.js'),
    'call',
    name,
    '--workspace',
    options.workspace,
    '--input',
    '-',
  ];
  const child = spawn(process.execPath, words, { env: { ...process.env, ...options.env } });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  child.stdin.end(JSON.stringify(input));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (exitCode) => {
      try {
        resolve({ reply: JSON.parse(stdout) as Reply, exitCode, stderr });
      } catch {
        reject(new Error(`${name} printed no reply (exit code ${exitCode}): ${stdout}${stderr}`));
      }
    });
  });
}
