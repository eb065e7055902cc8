// The command explain: why chunks stand where they stand, and where the gold of a question went.
import { InvalidArgumentError, type Command } from 'commander';
import type { Explanation, HitExplanation } from '#contract/explanation';
import { parseCount } from '../parse.ts';
import type { ExitCode } from '../program.ts';
import { withSession, type CommonFlags } from '../session.ts';
import { table } from '../tell.ts';
import { addCommand } from './common.ts';

interface ExplainFlags extends CommonFlags {
  readonly config: string;
  readonly question?: string;
  readonly chunk?: string;
  readonly k?: number;
  readonly build: boolean;
}

export function addExplainCommand(program: Command, exit: ExitCode): void {
  addCommand(program, 'explain <dir> [query]', 'why chunks stand where they stand, and where the gold went')
    .requiredOption('--config <id>', 'config to search with')
    .option('--question <id>', 'a question of the bank: also the rank of every expected chunk at every step')
    .option('--chunk <id>', 'explain this chunk instead of the first k')
    .option('-k <n>', "how many hits (default: the config's)", parseCount)
    .option('--no-build', 'refuse (exit 3) instead of building a stale index')
    .action(async (dir: string, query: string | undefined, flags: ExplainFlags) => {
      if (query === undefined && flags.question === undefined)
        throw new InvalidArgumentError('Give a query, or --question ID.');
      exit.value = await withSession(dir, flags, async ({ call, out }) => {
        const { config, question, chunk, k, build } = flags;
        const explanation = await call('retrieval.explainQuery', {
          ...{ config, query, question, chunk, k },
          noBuild: !build,
        });
        out.result(explanation, () => [...tellGold(explanation), ...explanation.hits.flatMap(tellHit)]);
        for (const warning of explanation.warnings) out.note(`warning: ${warning}`);
      });
    });
}

function tellGold({ question, gold, notIndexed, k }: Explanation): string[] {
  if (question === null) return [];
  const lost = notIndexed.map((group) => `Group ${group}: no chunk of this chunking holds the evidence.`);
  if (gold.length === 0) return [...lost, `${question} has no evidence to look for.`, ''];
  const place = ({ rank, of }: { readonly rank: number | null; readonly of: number }) =>
    rank === null ? `none of ${of}` : `${rank} of ${of}`;
  const [first] = gold;
  const head = [
    ...['group', 'expected chunk'],
    ...(first?.legs.map(({ retriever }) => retriever) ?? []),
    ...['fused', ...(first?.reranks.map(({ kind }) => kind) ?? []), 'final', `sent (k=${k})`],
  ];
  const rows = gold.map(({ group, chunkId, legs, fused, reranks, final, selected }) => [
    ...[String(group), chunkId],
    ...legs.map((leg) => (leg.skipped === null ? place(leg) : 'not asked')),
    ...[place(fused), ...reranks.map(place), place(final), selected ? 'yes' : 'no'],
  ]);
  return ['Where the gold went:', ...table(head, rows).map((line) => `  ${line}`), ...lost, ''];
}

const shownCharacters = 160;

function tellHit(hit: HitExplanation): string[] {
  const { position, score, chunkId, text, lists, reranks, terms, fusedScore } = hit;
  const shown = text.replace(/\s+/g, ' ').slice(0, shownCharacters);
  const sums = lists.length > 1 ? [`  fused ${show(fusedScore)} = ${tellShares(hit)}`] : [];
  return [
    `${position ?? 'not listed'}  ${score === null ? '' : show(score)}  ${chunkId}`,
    `  ${shown}`,
    ...sums,
    ...reranks.map(({ kind, before, rank, score: own }) => {
      const moved = `${before ?? 'not listed'} -> ${rank ?? 'dropped'}`;
      return `  ${kind}: ${moved}${own === null ? '' : `, score ${show(own)}`}`;
    }),
    ...terms.flatMap(tellTerms),
    '',
  ];
}

function tellShares({ fusion, lists }: HitExplanation): string {
  return lists
    .map(({ retriever, rank, weight, value, skipped }) => {
      if (skipped !== null) return `${retriever}: not asked`;
      if (rank === null) return `${retriever}: not listed`;
      const from = fusion === 'rrf' ? ` (rank ${rank})` : '';
      return `${weight} x ${show(value)} ${retriever}${from}`;
    })
    .join(' + ');
}

function tellTerms({ retriever, terms, missing, unknown }: HitExplanation['terms'][number]): string[] {
  const rows = terms.map(({ term, count, queryWeight, tf, idf, norm, contribution }) => [
    ...[term, count === undefined ? '' : String(count), show(queryWeight)],
    ...[tf, idf, norm].map((value) => (value === undefined ? '' : show(value))),
    show(contribution),
  ]);
  const head = ['term', 'in chunk', 'query', 'tf', 'idf', 'length', 'adds'];
  return [
    `  ${retriever}:${rows.length === 0 ? ' no term of the query stands in this chunk' : ''}`,
    ...(rows.length === 0 ? [] : table(head, rows).map((line) => `    ${line}`)),
    ...(missing.length > 0 ? [`    not in this chunk: ${missing.join(', ')}`] : []),
    ...(unknown.length > 0 ? [`    in no chunk: ${unknown.join(', ')}`] : []),
  ];
}

function show(value: number): string {
  return value.toFixed(4);
}
