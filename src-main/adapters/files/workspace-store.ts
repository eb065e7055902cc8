// The workspace on disk behind the WorkspaceStore port: each call goes to the store of its part, every write under one lock.
import { isUtf8 } from 'node:buffer';
import { AppError } from '#contract/failure';
import type { WorkspaceStore } from '#services/ports';
import { createBankHistory } from './bank/bank-history.ts';
import { readBytes } from './disk/json-file.ts';
import { remember } from './disk/remembered.ts';
import { withoutBom } from './disk/json-lines.ts';
import { withFileLock } from './lock.ts';
import { resolveInside } from './paths.ts';
import { applyEdits, loadQuestions, stampQuestions } from './workspace/bank-store.ts';
import { listConfigs, loadConfig, saveConfig } from './workspace/config-store.ts';
import { createCorpusStamp, loadCorpus } from './workspace/corpus.ts';
import {
  loadDocumentIds,
  removeDocument,
  saveCollection,
  saveDocuments,
} from './workspace/documents-store.ts';
import { findFileProblems } from './workspace/file-problems.ts';
import { lockFile, sweepWorkspace } from './workspace/layout.ts';
import { loadRecords } from './workspace/records.ts';
import { loadSettings } from './workspace/settings-store.ts';
import { isIntact } from './workspace/staging.ts';

/** @param root the workspace's folder; nothing is read before the first call */
export function createWorkspaceStore(root: string): WorkspaceStore {
  let swept = false;
  const corpus = remember(createCorpusStamp(root), () => loadCorpus(root));
  const questions = remember(
    () => stampQuestions(root),
    () => loadQuestions(root),
  );

  /** The lock may be held already: the services hold it over several writes. */
  async function withLock<Value>(what: string, work: () => Promise<Value>): Promise<Value> {
    // Refuses a folder that is no workspace, or one from a newer Assay, before anything is written into it.
    await loadSettings(root);
    return withFileLock(lockFile(root, 'workspace'), what, async () => {
      if (!swept) await sweepWorkspace(root);
      swept = true;
      return work();
    });
  }

  return {
    root,
    loadSettings: () => loadSettings(root),
    loadRecords: () => loadRecords(root),
    loadCorpus: corpus.load,
    loadDocumentIds: () => loadDocumentIds(root),
    isIntact: (record) => isIntact(root, record),
    saveDocument: (record, source, text) =>
      withLock(`saving the document ${record.id}`, () => saveDocuments(root, [{ record, source, text }])),
    saveDocuments: (documents) =>
      withLock(`saving ${documents.length} documents`, () => saveDocuments(root, documents)),
    saveCollection: (record, lines) =>
      withLock(`saving the collection ${record.collection}`, () => saveCollection(root, record, lines)),
    removeDocument: (id) => withLock(`removing the document ${id}`, () => removeDocument(root, id)),
    loadQuestions: questions.load,
    applyEdits: (edits) =>
      withLock('editing the bank', async () => questions.put(await applyEdits(root, edits, questions.load))),
    ...createBankHistory(root),
    listConfigs: () => listConfigs(root),
    loadConfig: (id) => loadConfig(root, id),
    saveConfig: (config) => withLock(`saving the config ${config.id}`, () => saveConfig(root, config)),
    readText: (path) => readText(root, path),
    findFileProblems: () => findFileProblems(root),
    withLock,
  };
}

async function readText(root: string, path: string): Promise<string> {
  const bytes = await readBytes(await resolveInside(root, path));
  if (bytes === null) throw new AppError('not-found', `The workspace has no file ${path}.`);
  if (!isUtf8(bytes)) throw new AppError('invalid-input', `${path} is not text in UTF-8: save it as UTF-8.`);
  return withoutBom(bytes.toString('utf8'));
}
