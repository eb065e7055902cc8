// What is being changed of the settings, kept while the page lives, and what is wrong with it.
import type { Input, Output } from '#contract/api';
import { words } from '../../words.ts';

type Stored = Output<'settings.getSettings'>;
export type Settings = Stored['settings'];
export type SettingsChange = Input<'settings.saveSettings'>['change'];

/** As typed: numbers and lists are texts until they are saved. */
export interface SettingsDraft {
  readonly name: string;
  readonly languages: string;
  readonly foundThreshold: string;
  readonly egress: Settings['egress'];
}

const text = words.settings.workspace;

export function draftOf(settings: Settings): SettingsDraft {
  return {
    name: settings.name,
    languages: settings.languages.join(', '),
    foundThreshold: String(settings.foundThreshold),
    egress: settings.egress,
  };
}

export function languagesOf(typed: string): readonly string[] {
  return typed.split(/[\s,;]+/).filter((code) => code !== '');
}

export type DraftErrors = Readonly<Partial<Record<'name' | 'languages' | 'foundThreshold', string>>>;

export function errorsOf(draft: SettingsDraft): DraftErrors {
  const badLanguage = languagesOf(draft.languages).find((code) => !/^[a-z]{2,3}$/.test(code));
  const threshold = Number(draft.foundThreshold);
  const isThreshold = draft.foundThreshold.trim() !== '' && threshold > 0 && threshold <= 1;
  return {
    ...(draft.name.trim() === '' ? { name: text.noName } : {}),
    ...(badLanguage === undefined ? {} : { languages: text.badLanguage(badLanguage) }),
    ...(isThreshold ? {} : { foundThreshold: text.badThreshold }),
  };
}

/** Only what differs: another change that was made meanwhile is not taken back. null = nothing differs. */
export function changeOf(draft: SettingsDraft, before: Settings): SettingsChange | null {
  const after: Settings = {
    name: draft.name.trim(),
    languages: [...new Set(languagesOf(draft.languages))],
    foundThreshold: Number(draft.foundThreshold),
    egress: draft.egress,
  };
  const names = ['name', 'languages', 'foundThreshold', 'egress'] as const;
  const changed = names.filter((name) => JSON.stringify(after[name]) !== JSON.stringify(before[name]));
  return changed.length === 0 ? null : Object.fromEntries(changed.map((name) => [name, after[name]]));
}
