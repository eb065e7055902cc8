// Renders docs/metrics.md from the registry of metrics and the list of checks.
import { checks } from '../../src-main/domain/checks/checks.ts';
import { metrics } from '../../src-main/domain/metrics/metrics.ts';

export function renderMetricsPage(): string {
  const sections = metrics.map((metric) => {
    const name = metric.needsK ? `${metric.name}@k` : metric.name;
    const mean = metric.meanName === metric.name ? '' : ` (mean: ${metric.meanName})`;
    return `## ${name}${mean}\n\n${metric.title}. ${metric.summary}\n\n- **Formula:** ${metric.formula}\n- **Range:** ${metric.range}\n- **Definition of:** ${metric.source}\n`;
  });
  const checkSections = checks.map(
    (check) =>
      `### ${check.name}\n\n${check.summary}\n\n${check.reasons.map(({ reason, meaning }) => `- \`${reason}\`: ${meaning}`).join('\n')}\n`,
  );
  return `# Metrics and checks\n\nGenerated from \`src-main/domain/metrics\` and \`src-main/domain/checks\`.\n\n${sections.join('\n')}\n## The three checks\n\n${checkSections.join('\n')}`;
}
