// Commands about documents and the bank: add, remove, import.
import { resolve } from 'node:path';
import { Option, type Command } from 'commander';
import type { Input } from '#contract/api';
import type { ExitCode } from '../program.ts';
import { withSession, type CommonFlags } from '../session.ts';
import { tellAdded, tellImport } from '../tell.ts';
import { addCommand } from './common.ts';

export function addDocumentCommands(program: Command, exit: ExitCode): void {
  addAdd(program, exit);
  addRemove(program, exit);
  addImport(program, exit);
}

function addAdd(program: Command, exit: ExitCode): void {
  addCommand(
    program,
    'add <dir> <files...>',
    'copy files or folders into the workspace and keep their text',
  ).action(async (dir: string, files: string[], flags: CommonFlags) => {
    exit.value = await withSession(dir, flags, async ({ call, out }) => {
      const added = await call('document.addFiles', { paths: files.map((file) => resolve(file)) });
      out.result(added, () => tellAdded(added));
      return added.accepted === 0 ? 2 : 0;
    });
  });
}

function addRemove(program: Command, exit: ExitCode): void {
  addCommand(
    program,
    'remove <dir> <document>',
    'remove a document; says which labels then no longer resolve',
  )
    .option('--dry-run', 'say it without doing it')
    .action(async (dir: string, id: string, flags: CommonFlags & { dryRun?: boolean }) => {
      exit.value = await withSession(dir, flags, async ({ call, out }) => {
        const removed = await call('document.removeDocument', { id, dryRun: flags.dryRun });
        out.result(removed, () => [
          removed.removed ? `Removed ${id}.` : `${id} would be removed.`,
          ...removed.labels.map((label) => `  label of ${label.question}: ${label.says}`),
        ]);
      });
    });
}

type ImportFlags = CommonFlags & Omit<Input<'bank.importQuestions'>, 'path'>;

function addImport(program: Command, exit: ExitCode): void {
  addCommand(
    program,
    'import <dir> <path>',
    'import questions (jsonl), or documents and questions (a BEIR folder); exit 2 if nothing was accepted',
  )
    .addOption(
      new Option('--format <format>', 'what the path holds').choices(['jsonl', 'beir']).makeOptionMandatory(),
    )
    .option('--dry-run', 'preview: write nothing')
    .option('--strict', 'write nothing and exit 2 if any row is rejected')
    .addOption(
      new Option(
        '--require <rule>',
        'which evidence groups a question needs (default: any for qrels, all for spans)',
      ).choices(['any', 'all']),
    )
    .addOption(
      new Option('--unit <unit>', 'what span offsets count')
        .choices(['codepoint', 'utf16'])
        .default('codepoint'),
    )
    .addOption(
      new Option('--labels <kind>', 'what a BEIR import takes as evidence')
        .choices(['spans', 'qrels'])
        .default('spans'),
    )
    .option('--split <name>', 'which qrels/<name>.tsv (default: test, else the first)')
    .option('--collection <name>', 'name of the imported collection (default: the folder)')
    .option('--config <id>', 'config whose chunks the chunk ids in "expected" mean')
    .option('--by <name>', 'who marked the evidence (default: import)')
    .action(async (dir: string, path: string, flags: ImportFlags) => {
      exit.value = await withSession(dir, flags, async ({ call, out }) => {
        const { json: _json, quiet: _quiet, ...input } = flags;
        const report = await call('bank.importQuestions', { ...input, path: resolve(path) });
        out.result(report, () => tellImport(report));
        return report.accepted === 0 || (flags.strict === true && report.rejected.length > 0) ? 2 : 0;
      });
    });
}
