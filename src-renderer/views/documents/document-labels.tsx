// The evidence of the bank that stands in a document: marked in its text, and listed with a way to each.
import type { Output } from '#contract/api';
import { useProcedure } from '../../data/procedures.ts';
import { formatRoute } from '../../routes.ts';
import { formatCount } from '../../ui/number-format.ts';
import type { TextSelection } from '../../ui/document/grow.ts';
import type { Mark } from '../../ui/document/segments.ts';
import { Icon } from '../../ui/icons.tsx';
import { ErrorPanel } from '../../ui/states.tsx';
import { words } from '../../words.ts';

type Labels = ReturnType<typeof useDocumentLabels>;
type Label = Output<'document.listLabels'>['labels'][number];
const text = words.documents;

export function useDocumentLabels(id: string) {
  return useProcedure('document.listLabels', { id });
}

export function labelMarks(data: Output<'document.listLabels'> | undefined): readonly Mark[] {
  return (data?.labels ?? []).flatMap(({ question, text: asked, group, start, end }, index) =>
    start === null || end === null
      ? []
      : [
          {
            id: `label ${index}`,
            start,
            end,
            kind: 'evidence' as const,
            label: text.labelOf(question, asked, group),
          },
        ],
  );
}

interface DocumentLabelsProps {
  readonly labels: Labels;
  readonly onShow: (place: TextSelection) => void;
}

export function DocumentLabels({ labels: { data, error, refetch }, onShow }: DocumentLabelsProps) {
  if (error && !data) return <ErrorPanel failure={error.failure} onRetry={() => void refetch()} />;
  if (!data) return null;
  if (data.labels.length === 0) return <p className="quiet">{text.noLabels}</p>;
  return (
    <details className="more">
      <summary>{text.labelsTitle(data.labels.length)}</summary>
      <ul className="label-list">
        {data.labels.map((label, index) => (
          <LabelLine key={index} label={label} onShow={onShow} />
        ))}
      </ul>
    </details>
  );
}

function LabelLine({
  label,
  onShow,
}: {
  readonly label: Label;
  readonly onShow: DocumentLabelsProps['onShow'];
}) {
  const { question, text: asked, group, start, end, problem } = label;
  return (
    <li>
      <a href={formatRoute({ screen: 'bank', id: question })}>{question}</a> {asked}{' '}
      <span className="quiet">{text.groupSays(group)}</span>{' '}
      {start === null || end === null ? (
        <span className={problem === null ? 'quiet' : undefined}>
          {problem === null ? (
            text.wholeDocument
          ) : (
            <>
              <Icon name="warning" size={13} /> {problem}
            </>
          )}
        </span>
      ) : (
        <button type="button" className="jump" onClick={() => onShow({ start, end })}>
          {text.jump(formatCount(start))}
        </button>
      )}
    </li>
  );
}
