// Light or dark: the user's preference, applied to the page; remembered by the page so that the next start begins with it.
import { useMantineColorScheme, type MantineColorSchemeManager } from '@mantine/core';
import { useEffect, useEffectEvent } from 'react';
import type { Preferences } from '#contract/workspace';
import { useProcedure } from '../../data/procedures.ts';

export type Theme = Preferences['theme'];
const key = 'assay-color-scheme';

/** The preference itself lives with the app. This copy is there before the app has answered, and is no loss. */
export const schemeManager: MantineColorSchemeManager = {
  get: (scheme) => {
    const kept = remembered();
    return kept === 'light' || kept === 'dark' || kept === 'auto' ? kept : scheme;
  },
  set: (scheme) => {
    try {
      window.localStorage.setItem(key, scheme);
    } catch {
      // A browser may forbid storage: the page then begins as the system is.
    }
  },
  subscribe: () => undefined,
  unsubscribe: () => undefined,
  clear: () => undefined,
};

function remembered(): string | null {
  try {
    return window.localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Follows the preference, also when another window changes it. */
export function useThemePreference(): void {
  const { data } = useProcedure('settings.getPreferences', {});
  const apply = useApplyTheme();
  const follow = useEffectEvent(apply);
  const theme = data?.theme;
  useEffect(() => {
    if (theme !== undefined) follow(theme);
  }, [theme]);
}

/** The library would hold transitions back by a style element, which the page's policy refuses: it is told not to. */
export function useApplyTheme(): (theme: Theme) => void {
  const { setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  return (theme) => setColorScheme(theme === 'system' ? 'auto' : theme);
}
