// Turns results into lines for people: numbers with their n and interval, state first.
import type { Output } from '#contract/api';
import type { Rate, RunSummary } from '#contract/scores';
import type { ImportReport, ItemRow } from '#contract/views';

const rowsShown = 20;

/** `9 of 12 (75.0 %, 95 % interval 46.8-91.1 %)` */
export function tellRate(rate: Rate): string {
  if (rate.rate === null || rate.low === null || rate.high === null)
    return 'not scoreable (no question to judge)';
  return `${rate.k} of ${rate.n} (${percent(rate.rate)} %, 95 % interval ${percent(rate.low)}-${percent(rate.high)} %)`;
}

function percent(share: number): string {
  return (100 * share).toFixed(1);
}

export function tellSummary(summary: RunSummary): string[] {
  const { stages, excluded, tokens, calls, retrieval } = summary;
  const metric = (name: string) => retrieval[name]?.toFixed(3) ?? 'not judged';
  const details = Object.entries(summary.details).map(([name, count]) => `${name} ${count}`);
  const out = Object.entries(excluded).filter(([, count]) => count > 0);
  return [
    `${summary.stateReason ?? `complete: ${summary.questions} questions`}`,
    ...tellRemedy(summary),
    `run ${summary.runId}, config ${summary.config}, k = ${summary.k}`,
    `  found     ${tellRate(summary.found)}`,
    `  grounded  ${tellRate(summary.grounded)}`,
    `  correct   ${tellRate(summary.correct)}`,
    `  correct where found ${tellRate(summary.correctGivenFound)}; where not found ${tellRate(summary.correctGivenNotFound)}`,
    `  stages    correct ${stages.correct}, retriever ${stages.retriever}, context ${stages.context}, format ${stages.format}, reading ${stages.reading}`,
    ...(details.length > 0 ? [`            ${details.join(', ')}`] : []),
    ...(out.length > 0
      ? [`  kept out of the rates: ${out.map(([kind, count]) => `${kind} ${count}`).join(', ')}`]
      : []),
    ...(summary.unjudged > 0
      ? [`  without a verdict: ${summary.unjudged} (no accepted answers or no evidence)`]
      : []),
    `  ${summary.couldWin.says}`,
    `  ${summary.identity.says}`,
    `  retrieval recall@1 ${metric('recall@1')}, recall@3 ${metric('recall@3')}, recall@5 ${metric('recall@5')}, recall@10 ${metric('recall@10')}, mrr ${metric('mrr')}, ndcg@10 ${metric('ndcg@10')}`,
    `  calls ${calls.made}; ${calls.says}`,
    `  tokens ${tokens.prompt} prompt, ${tokens.completion} completion${tokens.estimated ? ' (estimated)' : ''}; ${(summary.elapsedMs / 1000).toFixed(1)} s`,
    ...summary.warnings.map((warning) => `  note: ${warning}`),
  ];
}

/** The command that mends a run that is not complete. */
function tellRemedy({ stateRemedy, runId }: RunSummary): string[] {
  if (stateRemedy === 'resume') return [`Go on with: assay run DIR --resume ${runId}`];
  return stateRemedy === 'retry'
    ? [`Ask them again with: assay run DIR --resume ${runId} --retry-errors`]
    : [];
}

/** Several runs side by side, one line each. */
export function tellRuns(summaries: readonly RunSummary[]): string[] {
  const cell = (rate: Rate) => `${rate.k}/${rate.n}`;
  const rows = summaries.map((summary) => [
    summary.config,
    String(summary.k),
    cell(summary.found),
    cell(summary.grounded),
    cell(summary.correct),
    String(summary.tokens.prompt),
    summary.stateReason?.split(':')[0] ?? summary.state,
    summary.runId,
  ]);
  return [
    '',
    ...table(['config', 'k', 'found', 'grounded', 'correct', 'prompt tokens', 'state', 'run'], rows),
  ];
}

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const widths = head.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd();
  return [line(head), ...rows.map(line)];
}

