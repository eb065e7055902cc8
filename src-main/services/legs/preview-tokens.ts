// Shows what each retriever of a config makes of a text, before anything is ranked.
import type { Input } from '#contract/api';
import type { Config } from '#contract/config';
import type { EmbeddingRetriever, LexicalRetriever, Retriever } from '#contract/config/retriever';
import type { SubwordsPreview, TermsPreview, TokenPreview } from '#contract/token-preview';
import { englishReference, judgeSubwords, measureSubwords } from '#domain/retrieval/vectors/judge-subwords';
import { loadConfig } from '../config-service.ts';
import { analyzerKey, type LexicalEntry, type OpenIndexes } from '../index-service.ts';
import type { ModelShelf, PreviewedTokens } from '../ports.ts';
import { requireCorpus } from '../retrieval-service.ts';
import type { RunWorld } from '../run/world.ts';
import { weighOnceBm25, weighOnceTfidf } from './lexical-leg.ts';

export async function previewTokens(
  world: RunWorld & { readonly models: ModelShelf },
  input: Input<'retrieval.previewTokens'>,
  signal: AbortSignal,
): Promise<TokenPreview> {
  const { config } = await loadConfig(world.store, input.config);
  const lexical = config.retrievers.filter(isLexical);
  const indexes = lexical.length > 0 ? await openLexical(world, config, lexical, input, signal) : null;
  const retrievers: TokenPreview['retrievers'] = [];
  for (const retriever of config.retrievers) {
    if (indexes && isLexical(retriever)) retrievers.push(previewTerms(retriever, indexes, input.text));
    if (retriever.kind === 'embedding')
      retrievers.push(await previewSubwords(world.models, retriever, input.text, signal));
  }
  return { config: config.id, text: input.text, retrievers };
}

function isLexical(retriever: Retriever): retriever is LexicalRetriever {
  return 'analyzer' in retriever;
}

/** Without the other retrievers: nothing is embedded to look at the words. */
async function openLexical(
  world: RunWorld,
  config: Config,
  lexical: readonly LexicalRetriever[],
  { noBuild }: { readonly noBuild?: boolean },
  signal: AbortSignal,
): Promise<OpenIndexes> {
  const corpus = await requireCorpus(world);
  return world.indexes.open({ ...config, retrievers: [...lexical] }, corpus, { noBuild, signal });
}

function previewTerms(retriever: LexicalRetriever, indexes: OpenIndexes, text: string): TermsPreview {
  const entry = indexes.lexical.get(analyzerKey(retriever.analyzer));
  if (!entry) throw new Error(`no index was opened for retriever ${retriever.id}`);
  const { lexical } = entry;
  const { idf } =
    retriever.kind === 'bm25' ? weighOnceBm25(lexical, retriever) : weighOnceTfidf(lexical, retriever);
  const terms = entry.analyze(text).map((term) => {
    const id = lexical.termIds.get(term);
    if (id === undefined) return { term, inIndex: false, df: 0, idf: null };
    const df = (lexical.postingStarts[id + 1] ?? 0) - (lexical.postingStarts[id] ?? 0);
    return { term, inIndex: true, df, idf: idf[id] ?? null };
  });
  return {
    kind: 'terms',
    retriever: retriever.id,
    warnings: warnOfTerms(entry, terms),
    languages: [...entry.languages],
    chunks: lexical.chunkCount,
    terms,
  };
}

function warnOfTerms(entry: LexicalEntry, terms: TermsPreview['terms']): string[] {
  if (terms.length === 0)
    return [...entry.warnings, 'The text has no terms: punctuation, stop words, or words below minLength.'];
  if (terms.some(({ idf }) => idf !== null && idf > 0)) return [...entry.warnings];
  const why = terms.some(({ inIndex }) => inIndex) ? 'has any weight' : 'stands in the index';
  return [...entry.warnings, `No term of the text ${why}: this retriever finds nothing for it.`];
}

async function previewSubwords(
  models: ModelShelf,
  { id, model }: EmbeddingRetriever,
  text: string,
  signal: AbortSignal,
): Promise<SubwordsPreview> {
  const { limit, texts } = await models.previewTokens(model, [text, englishReference], { signal });
  const [own, english] = texts;
  if (!own || !english) throw new Error(`the tokenizer of ${model} returned ${texts.length} texts for 2`);
  const figures = measure(text, own);
  const englishFigures = measure(englishReference, english);
  const verdict = judgeSubwords(model, figures, englishFigures);
  const cut =
    own.leftOut > 0
      ? `${model} takes ${limit} tokens: the last ${own.leftOut} of this text are left out.`
      : null;
  return {
    kind: 'subwords',
    retriever: id,
    warnings: [verdict, cut].filter((warning) => warning !== null),
    model,
    subwords: own.subwords.map((subword) => ({ ...subword })),
    ...figures,
    limit,
    leftOut: own.leftOut,
    english: { text: englishReference, ...englishFigures },
  };
}

function measure(text: string, { subwords }: PreviewedTokens['texts'][number]) {
  return measureSubwords(text, subwords.length, subwords.filter(({ known }) => !known).length);
}
