// How a reply is compared with the accepted answers, with the settings of each way.
import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import type { Match } from '#contract/bank';
import { words } from '../../../words.ts';
import { matchKind, readParts, writeParts } from '../edit/change.ts';
import type { FieldProps } from './question-editor.tsx';
import { TypedField } from './typed-field.tsx';

const text = words.bank.inspector;
const kinds = ['contains', 'exact', 'regex', 'number', 'parts'] as const;

/** Parts begin as the accepted answers; without any they are asked for before anything is saved. */
export function MatchField({ question, save }: FieldProps) {
  const { match, answers } = question;
  const [isAskingParts, setAskingParts] = useState(false);
  const kind = isAskingParts ? 'parts' : matchKind(match);
  const choose = (chosen: string) => {
    const next = kinds.find((each) => each === chosen) ?? 'contains';
    const needsParts = next === 'parts' && answers.length === 0;
    setAskingParts(needsParts);
    if (needsParts || next === matchKind(match)) return;
    save(
      'match',
      match,
      next === 'parts' ? { kind: next, parts: answers.map((answer) => [answer]) } : next,
      next,
    );
  };
  return (
    <>
      <NativeSelect
        size="xs"
        className="short-field"
        label={text.match}
        value={kind}
        data={kinds.map((value) => ({ value, label: text.matches[value] }))}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
      />
      {kind === 'regex' ? <FlagsField question={question} save={save} /> : null}
      {kind === 'number' ? <ToleranceField question={question} save={save} /> : null}
      {kind === 'parts' ? (
        <TypedField
          isLong
          hasLines
          label={text.parts_}
          hint={text.partsHint}
          value={match}
          write={(value) => writeParts(partsOf(value))}
          problemOf={(typed) => (readParts(typed).length === 0 ? text.noParts : null)}
          save={(typed, seen) => {
            setAskingParts(false);
            save('match', seen, { kind: 'parts', parts: readParts(typed) }, typed);
          }}
        />
      ) : null}
    </>
  );
}

function partsOf(match: Match | undefined): readonly (readonly string[])[] {
  return typeof match === 'object' && match.kind === 'parts' ? match.parts : [];
}

function FlagsField({ question: { match }, save }: FieldProps) {
  return (
    <TypedField
      label={text.flags}
      hint={`${text.patternHint} ${text.flagsHint}.`}
      value={match}
      write={(value) => (typeof value === 'object' && value.kind === 'regex' ? (value.flags ?? '') : '')}
      problemOf={(typed) => (/^[imsu]*$/.test(typed.trim()) ? null : text.badFlags)}
      save={(typed, seen) => {
        const flags = typed.trim();
        save('match', seen, flags === '' ? 'regex' : { kind: 'regex', flags }, typed);
      }}
    />
  );
}

function ToleranceField({ question: { match }, save }: FieldProps) {
  return (
    <TypedField
      label={text.tolerance}
      hint={text.toleranceHint}
      value={match}
      write={(value) =>
        typeof value === 'object' && value.kind === 'number' && value.tolerance !== undefined
          ? String(value.tolerance)
          : ''
      }
      problemOf={(typed) => (/^\s*(\d+(\.\d+)?)?\s*$/.test(typed) ? null : text.badTolerance)}
      save={(typed, seen) => {
        const tolerance = typed.trim();
        save(
          'match',
          seen,
          tolerance === '' ? 'number' : { kind: 'number', tolerance: Number(tolerance) },
          typed,
        );
      }}
    />
  );
}
