// What the services need from the world. Adapters stand behind these ports; tests may too.
import type { ConfigFile } from '#contract/config';
import type { Chunk, CollectionLine, CollectionRecord, Corpus, DocumentRecord } from '#contract/documents';
import type { Problem } from '#contract/failure';
import type { Item } from '#contract/items';
import type { RunSummary, Score } from '#contract/scores';
import type { ModelRow, ModelTestResult } from '#contract/models';
import type { RunManifest } from '#contract/runs';
import type { WorkspaceSettings } from '#contract/workspace';
import type { LsaModel, LsaSettings } from '#domain/retrieval/lsa/build-lsa';
import type { ItemDigest } from '#domain/evaluate/item-digest';
import type { LexicalIndex } from '#domain/retrieval/lexical-index';
import type { RankedChunk } from '#domain/retrieval/ranked-chunk';
import type { VectorLimits } from '#domain/retrieval/vectors/rank-vectors';
import type { SlicesByDocument } from './chunks/slice-cache.ts';
import type { BankStore } from './bank/bank-port.ts';
import type { StoredDocument } from './documents/document-port.ts';
import type { LanguageWords } from '#domain/text/tokenize';

export interface Clock {
  /** Wall clock, ISO 8601 in UTC. */
  now(): string;
  /** Monotonic milliseconds, for durations alone. */
  elapsedMs(): number;
}

export interface Log {
  info(message: string, detail?: Readonly<Record<string, unknown>>): void;
  /** Logs a bug once and returns the id under which it stands in the log. */
  bug(error: unknown, where: string): string;
}

/** Reads and writes the plain-text files of one workspace; every write is atomic. */
export interface WorkspaceStore extends BankStore {
  readonly root: string;
  /** Throws not-found where there is no assay.json, stale where it is broken or from a newer version. */
  loadSettings(): Promise<WorkspaceSettings>;
  loadRecords(): Promise<readonly (DocumentRecord | CollectionRecord)[]>;
  /** Verifies every text against its hash; throws stale naming one that changed. Kept while no file changes: read only. */
  loadCorpus(): Promise<Corpus>;
  /** Ids of all documents, those of collections included; reads no text. */
  loadDocumentIds(): Promise<ReadonlySet<string>>;
  /** True when the source and the text of a document stand on the disk as its record says. */
  isIntact(record: DocumentRecord): Promise<boolean>;
  /** Writes the source copy, the text and the record, in this order, so that a crash leaves the old state or the new one. */
  saveDocument(record: DocumentRecord, source: Uint8Array, text: string): Promise<void>;
  /** The same for several documents, which become part of the corpus together, in this order. */
  saveDocuments(documents: readonly StoredDocument[]): Promise<void>;
  saveCollection(record: CollectionRecord, lines: readonly CollectionLine[]): Promise<void>;
  /** Removes a document of its own file, or one line of a collection. Throws not-found. */
  removeDocument(id: string): Promise<void>;
  listConfigs(): Promise<readonly { readonly id: string; readonly problem: string | null }[]>;
  loadConfig(id: string): Promise<ConfigFile>;
  saveConfig(config: ConfigFile): Promise<void>;
  /** Reads a file that a config names, relative to the root; throws invalid-input when it leaves the workspace, not-found when it is missing. */
  readText(path: string): Promise<string>;
  /** Every problem of every file of the workspace, with file and line; never throws on bad content. */
  findFileProblems(): Promise<readonly Problem[]>;
  /** Runs `work` while holding the workspace's write lock; throws conflict naming the live holder. */
  withLock<Value>(what: string, work: () => Promise<Value>): Promise<Value>;
}

/** Files outside the workspace that the analyst names: read, never written. */
export interface ForeignFiles {
  kindOf(path: string): Promise<'file' | 'folder' | null>;
  read(path: string): Promise<Uint8Array>;
  /** Names of the entries of a folder, sorted. */
  list(folder: string): Promise<readonly string[]>;
  /** Every file at or below the path, with its path relative to what was asked for; hidden files are left out. Sorted. */
  walk(path: string): Promise<readonly { readonly path: string; readonly relative: string }[]>;
}

