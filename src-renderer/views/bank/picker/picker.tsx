// Picking evidence: what a config finds for the question on one side, the document on the other, and the group that is marked into.
import { Button, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { useProcedure } from '../../../data/procedures.ts';
import { EmptyState, ErrorPanel, Loading } from '../../../ui/states.tsx';
import { words } from '../../../words.ts';
import { groupsOf } from '../edit/change.ts';
import type { ChangeEvidence } from '../question/evidence-editor.tsx';
import type { QuestionDetail } from '../question/question.tsx';
import { Dialog } from '../dialog.tsx';
import { DocumentPane, type Shown } from './document-pane.tsx';
import { Hits, type FoundHit } from './hits.tsx';
import { addSpan, removeSpan, spansIn, type Place } from './marks.ts';
import type { Span } from './span.ts';

const text = words.bank.picker;

interface PickerProps {
  readonly detail: QuestionDetail;
  readonly onChange: ChangeEvidence;
  /** The group that is marked into at first. */
  readonly into: number;
  readonly onClose: () => void;
}

export function Picker(props: PickerProps) {
  return (
    <Dialog opened onClose={props.onClose} title={text.title}>
      <PickerParts {...props} />
    </Dialog>
  );
}

/** The config chosen last, as long as the page lives. */
let lastConfig: string | null = null;

function PickerParts({ detail, onChange, into, onClose }: PickerProps) {
  const { question } = detail;
  const configs = useProcedure('config.listConfigs', {});
  const [chosenConfig, setConfig] = useState(lastConfig);
  const [group, setGroup] = useState(into);
  const [shown, setShown] = useState<Shown | null>(null);
  const [chosen, setChosen] = useState<Span | null>(null);
  if (configs.error && !configs.data) return <ErrorPanel failure={configs.error.failure} />;
  if (!configs.data) return <Loading />;
  const usable = configs.data.configs.filter(({ problem }) => problem === null);
  const config = usable.find(({ id }) => id === chosenConfig)?.id ?? usable[0]?.id ?? null;
  if (config === null) return <EmptyState title={text.noConfig} />;
  const mark = (at: Place) => {
    const isMarked = spansIn(detail, at.document).some(
      ({ start, end }) => start === at.start && end === at.end,
    );
    onChange(isMarked ? removeSpan(at) : addSpan(at, group), at.text);
  };
  return (
    <>
      <div className="picker-head">
        <p className="picker-question">
          <span className="quiet">{question.id}</span> {question.question}
        </p>
        <NativeSelect
          size="xs"
          label={text.config}
          value={config}
          data={usable.map(({ id, name }) => ({ value: id, label: name === id ? id : `${name} (${id})` }))}
          onChange={({ currentTarget: { value } }) => {
            lastConfig = value;
            setConfig(value);
          }}
        />
        <GroupChoice detail={detail} group={group} onChoose={setGroup} />
        <Button size="compact-md" onClick={onClose}>
          {text.done}
        </Button>
      </div>
      <div className="picker-columns">
        <Hits
          {...{ detail, config, group }}
          onShow={(hit) => {
            const { document, start, end } = placeOf(hit);
            setShown({ document, start, end, ask: (shown?.ask ?? 0) + 1 });
            setChosen({ start, end });
          }}
          onMark={(hit) => mark(placeOf(hit))}
        />
        <DocumentPane {...{ detail, config, group, shown, chosen }} onChoose={setChosen} onMark={mark} />
      </div>
    </>
  );
}

/** A chunk without the white space at its ends. */
function placeOf({ documentId, start, text: found }: FoundHit): Place {
  const from = start + found.length - found.trimStart().length;
  const quote = found.trim();
  return { document: documentId, start: from, end: from + quote.length, text: quote };
}

interface GroupChoiceProps {
  readonly detail: QuestionDetail;
  readonly group: number;
  readonly onChoose: (group: number) => void;
}

function GroupChoice({ detail, group, onChoose }: GroupChoiceProps) {
  const groups = groupsOf(detail.question);
  const next = (groups.at(-1) ?? 0) + 1;
  return (
    <NativeSelect
      size="xs"
      label={text.group}
      value={String(group)}
      data={[
        ...groups.map((each) => ({ value: String(each), label: text.groupOf(each) })),
        { value: String(next), label: text.newGroup(next) },
      ]}
      onChange={({ currentTarget }) => onChoose(Number(currentTarget.value))}
    />
  );
}
