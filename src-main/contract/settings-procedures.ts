// The procedures about settings of the workspace and of this user, a part of the table in api.ts.
import { Type } from '@sinclair/typebox';
import { closed, command, Empty, optional, query } from './procedure.ts';
import { PreferencesSchema, SettingsSchema } from './workspace.ts';

/** A folder of the workspace or of this user, with what it takes on the disk. */
const StoragePlace = Type.Object({
  id: Type.String(),
  what: Type.String(),
  folder: Type.String(),
  files: Type.Integer(),
  bytes: Type.Integer(),
  /** True where it can be deleted at any time and is made again when needed. */
  derived: Type.Boolean(),
});

export const settingsProcedures = {
  'settings.getSettings': query(
    'The settings of the workspace, with a hash to save them under',
    ['workspace'],
    Empty,
    Type.Object({ settings: SettingsSchema, hash: Type.String() }),
  ),
  'settings.saveSettings': command(
    'Change settings of the workspace; what is left out stays. Refused where the file is another one by now',
    ['workspace', 'runs'],
    closed({
      expected: Type.String(),
      change: Type.Partial(SettingsSchema, { additionalProperties: false }),
    }),
    Type.Object({ settings: SettingsSchema, hash: Type.String() }),
  ),
  'settings.getPreferences': query(
    "This user's own preferences, kept outside every workspace",
    ['preferences'],
    Empty,
    PreferencesSchema,
  ),
  'settings.savePreferences': command(
    "Change this user's preferences; what is left out stays",
    ['preferences'],
    Type.Partial(PreferencesSchema, { additionalProperties: false }),
    PreferencesSchema,
  ),
  'settings.getStorage': query(
    'The folders of this workspace and of this user, and how much each holds',
    ['documents', 'index', 'models', 'runs'],
    Empty,
    Type.Object({ places: Type.Array(StoragePlace) }),
  ),
  'settings.clearDerived': command(
    'Delete one derived folder; what it held is made again when needed',
    ['index', 'runs'],
    closed({ id: Type.String({ minLength: 1 }), dryRun: optional(Type.Boolean()) }),
    Type.Object({ id: Type.String(), files: Type.Integer(), bytes: Type.Integer() }),
  ),
} as const;
