// What a reply typed by hand would have been worth: read, checked and scored as a run does it, and stored nowhere.
import type { Input, Output } from '#contract/api';
import type { Question } from '#contract/bank';
import { AppError } from '#contract/failure';
import type { Item } from '#contract/items';
import { readReply } from '#domain/checks/read-reply';
import type { CutCorpus } from '../../chunks/cut-corpus.ts';
import type { RunStore, WorkspaceStore } from '../../ports.ts';
import type { ItemReader } from '../ports.ts';
import { openScorer } from '../score-run.ts';

export interface TryWorld {
  readonly cut: CutCorpus;
  readonly store: WorkspaceStore;
  readonly runs: RunStore;
  readonly items: ItemReader;
}

/** Throws not-found for a question the run has not finished, stale where its documents are other ones by now. */
export async function tryReply(
  world: TryWorld,
  { runId, questionId, reply }: Input<'run.tryReply'>,
): Promise<Output<'run.tryReply'>> {
  const manifest = await world.runs.loadManifest(runId);
  const { item, question } = await findItem(world, runId, questionId);
  const corpus = await world.store.loadCorpus();
  if (corpus.hash !== manifest.versions.corpusHash)
    throw new AppError(
      'stale',
      `The documents changed since run ${runId}: what its passages prove cannot be checked any more. Start a new run to try replies.`,
    );
  const reading = readReply({
    reply,
    finishReason: null,
    refused: false,
    contract: manifest.config.contract,
    passages: item.prompt.passages,
  });
  const { answer, violation, recovered } = reading;
  const tried: Item = {
    ...item,
    attempts: [
      {
        ...{ attempt: 1, reply, finishReason: null, violation, recovered, elapsedMs: 0 },
        usage: { promptTokens: null, completionTokens: null },
      },
    ],
    answeredBy: answer === null ? 'nobody' : 'model',
    answer,
    providerError: null,
  };
  const scorer = await openScorer(manifest, corpus, world.cut);
  return { violation, recovered, answer, score: scorer.score(tried, question) };
}

/** One finished item with its question. Throws not-found. */
export async function findItem(
  world: Pick<TryWorld, 'store' | 'items'>,
  runId: string,
  questionId: string,
): Promise<{ readonly item: Item; readonly question: Question }> {
  const item = await world.items.find(runId, questionId);
  const question = (await world.store.loadQuestions()).find(({ id }) => id === questionId);
  if (item && question) return { item, question };
  throw new AppError(
    'not-found',
    item
      ? `The question "${questionId}" is not in the bank any more: run ${runId} has an item of it that cannot be scored.`
      : `Run ${runId} has no finished item for the question "${questionId}".`,
  );
}
