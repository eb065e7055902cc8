// Numbered migrations of versioned files: an older file is read as if it had been written today.
import { newestSchemaVersion } from '#contract/migrations';
import type { Problem } from '#contract/failure';

export type VersionedKind = keyof typeof newestSchemaVersion;
type Json = Readonly<Record<string, unknown>>;

export interface Migration {
  /** Lifts a file of this version to the next one. */
  readonly from: number;
  readonly says: string;
  readonly migrate: (file: Json) => Json;
}

/** Every migration of every kind, in order; a kind without entries has had no older version. */
export const migrations: Readonly<Record<VersionedKind, readonly Migration[]>> = {
  workspace: [
    {
      from: 0,
      says: 'egress, absent or one word, becomes an object with policy and hosts; languages, one word or a list with commas, becomes a list',
      migrate: (file) => ({
        ...file,
        ...('languages' in file ? { languages: languageList(file['languages']) } : {}),
        egress: egressObject(file['egress']),
      }),
    },
  ],
  config: [],
  manifest: [],
};

/**
 * Lifts a file to the newest version. A version that is no integer, or older than every migration, is left to the
 * schema to refuse; unknown fields stay.
 * @returns the file as of today, or the problem that it comes from a newer Assay
 */
export function migrate(
  kind: VersionedKind,
  value: unknown,
  file: string,
): { readonly value: unknown } | { readonly problem: Problem } {
  const newest = newestSchemaVersion[kind];
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { value };
  let json = value as Json;
  const version = json['schemaVersion'];
  if (typeof version === 'number' && version > newest) {
    return {
      problem: {
        file,
        path: '/schemaVersion',
        value: version,
        message: `made by a newer Assay: this one reads versions up to ${newest}`,
        remedy: 'Update Assay to open it',
      },
    };
  }
  for (const step of migrations[kind]) {
    if (json['schemaVersion'] === step.from) json = { ...step.migrate(json), schemaVersion: step.from + 1 };
  }
  return { value: json };
}

function egressObject(egress: unknown): unknown {
  if (egress === undefined || egress === null) return { policy: 'loopback', hosts: [] };
  if (typeof egress !== 'string') return egress;
  const words = egress.split(',').map((word) => word.trim());
  const [policy] = words;
  const isPolicy = words.length === 1 && (policy === 'none' || policy === 'loopback');
  return isPolicy ? { policy, hosts: [] } : { policy: 'hosts', hosts: words.filter((word) => word !== '') };
}

function languageList(languages: unknown): unknown {
  if (typeof languages !== 'string') return languages;
  return languages
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');
}
