// The document of a hit: evidence and the chosen text marked, words added to it or taken off, and the chunks that would be expected.
import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useProcedure } from '../../../data/procedures.ts';
import { ErrorPanel, Loading } from '../../../ui/states.tsx';
import { words } from '../../../words.ts';
import type { QuestionDetail } from '../question/question.tsx';
import { spansIn, type Place } from './marks.ts';
import { readSelection } from './read-selection.ts';
import { chunksHolding, cutText, moveEdge, trimSpan, type Span } from './span.ts';

const text = words.bank.picker;

interface DocumentPaneProps {
  readonly detail: QuestionDetail;
  readonly config: string;
  readonly group: number;
  /** null until a hit is chosen. */
  readonly place: Place | null;
  readonly onChoose: (place: Place) => void;
  readonly onMark: (place: Place) => void;
}

export function DocumentPane(props: DocumentPaneProps) {
  const { place } = props;
  return (
    <section className="picker-column" aria-label={text.document}>
      {place === null ? (
        <p className="quiet">{text.nothingChosen}</p>
      ) : (
        <OpenDocument {...props} place={place} />
      )}
    </section>
  );
}

type OpenProps = DocumentPaneProps & { readonly place: Place };

function OpenDocument(props: OpenProps) {
  const { detail, place, onChoose } = props;
  const { data, error } = useProcedure('document.getText', { id: place.document });
  if (error && !data) return <ErrorPanel failure={error.failure} />;
  if (!data) return <Loading />;
  const choose = (span: Span | null) => {
    if (span !== null) onChoose({ ...span, document: data.id, text: data.text.slice(span.start, span.end) });
  };
  return (
    <>
      <h3>{data.title ?? data.id}</h3>
      <Chosen {...props} source={data.text} onSpan={choose} />
      <DocumentBody
        source={data.text}
        evidence={spansIn(detail, data.id)}
        place={place}
        onSelect={(span) => choose(trimSpan(data.text, span))}
      />
    </>
  );
}

type ChosenProps = OpenProps & {
  readonly source: string;
  readonly onSpan: (span: Span) => void;
};

const edges = [
  ['start', -1, text.startEarlier, '⟨+'],
  ['start', 1, text.startLater, '⟨−'],
  ['end', -1, text.endEarlier, '−⟩'],
  ['end', 1, text.endLater, '+⟩'],
] as const;

function Chosen({ detail, group, place, source, onSpan, onMark, config }: ChosenProps) {
  const marked = spansIn(detail, place.document).find(
    ({ start, end }) => start === place.start && end === place.end,
  );
  return (
    <div className="chosen">
      <div className="bank-tools">
        <Button size="compact-sm" onClick={() => onMark(place)}>
          {marked === undefined ? text.mark(group) : text.unmark}
        </Button>
        <span role="group" aria-label={text.edges} className="bank-tools">
          {edges.map(([edge, direction, label, sign]) => (
            <Button
              key={label}
              size="compact-sm"
              variant="default"
              aria-label={label}
              title={label}
              onClick={() => onSpan(moveEdge(source, place, edge, direction))}
            >
              {sign}
            </Button>
          ))}
        </span>
        {marked === undefined ? null : <span className="hit-marked">{text.marked(marked.group)}</span>}
      </div>
      <Expected config={config} place={place} />
    </div>
  );
}

/** Which chunks would count as right under the config, if this were the evidence. */
function Expected({ config, place }: { readonly config: string; readonly place: Place }) {
  const { data, error } = useProcedure('document.getChunks', { id: place.document, config });
  if (error && !data) return <ErrorPanel failure={error.failure} />;
  if (!data) return null;
  const holders = chunksHolding(data.chunks, place);
  return (
    <p className="quiet" role="status">
      {text.expected(config)}{' '}
      {holders.length === 0
        ? text.noChunk
        : holders.map(({ id, isWhole }) => `${id} (${isWhole ? text.whole : text.part})`).join(', ')}
    </p>
  );
}

interface DocumentBodyProps {
  readonly source: string;
  readonly evidence: readonly Span[];
  readonly place: Place;
  readonly onSelect: (span: Span) => void;
}

function DocumentBody({ source, evidence, place, onSelect }: DocumentBodyProps) {
  const body = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    body.current?.querySelector('.chosen-text')?.scrollIntoView({ block: 'center' });
  }, [place.document, place.start]);
  const read = () => {
    const span = body.current === null ? null : readSelection(body.current);
    if (span !== null) onSelect(span);
  };
  return (
    <p
      ref={body}
      className="document-text picker-text"
      tabIndex={0}
      aria-label={text.document}
      role="region"
      onMouseUp={read}
      onKeyUp={read}
    >
      {cutText(source, evidence, place).map((piece) => {
        const isPlain = !piece.isEvidence && !piece.isChosen;
        const className = piece.isChosen ? 'chosen-text' : undefined;
        if (isPlain) return <span key={piece.start}>{piece.text}</span>;
        return piece.isEvidence ? (
          <mark key={piece.start} className={className}>
            {piece.text}
          </mark>
        ) : (
          <span key={piece.start} className={className}>
            {piece.text}
          </span>
        );
      })}
    </p>
  );
}
