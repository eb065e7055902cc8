// The document of a hit: its evidence and the chosen text marked, the choice fitted by word and sentence, and the chunks that would be expected.
import { Button } from '@mantine/core';
import { useMemo, useRef } from 'react';
import type { Output } from '#contract/api';
import { useProcedure } from '../../../data/procedures.ts';
import { DocumentText } from '../../../ui/document-text.tsx';
import { SelectionTools } from '../../../ui/document/selection-tools.tsx';
import type { Mark } from '../../../ui/document/segments.ts';
import { ScrollerContext } from '../../../ui/scroller.ts';
import { ErrorPanel, Loading } from '../../../ui/states.tsx';
import { words } from '../../../words.ts';
import type { QuestionDetail } from '../question/question.tsx';
import { spansIn, type Place } from './marks.ts';
import { chunksHolding, trimSpan, type Span } from './span.ts';

const text = words.bank.picker;

/** What is brought into sight; another number of `ask` asks again for the same place. */
export interface Shown extends Span {
  readonly document: string;
  readonly ask: number;
}

interface DocumentPaneProps {
  readonly detail: QuestionDetail;
  readonly config: string;
  readonly group: number;
  /** null until a hit is shown. */
  readonly shown: Shown | null;
  readonly chosen: Span | null;
  readonly onChoose: (chosen: Span | null) => void;
  readonly onMark: (place: Place) => void;
}

export function DocumentPane(props: DocumentPaneProps) {
  const { shown } = props;
  return (
    <section className="picker-column" aria-label={text.document}>
      {shown === null ? (
        <p className="quiet">{text.nothingChosen}</p>
      ) : (
        <OpenDocument key={shown.document} {...props} shown={shown} />
      )}
    </section>
  );
}

type OpenProps = DocumentPaneProps & { readonly shown: Shown };
type Chunks = Output<'document.getChunks'>['chunks'];

function OpenDocument(props: OpenProps) {
  const { detail, config, shown, chosen, onChoose } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const { data, error } = useProcedure('document.getText', { id: shown.document });
  const chunks = useProcedure('document.getChunks', { id: shown.document, config });
  const marks = useMemo<readonly Mark[]>(
    () =>
      spansIn(detail, shown.document).map(({ start, end, group }, index) => ({
        ...{ id: String(index), start, end, kind: 'evidence' },
        label: words.bank.group(group),
      })),
    [detail, shown.document],
  );
  if (error && !data) return <ErrorPanel failure={error.failure} />;
  if (!data) return <Loading />;
  return (
    <>
      <h3>{data.title ?? data.id}</h3>
      {chosen === null ? (
        <p className="quiet">{text.nothingChosen}</p>
      ) : (
        <Chosen
          {...props}
          chosen={chosen}
          source={data.text}
          language={data.language}
          chunks={chunks.data?.chunks ?? null}
        />
      )}
      {chunks.error ? <ErrorPanel failure={chunks.error.failure} /> : null}
      <ScrollerContext value={scroller}>
        <div ref={scroller} className="picker-text">
          <DocumentText
            text={data.text}
            label={data.title ?? data.id}
            language={data.language}
            marks={marks}
            boundaries={chunks.data?.chunks}
            headings={data.headings}
            pages={data.pages}
            selection={chosen}
            onSelect={onChoose}
            scrollTo={shown}
          />
        </div>
      </ScrollerContext>
    </>
  );
}

type ChosenProps = OpenProps & {
  readonly chosen: Span;
  readonly source: string;
  readonly language: string | null;
  /** null until they are known. */
  readonly chunks: Chunks | null;
};

function Chosen(props: ChosenProps) {
  const { detail, group, shown, chosen, source, language, config, chunks, onChoose, onMark } = props;
  const span = trimSpan(source, chosen);
  if (span === null) return <p className="quiet">{text.nothingChosen}</p>;
  const marked = spansIn(detail, shown.document).find(
    ({ start, end }) => start === span.start && end === span.end,
  );
  const place = { ...span, document: shown.document, text: source.slice(span.start, span.end) };
  return (
    <div className="chosen">
      <div className="bank-tools">
        <Button size="compact-sm" onClick={() => onMark(place)}>
          {marked === undefined ? text.mark(group) : text.unmark}
        </Button>
        {marked === undefined ? null : <span className="hit-marked">{text.marked(marked.group)}</span>}
        <SelectionTools text={source} language={language} selection={chosen} onChange={onChoose} />
      </div>
      {chunks === null ? null : <Expected config={config} chunks={chunks} span={span} />}
    </div>
  );
}

interface ExpectedProps {
  readonly config: string;
  readonly chunks: Chunks;
  readonly span: Span;
}

/** Which chunks would count as right under the config, if this were the evidence. */
function Expected({ config, chunks, span }: ExpectedProps) {
  const holders = chunksHolding(chunks, span);
  return (
    <p className="quiet">
      {text.expected(config)}{' '}
      {holders.length === 0
        ? text.noChunk
        : holders.map(({ id, isWhole }) => `${id} (${isWhole ? text.whole : text.part})`).join(', ')}
    </p>
  );
}
