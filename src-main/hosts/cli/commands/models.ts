// Commands about the models that embed or score pairs: models list, build, add, test.
import { resolve } from 'node:path';
import type { Command } from 'commander';
import type { ModelRow, ModelTestResult } from '#contract/models';
import type { ExitCode } from '../program.ts';
import { withSession, type CommonFlags } from '../session.ts';
import { addCommand } from './common.ts';

export function addModelCommands(program: Command, exit: ExitCode): void {
  const models = program
    .command('models')
    .description('embedding models and cross-encoders of this user, shared by all workspaces');
  addCommand(models, 'list', 'the models, and what is wrong with any').action(async (flags: CommonFlags) => {
    exit.value = await withSession('.', flags, async ({ call, out }) => {
      const listed = await call('model.listModels', {});
      out.result(listed, () => listed.models.map(tellModel));
    });
  });
  addCommand(
    models,
    'build [name]',
    'build all-MiniLM-L6-v2 (fp32 and int8) from the weights Assay is installed with',
  ).action(async (name: string | undefined, flags: CommonFlags) => {
    exit.value = await withSession('.', flags, async ({ call, out }) => {
      const built = await call('model.buildModel', { name });
      out.result(built, () => [tellModel(built)]);
    });
  });
  addCommand(models, 'add <folder>', 'add a folder with an ONNX export; nothing is downloaded')
    .option('--name <name>', 'name of the model (default: the folder)')
    .action(async (folder: string, flags: CommonFlags & { name?: string }) => {
      exit.value = await withSession('.', flags, async ({ call, out }) => {
        const isFolder = !/^[\w.-]+\/[\w.-]+$/.test(folder) || folder.startsWith('.');
        const added = await call('model.addModel', {
          path: isFolder ? resolve(folder) : folder,
          name: flags.name,
        });
        out.result(added, () => [tellModel(added)]);
      });
    });
  addCommand(
    models,
    'test <name>',
    'try a model on three short texts: what belongs together must come out nearer',
  ).action(async (name: string, flags: CommonFlags) => {
    exit.value = await withSession('.', flags, async ({ call, out }) => {
      const tested = await call('model.testModel', { name });
      out.result(tested, () => tellTest(tested));
    });
  });
}

function tellTest({ name, kind, variant, dims, elapsedMs, related, unrelated }: ModelTestResult): string[] {
  const [near, far] = [related.toFixed(4), unrelated.toFixed(4)];
  const took = `${Math.round(elapsedMs)} ms`;
  return kind === 'embedding'
    ? [
        `${name} (${variant}): ${dims} dimensions, ${took}`,
        `cosine of two texts that mean the same ${near}, of two that do not ${far}`,
      ]
    : [
        `${name} (${variant}): cross-encoder, ${took}`,
        `score of a question with a text that answers it ${near}, with one about something else ${far}`,
      ];
}

function tellModel(model: ModelRow): string {
  const size = model.bytes > 0 ? `, ${(model.bytes / 1e6).toFixed(0)} MB` : '';
  return `${model.name}  ${model.kind}  ${model.state}${model.problem === null ? '' : `: ${model.problem}`}  ${model.variants.join(', ')}${size}`;
}
