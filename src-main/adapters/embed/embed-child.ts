// Entry of the embedding child process: native inference stays out of the host, which a native abort would end.
import { AppError } from '#contract/failure';
import { serveChild } from '../process/serve-child.ts';
import { buildMiniLm } from './build-minilm.ts';
import { loadEmbedCore, type EmbedCore } from './embed-core.ts';
import type { BuildInput, EmbedInput, PreviewInput } from './embed-messages.ts';
import { previewTokens } from './tokenizer/preview-tokens.ts';

interface Held {
  readonly id: string;
  readonly core: Promise<EmbedCore>;
}

// One model at a time: a second would double the memory, and a run uses one.
let held: Held | null = null;
let last: Promise<unknown> = Promise.resolve();

/** Runs one inference job after the other: two at once would share the same cores and finish no sooner. */
function enqueue<Value>(work: () => Promise<Value>): Promise<Value> {
  const next = last.then(work, work);
  last = next.catch(() => undefined);
  return next;
}

async function acquire(input: EmbedInput): Promise<EmbedCore> {
  const id = JSON.stringify([input.folder, input.variant, input.modelHash, input.threads ?? null]);
  if (held?.id === id) return held.core;
  const previous = held;
  held = null;
  await previous?.core.then((core) => core.close()).catch(() => undefined);
  const core = loadEmbedCore(input.folder, input.variant, { threads: input.threads });
  held = { id, core };
  try {
    return await core;
  } catch (error) {
    held = null;
    throw error;
  }
}

serveChild({
  async embed(input, { signal, report }) {
    const job = input as EmbedInput;
    return enqueue(async () => {
      if (signal.aborted) throw new AppError('cancelled', 'Embedding was cancelled.');
      const core = await acquire(job);
      return core.embed(job.texts, { signal, onProgress: (done) => report({ done }) });
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
