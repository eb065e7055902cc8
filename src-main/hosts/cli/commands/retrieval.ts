// Commands about the index: index, search.
import { InvalidArgumentError, type Command } from 'commander';
import type { ExitCode } from '../program.ts';
import { parseDepth, readInput } from '../parse.ts';
import { CommandFailure } from '../output.ts';
import { withSession, type CommonFlags, type Session } from '../session.ts';
import { tellHits } from '../tell.ts';
import { addCommand } from './common.ts';

export function addRetrievalCommands(program: Command, exit: ExitCode): void {
  addCommand(program, 'index <dir>', 'build what is missing or stale')
    .option('--config <id>', 'for one config (default: all)')
    .action(async (dir: string, flags: CommonFlags & { config?: string }) => {
      exit.value = await withSession(dir, flags, async ({ call, out }) => {
        const { indexes } = await call('index.buildIndex', { config: flags.config });
        for (const { config, warnings = [] } of indexes)
          for (const warning of warnings) out.note(`warning: ${config}: ${warning}`);
        out.result({ indexes }, () =>
          indexes.map((index) => {
            const vectors =
              index.vectors > 0
                ? `, ${index.vectors} vectors${index.cut > 0 ? ` (${index.cut} chunks cut at the model's limit)` : ''}`
                : '';
            const state = index.built ? `built in ${(index.elapsedMs / 1000).toFixed(1)} s` : 'current';
            return `${index.config}: ${index.chunks} chunks, ${index.terms} terms${vectors}, ${state}`;
          }),
        );
      });
    });
  addSearch(program, exit);
}

interface SearchFlags extends CommonFlags {
  readonly config: string;
  readonly k?: number | 'all';
  readonly queries?: string;
  readonly build: boolean;
}

function addSearch(program: Command, exit: ExitCode): void {
  addCommand(program, 'search <dir> [query]', 'rank chunks for a query under a config')
    .requiredOption('--config <id>', 'config to search with')
    .option('-k <n>', 'how many hits, or "all" (default: the config\'s)', parseDepth)
    .option('--queries <file>', 'many queries: JSON lines with id (or _id) and text (or question)')
    .option('--no-build', 'refuse (exit 3) instead of building a stale index')
    .action(async (dir: string, query: string | undefined, flags: SearchFlags) => {
      if ((query === undefined) === (flags.queries === undefined))
        throw new InvalidArgumentError('Give a query or --queries FILE, one of the two.');
      exit.value = await withSession(dir, flags, (session) =>
        query === undefined ? searchMany(session, flags) : searchOne(session, query, flags),
      );
    });
}

async function searchOne({ call, out }: Session, query: string, flags: SearchFlags): Promise<void> {
  const found = await call('retrieval.searchChunks', {
    config: flags.config,
    query,
    k: flags.k,
    noBuild: !flags.build,
  });
  out.result(found, () => tellHits(found.hits));
  for (const warning of found.warnings ?? []) out.note(`warning: ${warning}`);
}

async function searchMany({ call, out }: Session, flags: SearchFlags): Promise<void> {
  const queries = parseQueries(
    await readInput(flags.queries ?? '-').catch(missingFile(flags.queries ?? '-')),
    flags.queries ?? '-',
  );
  const found = await call('retrieval.searchMany', {
    config: flags.config,
    queries,
    k: flags.k,
    noBuild: !flags.build,
  });
  out.result(found, () =>
    queries.flatMap(({ id, text }) => [
      `${id}  ${text}`,
      ...tellHits(found.results[id]?.hits ?? []).map((line) => `  ${line}`),
    ]),
  );
  for (const warning of found.warnings ?? []) out.note(`warning: ${warning}`);
  for (const { id } of queries)
    for (const warning of found.results[id]?.warnings ?? []) out.note(`warning: ${id}: ${warning}`);
}

function missingFile(path: string): (error: unknown) => never {
  return (error) => {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CommandFailure({ code: 'not-found', message: `${path} cannot be read: ${reason}` });
  };
}

function parseQueries(text: string, file: string): { id: string; text: string }[] {
  return text.split('\n').flatMap((content, index) => {
    if (content.trim() === '') return [];
    const query = parseQuery(content);
    if (query) return [query];
    const message = `${file}:${index + 1}: expected {"id" or "_id", "text" or "question"}, found ${content.slice(0, 80)}`;
    throw new CommandFailure({ code: 'invalid-input', message });
  });
}

function parseQuery(content: string): { id: string; text: string } | null {
  let row: unknown;
  try {
    row = JSON.parse(content);
  } catch {
    return null;
  }
  if (row === null || typeof row !== 'object') return null;
  const { _id, id = _id, text, question = text } = row as Record<string, unknown>;
  return typeof id === 'string' && typeof question === 'string' && question !== ''
    ? { id, text: question }
    : null;
}
