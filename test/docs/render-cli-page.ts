// Renders docs/cli.md from the command line's own help.
import { allCommands, createProgram } from '../../src-main/hosts/cli/program.ts';

export function renderCliPage(): string {
  const program = createProgram({ value: 0 });
  let main = '';
  program.configureOutput({ writeOut: (text) => (main += text) }).outputHelp();
  const commands = allCommands(program).filter((command) => command.commands.length === 0);
  const sections = commands.map((command) => {
    const parent = command.parent === program ? '' : `${command.parent?.name() ?? ''} `;
    return `## assay ${parent}${command.name()}\n\n\`\`\`\n${command.helpInformation().trim()}\n\`\`\`\n`;
  });
  return `# Command line\n\nGenerated from the commands' own help.\n\n\`\`\`\n${main.trim()}\n\`\`\`\n\n${sections.join('\n')}`;
}
