// Commands about the workspace as a whole: init, validate, trust, config show.
import type { Command } from 'commander';
import { problemText } from '#services/validate';
import { collect } from '../parse.ts';
import type { ExitCode } from '../program.ts';
import { withSession, type CommonFlags } from '../session.ts';
import { addCommand } from './common.ts';

export function addWorkspaceCommands(program: Command, exit: ExitCode): void {
  addInit(program, exit);
  addValidate(program, exit);
  addTrust(program, exit);
  addConfigShow(program, exit);
}

function addInit(program: Command, exit: ExitCode): void {
  addCommand(program, 'init <dir>', 'create a workspace with the default configs')
    .option('--sample', 'with the sample documents and question bank')
    .option('--name <name>', 'name of the workspace (default: the folder)')
    .option('--language <codes>', 'languages of the documents, such as es,en', collect)
    .action(
      async (dir: string, flags: CommonFlags & { sample?: boolean; name?: string; language?: string[] }) => {
        exit.value = await withSession(dir, flags, async ({ call, out }) => {
          const made = await call('workspace.create', {
            sample: flags.sample,
            name: flags.name,
            languages: flags.language,
          });
          out.result(made, () => [
            `Workspace "${made.name}" created in ${dir}: ${made.documents} documents, ${made.questions} questions, configs ${made.configs.join(', ')}.`,
            made.questions > 0
              ? `Next: assay run ${dir} --config ${made.configs[0] ?? 'tfidf'}`
              : `Next: assay add ${dir} FILE...`,
          ]);
        });
      },
    );
}

function addValidate(program: Command, exit: ExitCode): void {
  addCommand(
    program,
    'validate <dir>',
    'check every file of the workspace and every label; exit 3 on errors',
  ).action(async (dir: string, flags: CommonFlags) => {
    exit.value = await withSession(dir, flags, async ({ call, out }) => {
      const report = await call('workspace.validateFiles', {});
      out.result(report, () => [
        `${report.errors} errors, ${report.warnings} warnings`,
        ...report.problems.map((problem) => `  ${problem.severity ?? 'error'}  ${problemText(problem)}`),
      ]);
      return report.errors > 0 ? 3 : 0;
    });
  });
}

function addTrust(program: Command, exit: ExitCode): void {
  addCommand(
    program,
    'trust <dir>',
    'accept the endpoints and templates a workspace from elsewhere names',
  ).action(async (dir: string, flags: CommonFlags) => {
    exit.value = await withSession(dir, flags, async ({ call, out, root }) => {
      const { accepted, trusted } = await call('workspace.trustFolder', {});
      out.result({ trusted, root, accepted }, () => [
        `${root} is trusted.`,
        ...accepted.map((name) => `  config ${name.config} may use the ${name.kind} ${name.value}`),
      ]);
    });
  });
}

function addConfigShow(program: Command, exit: ExitCode): void {
  const config = program.command('config').description('look at configs');
  addCommand(
    config,
    'show <dir> [id]',
    'one config with every default filled in, or the list of them',
  ).action(async (dir: string, id: string | undefined, flags: CommonFlags) => {
    exit.value = await withSession(dir, flags, async ({ call, out }) => {
      if (id === undefined) {
        const { configs } = await call('config.listConfigs', {});
        out.result({ configs }, () =>
          configs.map(
            (each) => `${each.id}  ${each.name}${each.problem === null ? '' : `  PROBLEM: ${each.problem}`}`,
          ),
        );
        return configs.some((each) => each.problem !== null) ? 3 : 0;
      }
      const shown = await call('config.getConfig', { id });
      out.result(shown, () => [JSON.stringify(shown.complete, null, 2), `hash ${shown.hash}`]);
      return 0;
    });
  });
}
