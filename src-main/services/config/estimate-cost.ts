// Prompt tokens and time of a run, from former runs where there are any, else from what its prompts would hold.
import type { Question } from '#contract/bank';
import type { Config } from '#contract/config';
import type { RunManifest } from '#contract/runs';
import type { RunSummary } from '#contract/scores';
import { estimateTokens } from '#domain/prompt/estimate-tokens';
import { renderSystem } from '#domain/prompt/specification';
import { hashValue } from '../hash.ts';
import type { ChunkEstimate } from './estimate-chunks.ts';

export interface Range {
  readonly low: number;
  readonly high: number;
}

export interface FormerRun {
  readonly manifest: RunManifest;
  readonly summary: RunSummary;
}

interface Told {
  readonly range: Range | null;
  readonly says: string;
}

/** The newest complete run of this very config, and the newest one that asked the same model. */
export function findFormer(
  manifests: readonly RunManifest[],
  config: Config,
  configHash: string,
  k: number,
): { readonly same: RunManifest | null; readonly sameModel: RunManifest | null } {
  const complete = manifests.filter(({ state }) => state === 'complete');
  const model = hashValue(config.model);
  return {
    same: complete.find((one) => one.versions.configHash === configHash && one.k === k) ?? null,
    sameModel: complete.find((one) => hashValue(one.config.model) === model) ?? null,
  };
}

/** What a chat format and the numbering add to a passage. */
const tokensPerPassage = 10;

/** Of all calls together: at least those of one call a question, at most those of every attempt. */
export function estimatePromptTokens(
  config: Config,
  k: number,
  questions: readonly Question[],
  chunkTokens: ChunkEstimate['chunkTokens'],
  former: FormerRun | null,
): Told {
  const most = config.model.provider === 'extractive' ? 1 : config.attempts;
  const n = questions.length;
  if (former && former.summary.calls.made > 0) {
    const { tokens, calls, runId } = former.summary;
    const each = tokens.prompt / calls.made;
    return {
      range: { low: Math.round(each * n), high: Math.round(each * n * most) },
      says: `Tokens: ${Math.round(each)} a call in run ${runId} of this config.`,
    };
  }
  if (chunkTokens === null) return { range: null, says: 'Tokens: not known before there are chunks.' };
  const fixed =
    estimateTokens(renderSystem(config.contract, config.prompt.system)) +
    questions.reduce((sum, { question }) => sum + estimateTokens(question), 0) / Math.max(1, n);
  const each = (chunk: number) =>
    Math.min(config.prompt.maxPromptTokens, Math.round(fixed + k * (chunk + tokensPerPassage)));
  return {
    range: { low: each(chunkTokens.low) * n, high: each(chunkTokens.high) * n * most },
    says: `Tokens: estimated from ${k} passages of ${chunkTokens.low} to ${chunkTokens.high} tokens (the middle half of the chunks); this config has not run yet.`,
  };
}

/** p50 to p95 of what a question took, several at a time. Building the index is not part of it. */
export function estimateSeconds(
  config: Config,
  questions: number,
  same: FormerRun | null,
  sameModel: FormerRun | null,
): Told {
  const former = same ?? sameModel;
  const step = same ? 'total' : 'ask';
  const { p50, p95 } = former?.summary.latency[step] ?? { p50: null, p95: null };
  if (former === null || p50 === null || p95 === null)
    return { range: null, says: 'Time: not known, for no complete run has asked this model yet.' };
  const together = Math.min(config.model.concurrency, Math.max(1, questions));
  const seconds = (ms: number) => (questions * ms) / together / 1000;
  const whose = same ? 'of this config' : `of config ${former.summary.config}, which asks the same model`;
  return {
    range: { low: seconds(p50), high: seconds(p95) },
    says: `Time: from ${Math.round(p50)} to ${Math.round(p95)} ms a question in run ${former.summary.runId} ${whose}, ${together} at a time; building an index comes on top.`,
  };
}
