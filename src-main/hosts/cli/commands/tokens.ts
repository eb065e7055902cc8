// The command tokens: what each retriever of a config makes of a text.
import type { Command } from 'commander';
import type { SubwordsPreview, TermsPreview } from '#contract/token-preview';
import type { ExitCode } from '../program.ts';
import { withSession, type CommonFlags } from '../session.ts';
import { table } from '../tell.ts';
import { addCommand } from './common.ts';

interface TokensFlags extends CommonFlags {
  readonly config: string;
  readonly build: boolean;
}

export function addTokensCommand(program: Command, exit: ExitCode): void {
  addCommand(
    program,
    'tokens <dir> <text>',
    'show the terms, or the pieces of words, that each retriever makes of a text',
  )
    .requiredOption('--config <id>', 'config whose retrievers read it')
    .option('--no-build', 'refuse (exit 3) instead of building a stale index')
    .action(async (dir: string, text: string, flags: TokensFlags) => {
      exit.value = await withSession(dir, flags, async ({ call, out }) => {
        const preview = await call('retrieval.previewTokens', {
          config: flags.config,
          text,
          noBuild: !flags.build,
        });
        out.result(preview, () =>
          preview.retrievers.length === 0
            ? ['No retriever of this config reads a text itself.']
            : preview.retrievers.flatMap((retriever) =>
                retriever.kind === 'terms' ? tellTerms(retriever) : tellSubwords(retriever),
              ),
        );
        for (const { retriever, warnings } of preview.retrievers)
          for (const warning of warnings) out.note(`warning: ${retriever}: ${warning}`);
      });
    });
}

function tellTerms({ retriever, languages, chunks, terms }: TermsPreview): string[] {
  const known = languages.filter((language) => language !== null);
  const under = known.length > 0 ? `, words of ${known.join(' and ')}` : '';
  const rows = terms.map(({ term, inIndex, df, idf }) => [
    term,
    inIndex ? String(df) : 'not in the index',
    idf?.toFixed(3) ?? '',
  ]);
  return [
    `${retriever}: ${terms.length} terms${under}, ${chunks} chunks`,
    ...(rows.length > 0 ? table(['term', 'chunks', 'idf'], rows).map((line) => `  ${line}`) : []),
  ];
}

function tellSubwords(preview: SubwordsPreview): string[] {
  const figures = (of: Omit<SubwordsPreview['english'], 'text'>) =>
    `${of.tokens} tokens, ${of.words} words, ${of.tokensPerWord?.toFixed(2) ?? 'no'} tokens a word, ` +
    `${of.unknownShare === null ? 'none' : `${(100 * of.unknownShare).toFixed(1)} %`} unknown`;
  return [
    `${preview.retriever}: ${preview.model}, takes ${preview.limit} tokens`,
    `  ${preview.subwords.map(({ text }) => text).join(' ')}`,
    `  this text   ${figures(preview)}`,
    `  in English  ${figures(preview.english)}`,
  ];
}
