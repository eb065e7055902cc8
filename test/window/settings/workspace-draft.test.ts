// What is saved of changed settings: only what differs, and nothing that is wrong.
import { describe, expect, test } from 'vitest';
import {
  changeOf,
  draftOf,
  errorsOf,
  type Settings,
} from '../../../src-renderer/views/settings/workspace-draft.ts';
import { formatBytes } from '../../../src-renderer/ui/number-format.ts';

const settings: Settings = {
  name: 'Returns',
  languages: ['es', 'en'],
  foundThreshold: 0.8,
  egress: { policy: 'loopback', hosts: [] },
};
const draft = draftOf(settings);

test('an untouched draft changes nothing', () => {
  expect(changeOf(draft, settings)).toBeNull();
  expect(errorsOf(draft)).toEqual({});
});

test('only what differs is sent', () => {
  expect(changeOf({ ...draft, languages: 'es,en bg' }, settings)).toEqual({ languages: ['es', 'en', 'bg'] });
  expect(changeOf({ ...draft, languages: 'es, es; en' }, settings)).toBeNull();
  expect(changeOf({ ...draft, name: ' Shop ', foundThreshold: '1' }, settings)).toEqual({
    name: 'Shop',
    foundThreshold: 1,
  });
  const egress = { policy: 'hosts' as const, hosts: ['api.example.com'] };
  expect(changeOf({ ...draft, egress }, settings)).toEqual({ egress });
});

describe('what is wrong is said at its field', () => {
  test.each([
    [{ name: '  ' }, ['name']],
    [{ languages: 'es, Spanish' }, ['languages']],
    [{ foundThreshold: '0' }, ['foundThreshold']],
    [{ foundThreshold: '1.1' }, ['foundThreshold']],
    [{ foundThreshold: '' }, ['foundThreshold']],
    [{ foundThreshold: 'half' }, ['foundThreshold']],
    [{ foundThreshold: '0.5', languages: '' }, []],
  ])('%j', (part, fields) => {
    expect(Object.keys(errorsOf({ ...draft, ...part }))).toEqual(fields);
  });
});

test('sizes have the unit that leaves few digits', () => {
  const told = [0, 999, 1000, 9949, 9950, 23_456_789, 5e12].map((bytes) => formatBytes(bytes));
  expect(told).toEqual(
    ['0 B', '999 B', '1.0 kB', '9.9 kB', '10 kB', '23 MB', '5.0 TB'].map((t) => t.replace(' ', '\u00a0')),
  );
});
