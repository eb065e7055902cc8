import { describe, expect, test } from 'vitest';
import { locateInDocument } from '#domain/text/locate-in-document';

const document = {
  pages: [
    { page: 1, start: 0 },
    { page: 2, start: 100 },
    { page: 4, start: 200 },
  ],
  headings: [
    { level: 1, title: 'Keys', start: 10 },
    { level: 2, title: 'Red', start: 50 },
    { level: 3, title: 'Rust', start: 70 },
    { level: 2, title: 'Blue', start: 120 },
    { level: 1, title: 'Doors', start: 210 },
  ],
};

describe('page and headings of an offset', () => {
  test.each([
    [0, { page: 1, headings: [] }],
    [10, { page: 1, headings: ['Keys'] }],
    [69, { page: 1, headings: ['Keys', 'Red'] }],
    [99, { page: 1, headings: ['Keys', 'Red', 'Rust'] }],
    [100, { page: 2, headings: ['Keys', 'Red', 'Rust'] }],
    [130, { page: 2, headings: ['Keys', 'Blue'] }],
    [205, { page: 4, headings: ['Keys', 'Blue'] }],
    [999, { page: 4, headings: ['Doors'] }],
  ])('at %d', (offset, expected) => {
    expect(locateInDocument(document, offset)).toEqual(expected);
  });

  test('a document without pages and headings', () => {
    expect(locateInDocument({ pages: [], headings: [] }, 5)).toEqual({ page: null, headings: [] });
  });

  test('a first heading of a low rank does not hide a later one of a higher rank', () => {
    const headings = [
      { level: 3, title: 'Note', start: 0 },
      { level: 1, title: 'Title', start: 10 },
    ];
    expect(locateInDocument({ pages: [], headings }, 20).headings).toEqual(['Title']);
  });
});
