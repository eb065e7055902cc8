// The way from an empty workspace to the first run: what is done, and the next step with its button.
import { Button } from '@mantine/core';
import type { Overview } from '#contract/views';
import { goTo } from '../../routes.ts';
import { Icon } from '../../ui/icons.tsx';
import { words } from '../../words.ts';

const text = words.overview.firstSteps;

interface FirstStepsProps {
  readonly overview: Overview;
  readonly onRun: () => void;
}

/** Gone with the first run. */
export function FirstSteps({ overview, onRun }: FirstStepsProps) {
  const { documents, questions, configs } = overview;
  const steps = [
    {
      ...text.documents,
      isDone: documents > 0,
      says: documents > 0 ? words.overview.documents(documents) : text.documents.says,
      run: () => goTo({ screen: 'documents' }),
    },
    {
      ...text.questions,
      isDone: questions > 0,
      says: questions > 0 ? words.overview.questions(questions) : text.questions.says,
      run: () => goTo({ screen: 'bank' }),
    },
    {
      ...text.run,
      isDone: false,
      says: configs.length === 0 ? words.overview.noConfigs : text.run.says,
      run: configs.length === 0 ? () => goTo({ screen: 'configs' }) : onRun,
    },
  ];
  const next = steps.findIndex(({ isDone }) => !isDone);
  return (
    <section>
      <h2>{text.title}</h2>
      <ol className="first-steps">
        {steps.map(({ title, button, says, isDone, run }, index) => (
          <li key={title} aria-current={index === next ? 'step' : undefined}>
            <span className={isDone ? 'step-sign mark-yes' : 'step-sign'}>
              {isDone ? <Icon name="check" /> : <span aria-hidden="true">{index + 1}</span>}
            </span>
            <span className="step-words">
              <strong>{title}</strong> {isDone ? <span className="unseen">{text.done}. </span> : null}
              <span className="quiet">{says}</span>
            </span>
            <Button
              size="compact-md"
              {...(index === next ? {} : { variant: 'default' })}
              disabled={index > next}
              onClick={run}
            >
              {button}
            </Button>
          </li>
        ))}
      </ol>
    </section>
  );
}
