// Filters: every condition alone and together, places in a document, and globs against a backtracking twin.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Filter } from '#contract/config/filter';
import type { Chunk, CorpusDocument } from '#contract/documents';
import { createFilter, filterChunks } from '#domain/retrieval/filter/filter-chunks';
import { compileGlob } from '#domain/retrieval/filter/glob';

function document(id: string, fields: Partial<CorpusDocument> = {}): CorpusDocument {
  return {
    id,
    title: null,
    text: '',
    textHash: '',
    language: null,
    path: null,
    mediaType: 'text/plain',
    collection: null,
    pages: [],
    headings: [],
    metadata: {},
    warnings: [],
    ...fields,
  };
}

const documents = [
  document('manual', {
    path: 'guides/2024/manual.md',
    metadata: { tags: ['public', 'a, b'], year: 2024, team: ['docs', 'web'], draft: false },
    pages: [
      { page: 1, start: 10 },
      { page: 2, start: 50 },
      { page: 3, start: 90 },
    ],
    headings: [
      { level: 1, title: 'Install', start: 10 },
      { level: 2, title: 'On  Linux', start: 30 },
      { level: 3, title: 'Paquetería', start: 40 },
      { level: 2, title: 'On Windows', start: 60 },
      { level: 1, title: 'Use', start: 80 },
    ],
  }),
  document('notes', { path: 'notes.txt', metadata: { tags: 'private, b', year: '2024' } }),
  document('d3', { collection: 'beir', metadata: { team: null, nested: { year: 2024 } } }),
];

const starts = { manual: [0, 10, 35, 45, 65, 95], notes: [0], d3: [0] };
const chunks: Chunk[] = Object.entries(starts)
  .flatMap(([documentId, places]) =>
    places.map((start, n) => ({ id: `${documentId}#${n + 1}`, documentId, start })),
  )
  .map((chunk, index) => ({ ...chunk, index, end: chunk.start + 5 }));

function pass(filter: Filter | null): string[] {
  const passes = createFilter(filter, documents);
  return chunks.filter(passes).map(({ id }) => id);
}
const manual = chunks.map(({ id }) => id).slice(0, 6);

describe('createFilter', () => {
  it.each<[Filter | null, string[]]>([
    [null, chunks.map(({ id }) => id)],
    [{}, chunks.map(({ id }) => id)],
    [{ document: 'notes' }, ['notes#1']],
    [{ document: ['notes', 'd3', 'nowhere'] }, ['notes#1', 'd3#1']],
    [{ document: [] }, []],
    [{ path: 'guides/**' }, manual],
    [{ path: ['*.txt', 'guides/*/manual.md'] }, [...manual, 'notes#1']],
    [{ path: '**' }, [...manual, 'notes#1']],
    [{ path: '*.md' }, []],
    [{ tag: 'public' }, manual],
    [{ tag: 'a, b' }, manual],
    [{ tag: ['b', 'nothing'] }, ['notes#1']],
    [{ tag: 'Public' }, []],
    [{ metadata: { year: 2024 } }, [...manual, 'notes#1']],
    [{ metadata: { year: '2024', draft: false } }, manual],
    [{ metadata: { team: ['web', 'other'] } }, manual],
    [{ metadata: { team: 'null' } }, []],
    [{ metadata: { nested: '[object Object]' } }, []],
    [{ metadata: { toString: 'x' } }, []],
    [{ page: 1 }, ['manual#2', 'manual#3', 'manual#4']],
    [{ page: [2, 3] }, ['manual#5', 'manual#6']],
    [{ page: 4 }, []],
    [{ heading: 'install' }, ['manual#2', 'manual#3', 'manual#4', 'manual#5']],
    [{ heading: 'on linux' }, ['manual#3', 'manual#4']],
    [{ heading: ['PAQUETERI\u0301A', 'use'] }, ['manual#4', 'manual#6']],
    [{ heading: 'On Windows', page: 2 }, ['manual#5']],
    [{ heading: 'On Windows', page: 1 }, []],
    [{ document: 'notes', tag: 'public' }, []],
  ])('%j', (filter, expected) => {
    expect(pass(filter)).toEqual(expected);
  });

  it('lets no chunk of an unknown document through, except without a filter', () => {
    const chunk = { documentId: '__proto__', start: 0 };
    expect(createFilter({}, documents)(chunk)).toBe(false);
    expect(createFilter(null, documents)(chunk)).toBe(true);
  });
});