/** Text taken out of one file. Offsets are UTF-16 code units of `text`, which is NFC with LF line ends. */
export interface ExtractedText {
  readonly mediaType: string;
  readonly encoding: string | null;
  readonly title: string | null;
  readonly text: string;
  readonly pages: readonly { readonly page: number; readonly start: number }[];
  readonly headings: readonly { readonly level: number; readonly title: string; readonly start: number }[];
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly warnings: readonly string[];
}

export interface Extractor {
  /** Resolves with a reason in plain words where no text can be had; never rejects on a bad file. */
  extract(
    path: string,
    fileName: string,
    signal?: AbortSignal,
  ): Promise<{ readonly text: ExtractedText } | { readonly reason: string }>;
}

/** ISO 639-1 code of a text's language, or null when unsure. */
export type DetectLanguage = (text: string) => Promise<string | null>;

/** The stemmer and the stop words of a language by its ISO 639 code; null where there are none. */
export type LoadLanguageWords = (language: string) => Promise<LanguageWords | null>;

export interface RunStore {
  /** Creates runs/<id>/ with its manifest and returns a journal that holds the run's lock until closed. */
  create(manifest: RunManifest): Promise<RunJournal>;
  /** Takes the run's lock (conflict when a live process holds it) and drops a torn last line. */
  reopen(runId: string): Promise<RunJournal>;
  /** Newest first. */
  list(): Promise<readonly RunManifest[]>;
  loadManifest(runId: string): Promise<RunManifest>;
  loadItems(runId: string): Promise<readonly Item[]>;
  /** Changes whenever the items may have: cheap beside reading them. */
  stampItems(runId: string): Promise<string>;
  saveScores(runId: string, labelHash: string, scores: readonly Score[]): Promise<void>;
  loadScores(runId: string, labelHash: string): Promise<readonly Score[] | null>;
  /** True while a live process holds the run's lock. */
  isLive(runId: string): Promise<boolean>;
  remove(runId: string): Promise<void>;
}

/** Summaries of whole runs by what decides them, kept so that a list of runs need not read every item. Derived. */
export interface SummaryCache {
  load(key: string): Promise<RunSummary | null>;
  /** Never rejects on a disk that cannot be written: the summary is then made again. */
  save(key: string, summary: RunSummary): Promise<void>;
}

export interface RunJournal {
  readonly manifest: RunManifest;
  /** What was finished when it was opened, or after the last drop. */
  readonly items: readonly Item[];
  /** What is finished by now: a long run never stands in memory whole. */
  readonly finished: readonly ItemDigest[];
  /** Resolves once the line is on disk (fsynced); concurrent appends share one sync. */
  append(item: Item): Promise<void>;
  /** Rewrites the manifest atomically: state, counts, times. */
  saveManifest(manifest: RunManifest): Promise<void>;
  /** Drops the items of these questions, atomically (`--retry-errors`). */
  drop(questionIds: ReadonlySet<string>): Promise<void>;
  close(): Promise<void>;
}

/** A chunked and indexed corpus on disk under its fingerprint; a different corpus, chunker or analyzer is another fingerprint. */
export interface IndexStore {
  has(fingerprint: string): Promise<boolean>;
  load(
    fingerprint: string,
  ): Promise<{ readonly chunks: readonly Chunk[]; readonly lexical: LexicalIndex } | null>;
}

/** LSA models by the fingerprint of all that decides them. */
export interface LsaStore {
  has(fingerprint: string): Promise<boolean>;
  load(fingerprint: string): Promise<LsaModel | null>;
}

/** The lexical index under `index` must stand on the disk. */
export interface LsaJob {
  readonly root: string;
  readonly fingerprint: string;
  readonly index: string;
  readonly settings: LsaSettings;
}

export interface IndexBuilder {
  /** As `build`; resolves to what is needed, in a sentence, where the corpus is too small. */
  buildLsa(
    job: LsaJob,
    options: { readonly signal?: AbortSignal; readonly onProgress?: (done: number) => void },
  ): Promise<string | null>;
  /** Builds in a child process, reports progress in [0, 1] and writes the result under the fingerprint. */
  build(
    job: IndexJob,
    options: { readonly signal?: AbortSignal; readonly onProgress?: (done: number) => void },
  ): Promise<void>;
}

