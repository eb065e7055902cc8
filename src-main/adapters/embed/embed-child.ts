// Entry of the embedding child process: native inference stays out of the host, which a native abort would end.
import { AppError } from '#contract/failure';
import { serveChild } from '../process/serve-child.ts';
import { buildMiniLm } from './build-minilm.ts';
import { loadEmbedCore } from './embed-core.ts';
import type { BuildInput, EmbedInput, PreviewInput } from './embed-messages.ts';
import { loadPairCore } from './pairs/pair-core.ts';
import type { ScoreInput } from './pairs/pair-scorer.ts';
import { previewTokens } from './tokenizer/preview-tokens.ts';

interface Core {
  close(): Promise<void>;
}

type ModelInput = Pick<EmbedInput, 'folder' | 'variant' | 'modelHash' | 'threads'>;

let last: Promise<unknown> = Promise.resolve();

/** Runs one inference job after the other: two at once would share the same cores and finish no sooner. */
function enqueue<Value>(work: () => Promise<Value>): Promise<Value> {
  const next = last.then(work, work);
  last = next.catch(() => undefined);
  return next;
}

/**
 * Holds one model of a kind, the one used last: another would take its memory, and a run uses one that embeds and one that
 * scores pairs at most.
 */
function createHolder<Held extends Core>(
  load: (input: ModelInput) => Promise<Held>,
): (input: ModelInput) => Promise<Held> {
  let held: { readonly id: string; readonly core: Promise<Held> } | null = null;
  return async (input) => {
    const id = JSON.stringify([input.folder, input.variant, input.modelHash, input.threads ?? null]);
    if (held?.id === id) return held.core;
    const previous = held;
    held = null;
    await previous?.core.then((core) => core.close()).catch(() => undefined);
    const core = load(input);
    held = { id, core };
    try {
      return await core;
    } catch (error) {
      held = null;
      throw error;
    }
  };
}

const acquireEmbedder = createHolder(({ folder, variant, threads }) =>
  loadEmbedCore(folder, variant, { threads }),
);
const acquireScorer = createHolder(({ folder, variant, threads }) =>
  loadPairCore(folder, variant, { threads }),
);

serveChild({
  async embed(input, { signal, report }) {
    const job = input as EmbedInput;
    return enqueue(async () => {
      if (signal.aborted) throw new AppError('cancelled', 'Embedding was cancelled.');
      const core = await acquireEmbedder(job);
      return core.embed(job.texts, { signal, onProgress: (done) => report({ done }) });
    });
  },
  async scorePairs(input, { signal }) {
    const job = input as ScoreInput;
    return enqueue(async () => {
      if (signal.aborted) throw new AppError('cancelled', 'Scoring pairs was cancelled.');
      const core = await acquireScorer(job);
      return core.score(job.query, job.texts, { signal });
    });
  },
  async previewTokens(input) {
    const { folder, texts } = input as PreviewInput;
    return previewTokens(folder, texts);
  },
  async buildMiniLm(input, { signal, report }) {
    return buildMiniLm((input as BuildInput).folder, { signal, onProgress: report });
  },
});
