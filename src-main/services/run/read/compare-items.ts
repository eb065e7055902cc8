// Puts the questions of several runs side by side, and says in words what else than the config is not the same in all.
import type { Input, Output } from '#contract/api';
import { AppError } from '#contract/failure';
import type { RunManifest } from '#contract/runs';
import type { ComparisonRow } from '#contract/views';
import { listDifferences } from '#domain/config/list-differences';
import type { RunWorld } from '../world.ts';
import { rowOf } from './item-rows.ts';
import type { ReadRun } from './run-record.ts';

type Cell = ComparisonRow['cells'][number];

/** Throws invalid-input for a run named twice, not-found and stale as reading each run does. */
export async function compareItems(
  world: Pick<RunWorld, 'reader' | 'store'>,
  { runIds }: Input<'run.compareItems'>,
): Promise<Output<'run.compareItems'>> {
  const twice = runIds.find((runId, index) => runIds.indexOf(runId) !== index);
  if (twice !== undefined)
    throw new AppError('invalid-input', `Run ${twice} is named twice. Choose different runs.`);
  const runs: ReadRun[] = [];
  for (const runId of runIds) runs.push(await world.reader.read(runId));
  const bank = (await world.store.loadQuestions()).map(({ id }) => id);
  return {
    runs: runs.map(({ manifest, finished }) => ({
      runId: manifest.runId,
      config: manifest.config.id,
      configName: manifest.config.name,
      k: manifest.k,
      finished: finished.length,
      questions: manifest.questionIds.length,
    })),
    differs: tellDifferences(runs),
    fields: listDifferences(runs.map(({ manifest }) => withK(manifest))).map(({ path, values }) => ({
      path,
      values: [...values],
    })),
    rows: unionInOrder(bank, runs).map((id) => compareOne(id, runs)),
  };
}

/** The k a run was made with is what it selected, whatever its config says. Names are not what is compared. */
function withK({ config, k }: RunManifest): object {
  const { id: _id, name: _name, schemaVersion: _version, ...parts } = config;
  return { ...parts, select: { ...config.select, k } };
}

/** Questions of any of the runs: in the order of the bank, then those that left it, in the order of their run. */
function unionInOrder(bank: readonly string[], runs: readonly ReadRun[]): string[] {
  const asked = new Set(runs.flatMap(({ manifest }) => manifest.questionIds));
  return [...new Set([...bank.filter((id) => asked.has(id)), ...asked])].filter((id) =>
    runs.some(({ questionOf }) => questionOf.has(id)),
  );
}

function compareOne(id: string, runs: readonly ReadRun[]): ComparisonRow {
  const question = runs.flatMap(({ questionOf }) => questionOf.get(id) ?? [])[0];
  const cells = runs.map((run): Cell => {
    const score = run.scoreOf.get(id);
    if (!score) return null;
    const { questionId: _id, question: _question, tags: _tags, ...cell } = rowOf(run, score);
    return cell;
  });
  return {
    questionId: id,
    question: question?.question ?? id,
    tags: [...(question?.tags ?? [])],
    cells,
    change: changeOf(cells.map((cell) => cell?.correct ?? null)),
  };
}

/** Against the first: what is not judged in either says nothing. */
export function changeOf(correct: readonly (boolean | null)[]): ComparisonRow['change'] {
  const [first, ...others] = correct;
  const judged = others.filter((one) => one !== null);
  if (first === null || first === undefined || judged.length === 0) return 'unknown';
  const isBetter = !first && judged.some(Boolean);
  const isWorse = first && judged.some((one) => !one);
  if (isBetter) return judged.every(Boolean) ? 'improved' : 'mixed';
  if (isWorse) return judged.every((one) => !one) ? 'regressed' : 'mixed';
  return judged.length < others.length ? 'unknown' : 'same';
}

/** What makes a comparison of these runs say something else than which config is better. */
function tellDifferences(runs: readonly ReadRun[]): string[] {
  const manifests = runs.map(({ manifest }) => manifest);
  const isOne = (of: (run: ReadRun) => unknown) => new Set(runs.map(of)).size <= 1;
  const counts = manifests.map(({ questionIds }) => questionIds.length);
  return [
    isOne(({ manifest }) => manifest.versions.questionsHash)
      ? null
      : `The questions are not the same: ${tellQuestions(manifests, counts)}`,
    isOne(({ manifest }) => manifest.versions.corpusHash)
      ? null
      : 'The documents are not the same: some changed between these runs.',
    runs.every(({ isOfNow }) => isOfNow)
      ? null
      : 'The labels are not the same: some runs keep the scores of earlier labels, because their documents changed.',
    isOne(({ manifest }) => manifest.foundThreshold)
      ? null
      : `The threshold of found is not the same: ${manifests.map((one) => one.foundThreshold).join(', ')}.`,
    isOne(({ manifest }) => manifest.versions.metrics)
      ? null
      : `The metrics are of different versions: ${manifests.map((one) => one.versions.metrics).join(', ')}.`,
    runs.some(({ finished, manifest }) => finished.length < manifest.questionIds.length)
      ? `Not every run is finished: ${runs.map((run) => `${run.finished.length} of ${run.manifest.questionIds.length}`).join(', ')} questions.`
      : null,
  ].filter((line) => line !== null);
}

function tellQuestions(manifests: readonly RunManifest[], counts: readonly number[]): string {
  const [first, ...others] = manifests.map(({ questionIds }) => new Set(questionIds));
  const shared = [...(first ?? [])].filter((id) => others.every((ids) => ids.has(id))).length;
  const sizes = `${counts.join(', ')} questions, ${shared} of them in all runs`;
  return counts.every((count) => count === shared)
    ? `${sizes}, and the text of some changed.`
    : `${sizes}. Only those can be compared.`;
}
