// Documents cut by a language model: blocks, carried pieces, refused replies, and that no text is cut twice.
import { expect, test } from 'vitest';
import type { Corpus } from '#contract/documents';
import { completeConfig } from '#domain/config/complete-config';
import { cutWithModel, type ModelChunker, type ModelChunkWorld } from '#services/chunks/model-chunks';
import type { CutDocument } from '#services/chunks/slice-cache';
import type { ModelReply } from '#services/model-ports';
import { serverModel } from '../../adapters/model/model-fixtures.ts';

const paragraphs = Array.from(
  { length: 8 },
  (_, n) => `Paragraph ${n} says thing ${n}. It says no more than that.`,
);
const text = paragraphs.join('\n\n');

function corpusOf(...texts: string[]): Corpus {
  const documents = texts.map((each, index) => ({
    id: `d${index}`,
    title: null,
    text: each,
    textHash: `hash of ${each}`,
    language: 'en',
    path: null,
    mediaType: 'text/plain',
    collection: null,
    pages: [],
    headings: [],
    metadata: {},
    warnings: [],
  }));
  return { documents, hash: 'h' };
}

function chunkerOf(more: object): ModelChunker {
  const { chunker } = completeConfig({
    schemaVersion: 1,
    id: 'c',
    chunker: { kind: 'llm', blockTokens: 50, carry: 1, ...more },
    retrievers: [{ kind: 'tfidf' }],
    contract: { kind: 'json' },
    model: { provider: 'extractive' },
  });
  return chunker as ModelChunker;
}

function worldOf(answer: (block: string, call: number) => string | null) {
  const kept = new Map<string, CutDocument>();
  const asked: string[] = [];
  const world: ModelChunkWorld = {
    cache: {
      load: async (key) => kept.get(key) ?? null,
      async save(key, cut) {
        kept.set(key, cut);
      },
    },
    embedder: {} as ModelChunkWorld['embedder'],
    openModel: async () => ({
      model: serverModel(1),
      hash: 'model',
      chat: {
        async ask({ messages }): Promise<ModelReply> {
          const block = messages[1]?.content ?? '';
          asked.push(block);
          const reply = answer(block, asked.length);
          if (reply === null) return { ok: false, error: { kind: 'timeout', message: 'Too slow.' } };
          const usage = { promptTokens: 1, completionTokens: 1 };
          return { ok: true, reply, finishReason: 'stop', usage, refused: false };
        },
      },
    }),
  };
  return { world, asked, kept };
}

const bySentence = (block: string) => JSON.stringify({ pieces: block.split(/(?<=\.)\s+/) });
const cutOf = (
  result: { slices: ReadonlyMap<string, readonly { start: number; end: number }[]> },
  id = 'd0',
) => result.slices.get(id)?.map(({ start, end }) => text.slice(start, end));

test('every piece becomes a chunk once, and the last of a block opens the next', async () => {
  const { world, asked } = worldOf(bySentence);
  const result = await cutWithModel(corpusOf(text), chunkerOf({}), 'auto', world, {});
  expect(cutOf(result)).toEqual(text.split(/(?<=\.)\s+/));
  expect(asked.length).toBeGreaterThan(2);
  for (const [index, block] of asked.slice(1).entries())
    expect(block.startsWith(asked[index]?.split(/(?<=\.)\s+/).at(-1) ?? '?')).toBe(true);
  expect(result.warnings).toEqual([]);
});

test('a reply that changes the text is asked for once more, then refused by name, and the rest goes on', async () => {
  const { world, asked } = worldOf((block) =>
    block.includes('Paragraph 0') ? '{"pieces": ["Something else."]}' : bySentence(block),
  );
  const result = await cutWithModel(corpusOf(text), chunkerOf({ size: 60 }), 'auto', world, {});
  expect(asked[0]).toBe(asked[1]);
  expect(result.warnings).toEqual([
    expect.stringMatching(
      /^d0: characters 0 to \d+ are cut as the chunker "recursive" does, since piece 1 does not repeat the text word for word\.$/,
    ),
  ]);
  expect(cutOf(result)?.join(' ').replace(/\s+/g, ' ')).toBe(text.replace(/\s+/g, ' '));
});

test('a text is cut once: after a change only the new one is asked about, and an interrupted run goes on', async () => {
  const failing = worldOf((block) => (block.includes('second') ? null : bySentence(block)));
  const corpus = corpusOf(text, 'A second text.');
  await expect(cutWithModel(corpus, chunkerOf({}), 'auto', failing.world, {})).rejects.toMatchObject({
    code: 'unavailable',
  });
  expect(failing.kept.size).toBe(1);
  const going = worldOf(bySentence);
  const world = { ...going.world, cache: failing.world.cache };
  await cutWithModel(corpus, chunkerOf({}), 'auto', world, {});
  expect(going.asked).toEqual(['A second text.']);
});

test('an empty document has no chunks, and nothing is asked', async () => {
  const { world, asked } = worldOf(bySentence);
  const result = await cutWithModel(corpusOf(' \n '), chunkerOf({}), 'auto', world, {});
  expect([...result.slices]).toEqual([['d0', []]]);
  expect(asked).toEqual([]);
});
