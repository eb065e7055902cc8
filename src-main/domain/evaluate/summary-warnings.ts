// What a reader of a summary must mind, in plain sentences.
import type { Config } from '#contract/config';
import type { MeasuredSummary } from '#contract/scores';

/** Below this many questions one of them weighs too much to read a rate without its interval. */
const fewQuestions = 30;

export function collectWarnings(
  summary: Omit<MeasuredSummary, 'warnings'>,
  config: Config,
): readonly string[] {
  return [
    ...warnOfFew(summary.scoreable),
    ...warnOfExcluded(summary),
    ...warnOfUnjudged(summary),
    ...warnOfRetriever(summary),
    ...warnOfTruncation(summary),
    ...warnOfRetries(config),
  ];
}

function warnOfFew(scoreable: number): readonly string[] {
  if (scoreable === 0) return ['No question is scoreable: no rate says anything.'];
  if (scoreable >= fewQuestions) return [];
  const weight = Number((100 / scoreable).toFixed(1));
  const subject = scoreable === 1 ? '1 scoreable question' : `${scoreable} scoreable questions`;
  return [`Only ${subject}: one weighs ${weight} %. Read the intervals, not the rates.`];
}

function warnOfExcluded({ excluded }: Pick<MeasuredSummary, 'excluded'>): readonly string[] {
  const parts = Object.entries(excluded).flatMap(([kind, count]) => (count > 0 ? [`${count} ${kind}`] : []));
  if (parts.length === 0) return [];
  return [`Kept out of the denominators, not the assistant's fault: ${parts.join(', ')}.`];
}

function warnOfUnjudged({
  unjudged,
  noGold,
}: Pick<MeasuredSummary, 'unjudged' | 'noGold'>): readonly string[] {
  const warnings: string[] = [];
  if (noGold > 0) warnings.push(`${count(noGold)} without evidence: kept out of found and of retrieval.`);
  if (unjudged > 0) warnings.push(`${count(unjudged)} without a stage: the label does not allow a verdict.`);
  return warnings;
}

function warnOfRetriever({ stages }: Pick<MeasuredSummary, 'stages'>): readonly string[] {
  const { retriever } = stages;
  const others = stages.context + stages.format + stages.reading;
  if (retriever <= others) return [];
  const failures = retriever + others;
  return [
    `Retrieval fails most (${retriever} of ${failures} failures): changing the prompt or the model cannot mend it.`,
  ];
}

function warnOfTruncation({ flags }: Pick<MeasuredSummary, 'flags'>): readonly string[] {
  const cut = flags['truncated-by-server'] ?? 0;
  if (cut === 0) return [];
  return [
    `The server cut the prompt of ${count(cut)}: enlarge its context window or lower prompt.maxPromptTokens.`,
  ];
}

function warnOfRetries({ model, attempts }: Config): readonly string[] {
  if (model.provider !== 'openai-compatible' || model.temperature > 0 || attempts === 1) return [];
  return [
    `At temperature 0 the same messages give the same reply: ${attempts} attempts only cost more. Set attempts to 1, or a temperature above 0.`,
  ];
}

function count(questions: number): string {
  return questions === 1 ? '1 question' : `${questions} questions`;
}