export interface IndexJob {
  readonly root: string;
  readonly fingerprint: string;
  readonly corpusHash: string;
  readonly chunker: import('#contract/config/chunker').Chunker;
  /** For the chunkers that need a model: where each document was cut, by its id. */
  readonly slices?: SlicesByDocument;
  readonly analyzer: import('#contract/config/analyzer').Analyzer;
  /** Of documents whose own language is not known; null where the workspace names none. */
  readonly fallbackLanguage: string | null;
}

/** Turns texts into vectors, in a child process, and keeps every vector by content: no text is embedded twice. */
export interface Embedder {
  /** Hash of everything that decides a vector. Builds or verifies the model first; throws unavailable. */
  identify(model: string, quantized: boolean, signal?: AbortSignal): Promise<string>;
  /** The same without building anything: null where the model is not ready. */
  identifyIfReady(model: string, quantized: boolean): Promise<string | null>;
  embed(
    model: string,
    texts: readonly string[],
    options: {
      readonly quantized: boolean;
      readonly signal?: AbortSignal;
      readonly onProgress?: (progress: { readonly done: number; readonly total: number }) => void;
    },
  ): Promise<{
    /** texts x dims, row-major, rows of length 1; an empty text's row is all zeros. */
    readonly vectors: Float32Array;
    readonly dims: number;
    /** Texts that were longer than the model takes, and lost their end. */
    readonly cut: number;
  }>;
}

/** The embedding models and cross-encoders of this user, kept beside the app's data and shared by all workspaces. */
export interface ModelShelf {
  listModels(): Promise<readonly ModelRow[]>;
  /** Builds the model that Assay can make itself, anew. Throws invalid-input for any other name. */
  buildModel(
    name: string,
    options: { readonly signal?: AbortSignal; readonly onProgress?: (done: number) => void },
  ): Promise<ModelRow>;
  /** Copies a folder with an ONNX export; throws invalid-input naming every missing or unreadable file. */
  addModel(
    path: string,
    options: { readonly name?: string; readonly signal?: AbortSignal },
  ): Promise<ModelRow>;
  testModel(name: string): Promise<ModelTestResult>;
  /** The pieces a model reads texts in. Builds or verifies the model first; throws unavailable. */
  previewTokens(
    name: string,
    texts: readonly string[],
    options: { readonly signal?: AbortSignal },
  ): Promise<PreviewedTokens>;
}

export interface PreviewedTokens {
  /** Most tokens of one text, the special ones included. */
  readonly limit: number;
  readonly texts: readonly {
    readonly subwords: readonly { readonly text: string; readonly known: boolean }[];
    /** Tokens beyond the limit: the text's end. */
    readonly leftOut: number;
  }[];
}

/** What a stored set of vectors says of itself; a run records it. */
export interface VectorTable {
  readonly table: string;
  readonly version: number;
  readonly count: number;
  readonly dims: number;
  readonly modelHash: string;
  /** Chunks that lost their end at the model's limit. */
  readonly cut: number;
}

/** Vectors of a corpus's chunks, in corpus order, under the fingerprint of all that decides them. */
export interface VectorStore {
  has(fingerprint: string): Promise<boolean>;
  load(fingerprint: string): Promise<(VectorTable & { readonly vectors: Float32Array }) | null>;
  /** Builds a new table, verifies it, then switches to it. */
  save(
    fingerprint: string,
    content: {
      readonly rows: readonly VectorRow[];
      readonly vectors: Float32Array;
      readonly dims: number;
      readonly modelHash: string;
      readonly cut: number;
    },
    options: { readonly signal?: AbortSignal },
  ): Promise<void>;
}

export interface VectorRow {
  readonly chunkId: string;
  readonly documentId: string;
  readonly start: number;
  readonly end: number;
  readonly textHash: string;
}

/** Ranks exactly: every vector is compared. Best first, ties in corpus order. */
export interface VectorRanker {
  rank(query: Float32Array, limits: VectorLimits): readonly RankedChunk[];
  /** The rows it ranks, end to end, in corpus order. */
  vectors(): Float32Array;
}

export type OpenVectorRanker = (content: {
  readonly vectors: Float32Array;
  readonly dims: number;
  readonly distance: 'cosine' | 'dot' | 'l2';
}) => VectorRanker;

/** Which folders this user has accepted; kept outside every workspace. */
export interface TrustStore {
  isTrusted(root: string): Promise<boolean>;
  trust(root: string): Promise<void>;
}