export function tellFailures(rows: readonly ItemRow[]): string[] {
  const failed = rows.filter((row) => row.stage !== 'correct');
  if (failed.length === 0) return [];
  const shown = failed
    .slice(0, rowsShown)
    .map(
      (row) =>
        `  ${row.questionId}  ${row.question}\n      ${row.says}${row.rank === null ? '' : `; first gold at rank ${row.rank}`}`,
    );
  const more =
    failed.length > rowsShown
      ? [`  ... and ${failed.length - rowsShown} more: assay runs show DIR RUN --json`]
      : [];
  return ['', 'What failed, and whose fault it is:', ...shown, ...more];
}

export function tellImport(report: ImportReport): string[] {
  const place = (row: { file: string; line: number | null; id: string | null }) =>
    `${row.file}${row.line === null ? '' : `:${row.line}`}${row.id === null ? '' : ` (${row.id})`}`;
  const list = (
    rows: readonly { file: string; line: number | null; id: string | null; reason: string }[],
  ) => [
    ...rows.slice(0, rowsShown).map((row) => `    ${place(row)}: ${row.reason}`),
    ...(rows.length > rowsShown ? [`    ... and ${rows.length - rowsShown} more (--json lists all)`] : []),
  ];
  return [
    `${report.accepted} of ${report.rows} rows accepted${tellUnwritten(report)}`,
    `  questions: ${report.added} added, ${report.updated} updated, ${report.unchanged} unchanged`,
    ...(report.collection === null
      ? []
      : [
          `  documents: ${report.documents} in the collection "${report.collection}", ${report.documentsAdded} written`,
        ]),
    ...(report.rejected.length > 0
      ? [`  rejected: ${report.rejected.length}`, ...list(report.rejected)]
      : []),
    ...(report.notes.length > 0 ? [`  to know: ${report.notes.length}`, ...list(report.notes)] : []),
  ];
}

function tellUnwritten(report: ImportReport): string {
  if (report.written) return '';
  return report.dryRun ? ' (preview: nothing was written)' : ' (strict: nothing was written)';
}

export function tellAdded(value: Output<'document.addFiles'>): string[] {
  return [
    `${value.accepted} of ${value.files} files accepted`,
    ...value.results.map((result) => {
      const warnings = result.warnings.map((warning) => `\n    warning: ${warning}`).join('');
      return result.outcome === 'rejected'
        ? `  rejected   ${result.path}: ${result.reason ?? ''}`
        : `  ${result.outcome.padEnd(9)}  ${result.id ?? ''}  ${result.characters} characters  ${result.path}${warnings}`;
    }),
    ...value.labels.map((label) => `  label of ${label.question}: ${label.says}`),
  ];
}

export function tellHits(hits: Output<'retrieval.searchChunks'>['hits']): string[] {
  if (hits.length === 0)
    return [
      'No passage: no word of the query stands in the index, every one of its words stands in all chunks (plain idf weighs those 0; try "idf": "smooth"), or none passed minScore.',
    ];
  return hits.flatMap((hit) => {
    const legs = Object.entries(hit.ranks).map(
      ([leg, rank]) => `${leg} ${rank} (${hit.scores[leg]?.toFixed(4) ?? ''})`,
    );
    return [
      `${hit.position}. ${hit.score.toFixed(4)}  ${hit.chunkId}  [${hit.start}, ${hit.end})  ${[...legs, ...whereOf(hit)].join(', ')}`,
      `   ${hit.text.replace(/\s+/g, ' ').slice(0, 240)}`,
    ];
  });
}

function whereOf(hit: Output<'retrieval.searchChunks'>['hits'][number]): string[] {
  return [
    ...(hit.page === null ? [] : [`page ${hit.page}`]),
    ...(hit.headings.length > 0 ? [hit.headings.join(' > ')] : []),
  ];
}
