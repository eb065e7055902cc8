// Finds what a config asks for that its schema cannot see: parts that clash, and parts this version cannot do.
import type { Config, ConfigFile } from '#contract/config';
import type { Problem } from '#contract/failure';
import { findChunkerProblem } from '../text/chunk-corpus.ts';
import { checkAnalyzers } from './check-analyzer.ts';
import { checkFallbacks, checkJudges, checkRerank } from './check-retrieval.ts';

/** Fields of the published config that this version does not act on: better refused than silently ignored. */
const unavailableFields = {
  config: ['budget'],
  model: ['price'],
} as const;

/** `file` is as written, `config` the same with its defaults; both carry the same retrievers in the same order. */
export function checkConfig(file: ConfigFile, config: Config): Problem[] {
  return [
    ...checkChunker(config),
    ...checkRetrieverIds(config),
    ...checkAnalyzers(file, config),
    ...checkContractFields(config),
    ...checkUnavailable(file),
    ...checkFallbacks(file, config),
    ...checkJudges(config),
    ...checkRerank(config),
    ...checkModel(config),
    ...checkAddress(config),
  ];
}

function checkChunker({ chunker }: Config): Problem[] {
  if (chunker.kind === 'sentence' && chunker.maxWords !== null && chunker.maxWords < chunker.minWords) {
    return [
      {
        path: '/chunker/maxWords',
        value: chunker.maxWords,
        message: `is less than minWords (${chunker.minWords}): every sentence would be dropped`,
      },
    ];
  }
  const problem = findChunkerProblem(chunker);
  if (problem !== null) return [{ path: '/chunker', value: chunker, message: problem }];
  return [];
}

function checkRetrieverIds(config: Config): Problem[] {
  const seen = new Set<string>();
  return config.retrievers.flatMap((retriever, index) => {
    if (!seen.has(retriever.id)) return (seen.add(retriever.id), []);
    return [
      {
        path: `/retrievers/${index}/id`,
        value: retriever.id,
        message: 'two retrievers have the same id',
        remedy: 'Give each an "id" of its own',
      },
    ];
  });
}

function checkContractFields(config: Config): Problem[] {
  const { answerField, passageField } = config.contract;
  if (answerField !== passageField) return [];
  return [
    {
      path: '/contract/passageField',
      value: passageField,
      message: 'the answer and the passage need two different field names',
    },
  ];
}

function checkUnavailable(file: ConfigFile): Problem[] {
  return [
    ...findUnavailable('', file, unavailableFields.config),
    ...findUnavailable('/model', file.model, unavailableFields.model),
  ];
}

function findUnavailable(path: string, owner: object | undefined, fields: readonly string[]): Problem[] {
  const values = (owner ?? {}) as Readonly<Record<string, unknown>>;
  return fields
    .filter((field) => values[field] !== undefined && values[field] !== null && values[field] !== 'always')
    .map((field) => ({
      path: `${path}/${field}`,
      message: `"${field}" is not available in this version`,
      remedy: 'Remove it: it would change nothing',
    }));
}

function checkAddress({ model }: Config): Problem[] {
  if (model.provider !== 'openai-compatible' || !/^https?:\/\/[^/?#]*@/.test(model.baseUrl)) return [];
  // The value is left out of the message: it holds a password.
  return [
    {
      path: '/model/baseUrl',
      message: 'carries a user name or password: secrets are never kept in a workspace',
      remedy: 'Take it out of the address, and name the variable that holds the key as "apiKey": "env:NAME"',
    },
  ];
}

function checkModel(config: Config): Problem[] {
  const { contextTokens, maxOutputTokens } = config.model;
  if (contextTokens === null || contextTokens > (maxOutputTokens ?? 0)) return [];
  return [
    {
      path: '/model/contextTokens',
      value: contextTokens,
      message: `leaves no room for a prompt beside ${maxOutputTokens} tokens of output`,
    },
  ];
}
