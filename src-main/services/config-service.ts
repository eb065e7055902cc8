// Loads configs complete and checked, with the files they name read in.
import type { Config, ConfigFile } from '#contract/config';
import type { Analyzer } from '#contract/config/analyzer';
import { AppError, type Problem } from '#contract/failure';
import { checkConfig } from '#domain/config/check-config';
import { completeConfig } from '#domain/config/complete-config';
import { hashValue } from './hash.ts';
import type { WorkspaceStore } from './ports.ts';
import { problemText } from './validate.ts';

export interface LoadedConfig {
  readonly file: ConfigFile;
  /** Complete, with stop-word files replaced by their words: what is hashed and frozen. */
  readonly config: Config;
  readonly hash: string;
}

/** Throws invalid-input with every problem, each with the file and the path in it. */
export async function loadConfig(store: WorkspaceStore, id: string): Promise<LoadedConfig> {
  const file = await store.loadConfig(id);
  const completed = completeConfig(file);
  const problems = checkComplete(file, completed);
  if (problems.length > 0) {
    throw new AppError(
      'invalid-input',
      `The config "${id}" cannot be used. ${problems.map(problemText).join(' ')}`,
      { problems },
    );
  }
  const config = await readStopWords(store, completed);
  return { file, config, hash: hashValue(config) };
}

/** What loading this file would find wrong with it, all of it; and the complete config where that is nothing. */
export async function checkAsLoaded(
  store: WorkspaceStore,
  file: ConfigFile,
): Promise<{ readonly problems: readonly Problem[]; readonly config: Config | null }> {
  const completed = completeConfig(file);
  const problems = checkComplete(file, completed);
  try {
    const config = await readStopWords(store, completed);
    return problems.length > 0 ? { problems, config: null } : { problems, config };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const unread = { ...placeOfStopWords(file), file: `configs/${file.id}.json`, message: error.message };
    return { problems: [...problems, unread], config: null };
  }
}

function checkComplete(file: ConfigFile, completed: Config): Problem[] {
  return checkConfig(file, completed).map((problem) => ({ file: `configs/${file.id}.json`, ...problem }));
}

/** Where the first file of stop words is named. */
function placeOfStopWords(file: ConfigFile): Pick<Problem, 'path' | 'value'> {
  const places = [
    { path: '/analyzer/stopWords', value: file.analyzer?.stopWords },
    ...file.retrievers.map((retriever, index) => ({
      path: `/retrievers/${index}/analyzer/stopWords`,
      value: 'analyzer' in retriever ? retriever.analyzer?.stopWords : undefined,
    })),
  ];
  return places.find(({ value }) => typeof value === 'string') ?? { path: '/analyzer/stopWords' };
}

/** Every config file by id, each with what keeps it from being used; one broken file hides no other. */
export async function describeConfigs(
  store: WorkspaceStore,
): Promise<{ id: string; name: string; problem: string | null }[]> {
  const described = [];
  for (const { id, problem } of await store.listConfigs()) {
    if (problem !== null) {
      described.push({ id, name: id, problem });
      continue;
    }
    try {
      const { config } = await loadConfig(store, id);
      described.push({ id, name: config.name, problem: null });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      described.push({ id, name: id, problem: error.message });
    }
  }
  return described;
}

export function hashConfig(config: Config): string {
  return hashValue(config);
}

async function readStopWords(store: WorkspaceStore, config: Config): Promise<Config> {
  const withWords = async (analyzer: Analyzer): Promise<Analyzer> =>
    typeof analyzer.stopWords === 'string'
      ? {
          ...analyzer,
          stopWords: parseStopWords(await store.readText(analyzer.stopWords), analyzer.stopWords),
        }
      : analyzer;
  return {
    ...config,
    analyzer: await withWords(config.analyzer),
    retrievers: await Promise.all(
      config.retrievers.map(async (retriever) =>
        'analyzer' in retriever ? { ...retriever, analyzer: await withWords(retriever.analyzer) } : retriever,
      ),
    ),
  };
}

/** One word a line, or a JSON list of words. */
function parseStopWords(text: string, path: string): string[] {
  if (!text.trimStart().startsWith('['))
    return text
      .split(/\r?\n/)
      .map((line) => line.trim())
      .filter((line) => line !== '');
  try {
    const words: unknown = JSON.parse(text);
    if (Array.isArray(words) && words.every((word) => typeof word === 'string')) return words;
  } catch {
    // Falls through to the error below, which says what is wanted.
  }
  throw new AppError('invalid-input', `${path} must hold one stop word a line, or a JSON list of words.`);
}
