// The text of one document: marks, chunk boundaries and places beside it, and a selection in offsets of the text.
import { useId, useMemo, useRef } from 'react';
import { words } from '../words.ts';
import { DocumentBlock } from './document/block.tsx';
import { cutBlocks, dealOut } from './document/blocks.ts';
import { layOutChunks, type ChunkBar, type ChunkSpan } from './document/chunk-bars.ts';
import type { TextSelection } from './document/grow.ts';
import { markHeadings, noteStarts, type HeadingStart, type Note, type PageStart } from './document/notes.ts';
import type { Mark } from './document/segments.ts';
import { useCaret } from './document/use-caret.ts';
import { useScrollTo, type ScrollTarget } from './document/use-scroll-to.ts';

/** Offsets are UTF-16 code units of `text`. Lists that stay the same should be the same object: then nothing is drawn again. */
export interface DocumentTextProps {
  readonly text: string;
  /** Names the text for screen readers. */
  readonly label: string;
  /** ISO 639-1 code; null when unsure. */
  readonly language?: string | null;
  /** May overlap. */
  readonly marks?: readonly Mark[];
  /** Chunks of chunking A, in the left margin, sorted by start. */
  readonly boundaries?: readonly ChunkSpan[];
  /** Chunks of chunking B, in the right margin, sorted by start. */
  readonly overlay?: readonly ChunkSpan[];
  readonly headings?: readonly HeadingStart[];
  readonly pages?: readonly PageStart[];
  readonly selection?: TextSelection | null;
  /** Called with what is selected, by pointer or keyboard; null when the selection is taken back. */
  readonly onSelect?: (selection: TextSelection | null) => void;
  readonly scrollTo?: ScrollTarget | null;
}

const noMarks: readonly Mark[] = [];
const noChunks: readonly ChunkSpan[] = [];
const noBars: readonly ChunkBar[] = [];
const noNotes: readonly Note[] = [];
const noPages: readonly PageStart[] = [];
const noHeadings: readonly HeadingStart[] = [];

/** Text of any length up to some megabytes: what is out of sight is in the page, but is not laid out. */
export function DocumentText(props: DocumentTextProps) {
  const { text, marks = noMarks, boundaries = noChunks, overlay = noChunks } = props;
  const root = useRef<HTMLDivElement>(null);
  const hint = useId();
  const blocks = useMemo(() => cutBlocks(text), [text]);
  const beside = useBeside(props);
  const allMarks = useMemo(() => [...beside.headings, ...marks], [beside.headings, marks]);
  const dealt = useMemo(() => dealOut(blocks, allMarks), [blocks, allMarks]);
  const left = useMemo(() => dealOut(blocks, beside.left), [blocks, beside.left]);
  const right = useMemo(() => dealOut(blocks, beside.right), [blocks, beside.right]);
  const notes = useMemo(() => dealOut(blocks, beside.notes), [blocks, beside.notes]);
  const drawn = useMemo(() => [dealt, left, right], [dealt, left, right]);
  const { caret, ...keys } = useCaret({
    root,
    selection: props.selection ?? null,
    onSelect: props.onSelect,
    drawn,
  });
  useScrollTo(root, props.scrollTo ?? null);
  return (
    <div
      className="document-body"
      data-left={boundaries.length > 0 || undefined}
      data-right={overlay.length > 0 || undefined}
      data-notes={beside.notes.length > 0 || undefined}
    >
      <div
        ref={root}
        className="document-root"
        role="document"
        tabIndex={0}
        lang={props.language ?? undefined}
        aria-label={props.label}
        aria-describedby={hint}
        {...keys}
      >
        {blocks.map((block, index) => (
          <DocumentBlock
            key={block.start}
            block={block}
            text={text.slice(block.start, block.end)}
            marks={dealt.get(index) ?? noMarks}
            left={left.get(index) ?? noBars}
            right={right.get(index) ?? noBars}
            notes={notes.get(index) ?? noNotes}
          />
        ))}
      </div>
      {caret === null ? null : <div className="document-caret" style={caret} />}
      <p id={hint} className="unseen">
        {words.documents.reader.hint}
      </p>
    </div>
  );
}

/** What stands beside the text, worked out once. */
function useBeside(props: DocumentTextProps) {
  const { text, boundaries = noChunks, overlay = noChunks } = props;
  const { pages = noPages, headings = noHeadings } = props;
  return {
    left: useMemo(() => layOutChunks(boundaries, text), [boundaries, text]),
    right: useMemo(() => layOutChunks(overlay, text), [overlay, text]),
    notes: useMemo(() => noteStarts(pages, headings, words.documents.reader.page), [pages, headings]),
    headings: useMemo(() => markHeadings(text, headings), [text, headings]),
  };
}
