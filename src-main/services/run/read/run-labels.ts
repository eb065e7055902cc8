// The questions of a run as the bank has them now, and the hash of their labels; worked out once per state of the bank.
import type { Question } from '#contract/bank';
import type { RunManifest } from '#contract/runs';
import { hashLabels } from '../freeze.ts';

export interface RunLabels {
  /** Those still in the bank, in the run's order. */
  readonly questions: readonly Question[];
  readonly byId: ReadonlyMap<string, Question>;
  /** How many are no longer in the bank. */
  readonly gone: number;
  readonly labelHash: string;
}

export type LabelsOf = (manifest: RunManifest, bank: readonly Question[]) => RunLabels;

/** Hashing ten thousand labels takes a while: runs over the same questions share the work while the bank stays the same. */
export function createRunLabels(): LabelsOf {
  const known = new WeakMap<readonly Question[], Map<string, RunLabels>>();
  return (manifest, bank) => {
    const ofBank = known.get(bank) ?? new Map<string, RunLabels>();
    known.set(bank, ofBank);
    const key = `${manifest.versions.questionsHash} ${manifest.foundThreshold} ${manifest.questionIds.length}`;
    const labels = ofBank.get(key) ?? labelsOf(manifest, bank);
    ofBank.set(key, labels);
    return labels;
  };
}

function labelsOf(manifest: RunManifest, bank: readonly Question[]): RunLabels {
  const all = new Map(bank.map((question) => [question.id, question]));
  const questions = manifest.questionIds.flatMap((id) => all.get(id) ?? []);
  return {
    questions,
    byId: new Map(questions.map((question) => [question.id, question])),
    gone: manifest.questionIds.length - questions.length,
    labelHash: hashLabels(questions, manifest.foundThreshold),
  };
}
