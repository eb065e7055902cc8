// Files of older versions are read as if written today; newer ones are named as such.
import { describe, expect, it } from 'vitest';
import { newestSchemaVersion } from '#contract/migrations';
import { migrate, migrations, type VersionedKind } from '#adapters/files/migrations';

describe('migrate', () => {
  it.each([
    [{}, { egress: { policy: 'loopback', hosts: [] } }],
    [{ egress: null }, { egress: { policy: 'loopback', hosts: [] } }],
    [{ egress: 'none' }, { egress: { policy: 'none', hosts: [] } }],
    [{ egress: 'loopback' }, { egress: { policy: 'loopback', hosts: [] } }],
    [{ egress: 'a.org, b.org:81' }, { egress: { policy: 'hosts', hosts: ['a.org', 'b.org:81'] } }],
    [{ egress: 'none, a.org' }, { egress: { policy: 'hosts', hosts: ['none', 'a.org'] } }],
    [{ egress: { policy: 'none' } }, { egress: { policy: 'none' } }],
    [{ languages: 'es, en' }, { languages: ['es', 'en'], egress: { policy: 'loopback', hosts: [] } }],
    [{ mine: { kept: [1] } }, { mine: { kept: [1] }, egress: { policy: 'loopback', hosts: [] } }],
  ])('lifts a workspace of version 0, %j', (old, now) => {
    expect(migrate('workspace', { schemaVersion: 0, name: 'x', ...old }, 'assay.json')).toEqual({
      value: { schemaVersion: 1, name: 'x', ...now },
    });
  });

  it.each([
    [{ schemaVersion: 1, egress: 'none' }],
    [{ name: 'no version' }],
    [{ schemaVersion: -1 }],
    [[1]],
    ['x'],
    [null],
  ])('leaves %j to the schema', (value) => {
    expect(migrate('workspace', value, 'assay.json')).toEqual({ value });
  });

  it.each(Object.keys(newestSchemaVersion) as VersionedKind[])('names a newer %s', (kind) => {
    const version = newestSchemaVersion[kind] + 1;
    expect(migrate(kind, { schemaVersion: version }, 'x.json')).toMatchObject({
      problem: { file: 'x.json', path: '/schemaVersion', value: version, remedy: 'Update Assay to open it' },
    });
  });

  it('has an unbroken chain from the oldest version of each kind to the newest', () => {
    for (const [kind, steps] of Object.entries(migrations)) {
      const newest = newestSchemaVersion[kind as VersionedKind];
      expect(steps.map((step) => step.from)).toEqual(steps.map((_, index) => newest - steps.length + index));
    }
  });
});
