// The steps one question goes through, in words: the source of docs/pipeline.md.

export interface PipelineStep {
  readonly number: number;
  readonly name: string;
  readonly where: string;
  readonly input: string;
  readonly success: string;
  readonly partialFailure: string;
}

export const pipelineSteps: readonly PipelineStep[] = [
  {
    number: 0,
    name: 'freeze',
    where: 'services/run/prepare-run.ts, freeze.ts',
    input: 'bank, documents, config, model, and the versions of Assay, Node and the system',
    success: 'runs/<id>/manifest.json is on disk with a hash of each',
    partialFailure:
      'Nothing is written: the command ends with the reason (a config with problems: exit 2; broken files: 3; no key or no model: 4; an endpoint that the policy or missing trust forbids: 2).',
  },
  {
    number: 1,
    name: 'index',
    where: 'services/index-service.ts, adapters/index/',
    input: "the documents' texts, the chunker, the analyzer",
    success: 'an index stands under the fingerprint of exactly these inputs',
    partialFailure:
      'A missing, stale or damaged index is built again in a child process, into a new folder that is renamed when whole; with --no-build the command ends with exit 3. An interrupted build leaves no index.',
  },
  {
    number: 2,
    name: 'retrieve',
    where: 'domain/retrieval/',
    input: "the question's text, the index",
    success: "item.retrieval: each retriever's list, the fused list, how many passages were selected",
    partialFailure:
      'An empty list is a fact, not an error: the item says so, and its stage is retriever: nothing-retrieved.',
  },
  {
    number: 3,
    name: 'render',
    where: 'domain/prompt/',
    input: 'the selected passages, the specification, the size of the window',
    success: 'item.prompt: the exact messages, and the passages in them, numbered from 1',
    partialFailure:
      'Passages that do not fit are dropped from the worst and listed in item.prompt.dropped. If none fits, or none was selected, the model is not called and the harness abstains.',
  },
  {
    number: 4,
    name: 'ask',
    where: 'services/run/ask-question.ts, adapters/model/',
    input: 'the messages, at most `attempts` times',
    success:
      'item.attempts with the raw text of each reply; item.answer from the first one that keeps the contract',
    partialFailure:
      'A reply that breaks the contract is kept with its one reason and the next attempt is made. A failed call (connection, time-out, 429, 5xx) ends the question as a provider error, kept out of every rate; the run goes on and ends partial (exit 4).',
  },
  {
    number: 5,
    name: 'append',
    where: 'adapters/files/run-store.ts',
    input: 'the item',
    success: 'one line of runs/<id>/items.jsonl, synced to disk, before the question counts as finished',
    partialFailure:
      'Killed in between, the item in flight is lost and nothing else: a torn last line is dropped, and run --resume asks only what is missing. A full disk stops the run with what to do.',
  },
  {
    number: 6,
    name: 'score',
    where: 'domain/checks/, domain/evaluate/',
    input: 'the item, the question with its labels, the documents',
    success:
      'scores-<labelHash>.json: found, grounded, correct, the stage with its detail, and the proof chain',
    partialFailure:
      'A label that does not resolve, or evidence the extracted text lacks, is kept out of the rates and counted apart (label, ingestion). Changing labels repeats this step and the next from the stored items.',
  },
  {
    number: 7,
    name: 'summarise',
    where: 'domain/evaluate/, services/run/read-run.ts',
    input: 'all items and scores of the run',
    success: "rates with k, n and 95 % interval, stages, calls, tokens, and the run's state said first",
    partialFailure: 'A figure that cannot be given is null, with the reason; never 0 and never NaN.',
  },
];
