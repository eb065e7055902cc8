// The evidence of a question by group: each member with its document, its quote in context, and whether it still stands.
import { Button, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import type { Evidence } from '#contract/bank';
import { formatRoute } from '../../../routes.ts';
import { Icon } from '../../../ui/icons.tsx';
import { words } from '../../../words.ts';
import { groupsOf, memberKey } from '../edit/change.ts';
import { saveEvidence, type EvidenceChange } from '../edit/edits.ts';
import { Picker } from '../picker/picker.tsx';
import { useEditWorld } from '../edit/use-edit-world.ts';
import type { QuestionDetail } from './question.tsx';

const text = words.bank.evidencePart;

/** `mine` says what was meant, in case it cannot be saved. */
export type ChangeEvidence = (change: EvidenceChange, mine: string) => void;

export function EvidenceEditor({ detail }: { readonly detail: QuestionDetail }) {
  const { question } = detail;
  const world = useEditWorld();
  const onChange: ChangeEvidence = (change, mine) => void saveEvidence(world, question.id, change, mine);
  const [pickInto, setPickInto] = useState<number | null>(null);
  const groups = groupsOf(question);
  const next = (groups.at(-1) ?? 0) + 1;
  return (
    <section aria-label={words.bank.evidenceTitle}>
      <div className="section-head">
        <h3>{words.bank.evidenceTitle}</h3>
        <Button size="compact-sm" variant="default" onClick={() => setPickInto(groups[0] ?? 1)}>
          {text.pick}
        </Button>
      </div>
      {groups.length === 0 ? (
        <p className="quiet">{question.unanswerable === true ? text.noneNeeded : text.none}</p>
      ) : null}
      {groups.map((group) => (
        <Group key={group} {...{ detail, onChange, group, groups, next }} onPick={() => setPickInto(group)} />
      ))}
      {pickInto === null ? null : (
        <Picker detail={detail} onChange={onChange} into={pickInto} onClose={() => setPickInto(null)} />
      )}
    </section>
  );
}

interface GroupProps {
  readonly detail: QuestionDetail;
  readonly onChange: ChangeEvidence;
  readonly group: number;
  readonly groups: readonly number[];
  /** Number of a group that is not there yet. */
  readonly next: number;
  readonly onPick: () => void;
}

function Group(props: GroupProps) {
  const { detail, group, onPick } = props;
  const members = detail.question.evidence
    .map((evidence, index) => ({ evidence, index }))
    .filter(({ evidence }) => evidence.group === group);
  return (
    <section aria-label={words.bank.group(group)}>
      <h4>
        {words.bank.group(group)}
        {members.length > 1 ? <span className="quiet"> {text.any}</span> : null}
      </h4>
      <ul className="passages">
        {members.map(({ evidence, index }) => (
          <Member key={index} {...props} evidence={evidence} index={index} />
        ))}
      </ul>
      <Button size="compact-xs" variant="default" onClick={onPick}>
        {text.pickInto(group)}
      </Button>
    </section>
  );
}

type MemberProps = GroupProps & { readonly evidence: Evidence; readonly index: number };

function Member({ detail, onChange, groups, next, evidence, index }: MemberProps) {
  const all = detail.question.evidence;
  const place = detail.places[index];
  const isThis = (other: Evidence) => memberKey(other) === memberKey(evidence);
  const move = (group: number) =>
    onChange((now) => now.map((each) => (isThis(each) ? { ...each, group } : each)), words.bank.group(group));
  const remove = () => onChange((now) => now.filter((each) => !isThis(each)), text.removeOf(index + 1));
  const isAlone = all.filter(({ group }) => group === evidence.group).length === 1;
  const choices = [...groups, ...(isAlone ? [] : [next])];
  return (
    <li className="passage">
      <p className="passage-head">
        <a href={formatRoute({ screen: 'documents', id: evidence.document })} title={text.open}>
          {evidence.document}
        </a>{' '}
        <MemberState evidence={evidence} place={place} />
      </p>
      <p className="document-text">
        {evidence.quote === undefined ? (
          <span className="quiet">{words.bank.wholeDocument}</span>
        ) : (
          <>
            <span className="quiet">{evidence.prefix}</span>
            <mark>{evidence.quote}</mark>
            <span className="quiet">{evidence.suffix}</span>
          </>
        )}
      </p>
      <div className="bank-tools">
        {choices.length === 1 ? null : (
          <NativeSelect
            size="xs"
            aria-label={text.move(index + 1)}
            value={String(evidence.group)}
            data={choices.map((group) => ({
              value: String(group),
              label: group === next ? text.newGroup : words.bank.group(group),
            }))}
            onChange={({ currentTarget }) => move(Number(currentTarget.value))}
          />
        )}
        <Button size="compact-xs" variant="default" aria-label={text.removeOf(index + 1)} onClick={remove}>
          {text.remove}
        </Button>
      </div>
    </li>
  );
}

function MemberState(props: {
  readonly evidence: Evidence;
  readonly place: QuestionDetail['places'][number] | undefined;
}) {
  const { evidence, place } = props;
  if (place === undefined) return null;
  if (place.problem !== null)
    return (
      <span className="state-review">
        <Icon name="warning" size={14} /> {place.problem}
      </span>
    );
  const { start, end } = place;
  return (
    <span className="quiet">
      {start === null || end === null ? words.bank.wholeDocument : text.place(start, end)} · {text.stands}
      {evidence.by === undefined ? null : ` · ${evidence.by}`}
    </span>
  );
}
