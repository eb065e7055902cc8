// The workspace file assay.json, and the egress policy it carries.
import { Type, type Static } from '@sinclair/typebox';

export const EgressSchema = Type.Object({
  policy: Type.Union([Type.Literal('none'), Type.Literal('loopback'), Type.Literal('hosts')]),
  /** `host` or `host:port`; used by the policy `hosts` alone. */
  hosts: Type.Optional(Type.Array(Type.String({ minLength: 1 }))),
});
export type Egress = Static<typeof EgressSchema>;

export const WorkspaceFileSchema = Type.Object({
  schemaVersion: Type.Integer({ minimum: 1 }),
  name: Type.String({ minLength: 1 }),
  languages: Type.Optional(Type.Array(Type.String({ pattern: '^[a-z]{2,3}$' }))),
  foundThreshold: Type.Optional(Type.Number({ exclusiveMinimum: 0, maximum: 1 })),
  egress: Type.Optional(EgressSchema),
});
export type WorkspaceFile = Static<typeof WorkspaceFileSchema>;

/** assay.json with every default filled in. */
export interface WorkspaceSettings {
  readonly schemaVersion: number;
  readonly name: string;
  readonly languages: readonly string[];
  /** theta of the definition of 'found': the share of an evidence span that must be covered, in (0, 1]. */
  readonly foundThreshold: number;
  readonly egress: { readonly policy: Egress['policy']; readonly hosts: readonly string[] };
}

/** What can be changed of assay.json from the window. */
export const SettingsSchema = Type.Object({
  name: Type.String({ minLength: 1, pattern: '\\S' }),
  languages: Type.Array(Type.String({ pattern: '^[a-z]{2,3}$' })),
  foundThreshold: Type.Number({ exclusiveMinimum: 0, maximum: 1 }),
  egress: Type.Object({
    policy: Type.Union([Type.Literal('none'), Type.Literal('loopback'), Type.Literal('hosts')]),
    hosts: Type.Array(Type.String({ minLength: 1 })),
  }),
});

/** Of one user on one machine, for all workspaces. */
export const PreferencesSchema = Type.Object({
  /** Stands beside every edit of the bank; null: the name this user has on the machine. */
  annotator: Type.Union([Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' }), Type.Null()]),
  theme: Type.Union([Type.Literal('system'), Type.Literal('light'), Type.Literal('dark')]),
});
export type Preferences = Static<typeof PreferencesSchema>;
