// A temporary folder per test, and small valid values to fill a workspace with.
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { BankEdit, Question } from '#contract/bank';
import type { ConfigFile } from '#contract/config';
import type { DocumentRecord } from '#contract/documents';
import type { Item } from '#contract/items';
import { hashBytes } from '#services/hash';

export async function temporaryFolder(): Promise<string> {
  return realpath(await mkdtemp(join(tmpdir(), 'assay-files-')));
}

export async function removeFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
}

/** Writes a file by hand, as an editor or git would. */
export async function put(root: string, path: string, content: string | Uint8Array): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true });
  await writeFile(join(root, path), content);
}

export async function temporaryWorkspace(): Promise<string> {
  const root = await temporaryFolder();
  await put(root, 'assay.json', '{ "schemaVersion": 1, "name": "test" }\n');
  return root;
}

export function documentRecord(id: string, text: string, source: string | Uint8Array = text): DocumentRecord {
  return {
    id,
    path: `${id}.txt`,
    sourceHash: hashBytes(source),
    textHash: hashBytes(text),
    mediaType: 'text/plain',
    title: null,
    language: 'en',
    extraction: { characters: text.length, encoding: 'utf-8', warnings: [] },
  };
}

export function question(id: string, text = `What is ${id}?`): Question {
  return { id, question: text, answers: ['x'], evidence: [] };
}

export function edit(before: Question | null, after: Question | null, action = 'a1'): BankEdit {
  const id = (after ?? before)?.id ?? '';
  return { at: '2026-01-02T03:04:05.000Z', by: 'tester', action, what: 'edit', id, before, after };
}

export function item(questionId: string): Item {
  return {
    questionId,
    retrieval: { legs: [], ranked: [], selected: 0 },
    prompt: { messages: [], passages: [], dropped: [], estimatedTokens: 0, limitTokens: 4000 },
    attempts: [],
    answeredBy: 'harness',
    answer: { text: "I don't know", abstained: true, citations: [], sources: [] },
    providerError: null,
    timings: { retrieveMs: 1, promptMs: 0, askMs: 0 },
    at: '2026-01-02T03:04:05.000Z',
  };
}

export function config(id: string): ConfigFile {
  return {
    schemaVersion: 1,
    id,
    chunker: { kind: 'document' },
    retrievers: [{ kind: 'tfidf' }],
    contract: { kind: 'free' },
    model: { provider: 'extractive' },
  };
}
