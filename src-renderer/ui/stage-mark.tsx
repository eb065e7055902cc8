// The mark of a stage: an icon of its own shape on its colour, and always the word beside it.
import { Icon, type IconName } from './icons.tsx';
import { words } from '../words.ts';

/** In the order of a stage bar. */
export const barStages = ['correct', 'retriever', 'context', 'format', 'reading'] as const;

const icons: Readonly<Record<string, IconName>> = {
  correct: 'check',
  retriever: 'magnifier',
  context: 'scissors',
  format: 'braces',
  reading: 'book',
};

/** What is excluded or not judged shares the grey dash. */
function classOf(stage: string): string {
  return stage in icons ? stage : 'excluded';
}

export function stageWord(stage: string): string {
  return words.stages[stage] ?? stage;
}

export function StageSign({ stage }: { readonly stage: string }) {
  return (
    <span className={`stage-sign stage-${classOf(stage)}`}>
      <Icon name={icons[stage] ?? 'dash'} size={12} />
    </span>
  );
}

/** `detail` follows the word in a quieter tone. */
export function StageMark({ stage, detail }: { readonly stage: string; readonly detail?: string | null }) {
  return (
    <span className="stage-mark">
      <StageSign stage={stage} />
      <span>
        {stageWord(stage)}
        {detail ? <span className="quiet"> {detail}</span> : null}
      </span>
    </span>
  );
}
