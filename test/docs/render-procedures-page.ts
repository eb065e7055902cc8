// Renders docs/procedures.md from the contract's table.
import { procedures } from '../../src-main/contract/api.ts';

export function renderProceduresPage(): string {
  const rows = Object.entries(procedures).map(([name, procedure]) => {
    const fields = Object.entries(procedure.input.properties as Record<string, unknown>).map(([field]) => {
      const required = (procedure.input as { required?: string[] }).required?.includes(field) ?? false;
      return `\`${field}\`${required ? '' : '?'}`;
    });
    return `| \`${name}\` | ${procedure.kind} | ${procedure.summary} | ${fields.join(', ') || 'none'} | ${procedure.topics.join(', ')} |`;
  });
  return `# Procedures\n\nGenerated from \`src-main/contract/api.ts\`. Every host calls these through one \`dispatch\`: \`assay call NAME --input FILE\`, \`POST /api/NAME\`, or the window's \`assay.call(NAME, input)\`. A query reads its topics; a command touches them.\n\n| procedure | kind | what it does | input | topics |\n|---|---|---|---|---|\n${rows.join('\n')}\n`;
}