describe('filterChunks', () => {
  it('asks every filter, and says so where there is none', () => {
    expect(filterChunks([null, null], chunks, documents)).toBe(null);
    expect(filterChunks([{ page: [1, 2] }, null, { heading: 'on windows' }], chunks, documents)).toEqual(
      Uint8Array.of(0, 0, 0, 0, 1, 0, 0, 0),
    );
  });
});

describe('compileGlob', () => {
  it.each([
    ['a/b.md', 'a/b.md', true],
    ['a/b.md', 'a/bXmd', false],
    ['a/?.md', 'a/😀.md', true],
    ['a?b', 'a/b', false],
    ['*', 'a.md', true],
    ['*', 'a/b.md', false],
    ['*', '', true],
    ['**', 'a/b/c', true],
    ['**/c', 'c', true],
    ['**/c', 'a/b/c', true],
    ['**/c', 'abc', false],
    ['a/**/c', 'a/c', true],
    ['a/**/c', 'a/x/y/c', true],
    ['a/**/c', 'a/xc', false],
    ['a/**', 'a/b/c', true],
    ['a/**', 'ab', false],
    ['a**c', 'a/b/c', true],
    ['[a].(md)+', '[a].(md)+', true],
    ['cafe\u0301.md', 'café.md', true],
    ['A.md', 'a.md', false],
  ])('%j on %j: %j', (pattern, path, expected) => {
    expect(compileGlob(pattern)(path)).toBe(expected);
  });

  it('agrees with a backtracking twin', () => {
    const piece = fc.constantFrom('a', 'b', '/', '*', '**', '**/', '?');
    const path = fc.array(fc.constantFrom('a', 'b', '/'), { maxLength: 9 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 6 }).map((parts) => parts.join('')),
        path,
        (pattern, text) => {
          expect(compileGlob(pattern)(text)).toBe(matchNaively(pattern, text, true));
        },
      ),
      { seed: 9, numRuns: 2000 },
    );
  });

  it('does not blow up', () => {
    expect(compileGlob('*a'.repeat(40))('a'.repeat(2000) + 'b')).toBe(false);
    expect(compileGlob('**/a'.repeat(20))('a/'.repeat(1000) + 'b')).toBe(false);
  });
});

/** The definition, by trying everything. */
function matchNaively(pattern: string, path: string, startsName: boolean, opens = true): boolean {
  if (pattern === '') return path === '';
  const [character] = path;
  const rest = path.slice(1);
  if (pattern.startsWith('**/') && opens) {
    if (startsName && matchNaively(pattern.slice(3), path, startsName, true)) return true;
    return character !== undefined && matchNaively(pattern, rest, character === '/', opens);
  }
  if (pattern.startsWith('**')) {
    if (matchNaively(pattern.slice(2), path, startsName, false)) return true;
    return character !== undefined && matchNaively(pattern, rest, character === '/', false);
  }
  if (pattern.startsWith('*')) {
    if (matchNaively(pattern.slice(1), path, startsName, false)) return true;
    return character !== undefined && character !== '/' && matchNaively(pattern, rest, false, false);
  }
  if (character === undefined) return false;
  if (pattern.startsWith('?') ? character === '/' : pattern[0] !== character) return false;
  return matchNaively(pattern.slice(1), rest, character === '/', pattern[0] === '/');
}
