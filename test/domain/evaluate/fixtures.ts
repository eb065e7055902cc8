// Items, configs and scores for the tests of evaluation.
import type { Config, ConfigFile } from '#contract/config';
import type { Answer, Attempt, FormatDetail, Hit, Item, Passage } from '#contract/items';
import type { Score } from '#contract/scores';
import { completeConfig } from '#domain/config/complete-config';

/** The documents that the items below retrieve. */
export const texts: Readonly<Record<string, string>> = {
  d: 'You have 14 days, in shops and online.',
  e: 'Nothing of 30 days here.',
  f: 'Other.',
};

export function config(fields: Partial<ConfigFile> = {}): Config {
  return completeConfig({
    schemaVersion: 1,
    id: 'c',
    chunker: { kind: 'document' },
    retrievers: [{ kind: 'tfidf' }],
    contract: { kind: 'json' },
    model: { provider: 'scripted', replies: 'bank' },
    ...fields,
  });
}

export function answer(text: string, ...citations: number[]): Answer {
  return { text, abstained: false, citations, sources: [] };
}

export const abstention: Answer = { text: "I don't know", abstained: true, citations: [], sources: [] };

export function attempt(fields: Partial<Attempt> = {}): Attempt {
  return {
    attempt: 1,
    reply: 'reply',
    finishReason: 'stop',
    violation: null,
    recovered: null,
    usage: { promptTokens: null, completionTokens: null },
    elapsedMs: 1,
    ...fields,
  };
}

export function violated(reason: FormatDetail, fields: Partial<Attempt> = {}): Attempt {
  return attempt({ violation: { reason, message: `because of ${reason}` }, ...fields });
}

/** One whole document per place, best first; chunk ids `<documentId>#1`. */
export function hits(...documentIds: readonly string[]): Hit[] {
  return documentIds.map((documentId, index) => ({
    position: index + 1,
    score: 1 / (index + 1),
    chunkId: `${documentId}#1`,
    documentId,
    start: 0,
    end: 100,
    ranks: {},
    scores: {},
  }));
}

export function passages(...documentIds: readonly string[]): Passage[] {
  return hits(...documentIds).map(({ chunkId, documentId, start, end }, index) => ({
    number: index + 1,
    chunkId,
    documentId,
    start,
    end,
    text: texts[documentId] ?? '',
  }));
}

interface ItemFields extends Partial<Omit<Item, 'retrieval' | 'prompt'>> {
  /** Documents in the final list, best first, and how many of them were selected. */
  readonly ranked?: readonly string[];
  readonly selected?: number;
  readonly legs?: Readonly<Record<string, readonly string[]>>;
  /** Documents of the passages as sent; default: the selected ones. */
  readonly sent?: readonly string[];
  readonly dropped?: readonly string[];
  readonly words?: number;
}

/** An item whose model answers `14 days` from passage 1, unless told otherwise. */
export function item(fields: ItemFields = {}): Item {
  const { ranked = ['d', 'e', 'f'], legs, dropped = [], words = 10, selected, sent, ...facts } = fields;
  const cut = selected ?? Math.min(3, ranked.length);
  const shown = sent ?? ranked.slice(0, cut);
  return {
    questionId: 'q',
    retrieval: {
      legs: Object.entries(legs ?? { tfidf: ranked }).map(([retriever, ids]) => ({
        retriever,
        hits: ids.map((id) => ({ chunkId: `${id}#1`, score: 1 })),
      })),
      ranked: hits(...ranked),
      selected: cut,
    },
    prompt: {
      messages: shown.length === 0 ? [] : [{ role: 'user', content: 'word '.repeat(words) }],
      passages: passages(...shown),
      dropped: [...dropped],
      estimatedTokens: 40,
      limitTokens: 4000,
    },
    attempts: [attempt()],
    answeredBy: 'model',
    answer: answer('14 days', 1),
    providerError: null,
    timings: { retrieveMs: 2, promptMs: 1, askMs: 10 },
    at: '2026-01-01T00:00:00.000Z',
    ...facts,
  };
}

const passed = { pass: true, reasons: [] };

/** The score of a question answered right on evidence at rank 1. */
export function score(fields: Partial<Score> = {}): Score {
  return {
    questionId: 'q',
    answerable: true,
    excluded: null,
    found: true,
    foundSelected: true,
    format: passed,
    grounded: passed,
    correct: passed,
    correctIfRecovered: passed,
    stage: 'correct',
    detail: null,
    unjudged: null,
    flags: [],
    firstBroken: null,
    proof: [],
    rank: 1,
    legRanks: {},
    metrics: { rr: 1, 'success@3': 1 },
    legMetrics: {},
    ...fields,
  };
}
