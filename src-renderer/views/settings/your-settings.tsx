// What belongs to this user and not to the workspace: the name beside edits, and light or dark.
import { Button, Radio, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Preferences } from '#contract/workspace';
import { announce } from '../../data/live.ts';
import { useCommand, useProcedure } from '../../data/procedures.ts';
import { ErrorPanel, Loading } from '../../ui/states.tsx';
import { words } from '../../words.ts';
import { useApplyTheme, type Theme } from './theme.ts';

const text = words.settings.you;
const themes = ['system', 'light', 'dark'] as const;
const longestName = 100;

export function YourSettings() {
  const { data, error, refetch } = useProcedure('settings.getPreferences', {});
  return (
    <section aria-label={text.title}>
      <h2>{text.title}</h2>
      <p className="quiet">{text.outside}</p>
      {data ? (
        <>
          <ThemeChoice theme={data.theme} />
          <AnnotatorName annotator={data.annotator} />
        </>
      ) : error ? (
        <ErrorPanel failure={error.failure} onRetry={() => void refetch()} />
      ) : (
        <Loading lines={3} />
      )}
    </section>
  );
}

/** Applied at once; taken back where it cannot be kept. */
function ThemeChoice({ theme }: { readonly theme: Theme }) {
  const save = useCommand('settings.savePreferences');
  const apply = useApplyTheme();
  const [chosen, setChosen] = useState(theme);
  useFollowed(theme, setChosen);
  const choose = (next: Theme) => {
    setChosen(next);
    apply(next);
    const takeBack = () => {
      setChosen(theme);
      apply(theme);
    };
    save.mutate({ theme: next }, { onError: takeBack });
  };
  return (
    <>
      <Radio.Group
        label={text.theme}
        value={chosen}
        onChange={(word) => {
          const next = themes.find((name) => name === word);
          if (next) choose(next);
        }}
      >
        <div className="radio-row">
          {themes.map((name) => (
            <Radio key={name} value={name} label={text.themes[name]} />
          ))}
        </div>
      </Radio.Group>
      {save.error ? <ErrorPanel failure={save.error.failure} /> : null}
    </>
  );
}

/** What is stored may change elsewhere: then it is what counts. */
function useFollowed<Value>(stored: Value, follow: (stored: Value) => void): void {
  const [seen, setSeen] = useState(stored);
  if (seen === stored) return;
  setSeen(stored);
  follow(stored);
}

function AnnotatorName({ annotator }: Pick<Preferences, 'annotator'>) {
  const save = useCommand('settings.savePreferences');
  const [typed, setTyped] = useState(annotator ?? '');
  useFollowed(annotator, (stored) => setTyped(stored ?? ''));
  const name = typed.trim();
  const next = name === '' ? null : name;
  const isLong = name.length > longestName;
  const isChanged = next !== annotator;
  return (
    <form
      className="settings-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (isChanged && !isLong)
          save.mutate({ annotator: next }, { onSuccess: () => announce(text.savedName) });
      }}
    >
      <div className="field-with-button">
        <TextInput
          label={text.annotator}
          description={text.annotatorHint}
          size="xs"
          value={typed}
          error={isLong ? text.longName : null}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Button
          type="submit"
          size="compact-md"
          variant="default"
          disabled={!isChanged || isLong}
          loading={save.isPending}
        >
          {text.saveName}
        </Button>
      </div>
      {save.error ? <ErrorPanel failure={save.error.failure} /> : null}
    </form>
  );
}
