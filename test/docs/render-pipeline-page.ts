// Renders docs/pipeline.md from the table of steps.
import { pipelineSteps } from '../../src-main/contract/pipeline.ts';

export function renderPipelinePage(): string {
  const sections = pipelineSteps.map(
    (step) =>
      `## ${step.number}. ${step.name}\n\n- **Input:** ${step.input}\n- **Success:** ${step.success}\n- **Partial failure:** ${step.partialFailure}\n- **Where:** ${step.where}\n`,
  );
  return `# How one question flows\n\nGenerated from \`src-main/contract/pipeline.ts\`. Each step adds to the item and rewrites nothing: items are facts, scores are opinions that can be recomputed.\n\n${sections.join('\n')}`;
}
