// One block of a document's text: its segments with their marks, and what stands beside it in the margins.
import { memo, type CSSProperties, type ReactNode } from 'react';
import { words } from '../../words.ts';
import type { Block } from './blocks.ts';
import type { ChunkBar } from './chunk-bars.ts';
import type { Note } from './notes.ts';
import { blockAttribute } from './positions.ts';
import { segmentBlock, type Mark, type Segment } from './segments.ts';

export interface BlockProps {
  readonly block: Block;
  /** The text of the block alone. */
  readonly text: string;
  readonly marks: readonly Mark[];
  readonly left: readonly ChunkBar[];
  readonly right: readonly ChunkBar[];
  readonly notes: readonly Note[];
}

type Side = 'a' | 'b';

/** Something without width between two characters: where a bracket begins or ends, or a label's line. */
interface Point {
  readonly at: number;
  readonly node: ReactNode;
}

/** Nothing but the text itself is in a text node here: offsets are read off the page by counting. Labels are drawn by the style sheet. */
function DrawnBlock({ block, text, marks, left, right, notes }: BlockProps) {
  const points = [
    ...left.flatMap((bar) => endsInside('a', bar, block, text)),
    ...right.flatMap((bar) => endsInside('b', bar, block, text)),
    ...notes.map((note) => ({ at: note.start, node: <NoteLabel key={`note ${note.start}`} note={note} /> })),
  ].sort((one, other) => one.at - other.at);
  const segments = segmentBlock(
    block,
    marks,
    points.map(({ at }) => at),
  );
  return (
    <div {...{ [blockAttribute]: block.start }} className="document-block" style={sizeOf(text)}>
      {left.map((bar) => (
        <Bracket key={`a ${bar.id}`} side="a" bar={bar} block={block} />
      ))}
      {right.map((bar) => (
        <Bracket key={`b ${bar.id}`} side="b" bar={bar} block={block} />
      ))}
      {weave(segments, points, block, text)}
    </div>
  );
}

export const DocumentBlock = memo(DrawnBlock, isSame);

function weave(
  segments: readonly Segment[],
  points: readonly Point[],
  { start }: Block,
  text: string,
): readonly ReactNode[] {
  const woven: ReactNode[] = [];
  let next = 0;
  for (const segment of segments) {
    for (let point = points[next]; point && point.at <= segment.start; point = points[(next += 1)])
      woven.push(point.node);
    const slice = text.slice(segment.start - start, segment.end - start);
    woven.push(<MarkedText key={segment.start} text={slice} marks={segment.marks} />);
  }
  return woven;
}

function MarkedText({ text, marks }: { readonly text: string; readonly marks: readonly Mark[] }) {
  if (marks.length === 0) return <span>{text}</span>;
  const kinds = [...new Set(marks.map(({ kind }) => kind))];
  const className = kinds.map((kind) => `text-${kind}`).join(' ');
  const labels = [...new Set(marks.map(({ label }) => label))].filter((label) => label !== '');
  if (kinds.every((kind) => kind === 'heading')) return <span className={className}>{text}</span>;
  return (
    <mark className={className} title={labels.join('\n') || undefined}>
      {text}
    </mark>
  );
}

function NoteLabel({ note }: { readonly note: Note }) {
  return <span className="document-note" data-label={note.label} />;
}

/** A place of its own within the block, which the bracket is fastened to. */
function anchorName(side: Side, bar: ChunkBar, edge: 'start' | 'end'): string {
  return `--${side}-${edge}-${bar.start}-${bar.end}`;
}

function endsInside(side: Side, bar: ChunkBar, block: Block, text: string): readonly Point[] {
  const edges = [
    ...(bar.start > block.start ? (['start'] as const) : []),
    ...(bar.end < block.end ? (['end'] as const) : []),
  ];
  /** A chunk that begins with its line needs no sign there. */
  const isWithinLine = (at: number) => text.charAt(at - block.start - 1) !== '\n';
  return edges.map((edge) => ({
    at: bar[edge],
    node: (
      <span
        key={`${side} ${edge} ${bar.id}`}
        className={edge === 'start' && isWithinLine(bar.start) ? `chunk-tick-${side}` : undefined}
        style={{ anchorName: anchorName(side, bar, edge) } as CSSProperties}
      />
    ),
  }));
}

interface BracketProps {
  readonly side: Side;
  readonly bar: ChunkBar;
  readonly block: Block;
}

/** The part of a chunk's bracket that stands beside this block. */
function Bracket({ side, bar, block }: BracketProps) {
  const starts = bar.start >= block.start;
  const ends = bar.end <= block.end;
  const style: CSSProperties = {
    top: bar.start > block.start ? `anchor(${anchorName(side, bar, 'start')} top)` : 0,
    bottom: bar.end < block.end ? `anchor(${anchorName(side, bar, 'end')} bottom)` : 0,
  };
  return (
    <div
      className={`chunk-bar chunk-bar-${side} chunk-lane-${bar.lane}`}
      data-label={starts ? (bar.label ?? undefined) : undefined}
      data-starts={starts || undefined}
      data-ends={ends || undefined}
      title={words.documents.reader.chunk(side.toUpperCase(), bar.id)}
      style={style}
    />
  );
}

const lineHeight = 23;
const usualLine = 66;

/** About how high the block will be: what is out of sight is not laid out before it comes near. */
function sizeOf(text: string): CSSProperties {
  const lines = text.split('\n');
  const rows = lines.reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / usualLine)), 0);
  const height = lineHeight * (text.endsWith('\n') ? rows - 1 : rows);
  return { containIntrinsicHeight: `auto ${height}px` } as CSSProperties;
}

/** Blocks are drawn again only when something in them has changed. */
function isSame(before: BlockProps, after: BlockProps): boolean {
  return (
    before.text === after.text &&
    before.block.start === after.block.start &&
    isSameList(before.marks, after.marks) &&
    isSameList(before.left, after.left) &&
    isSameList(before.right, after.right) &&
    isSameList(before.notes, after.notes)
  );
}

function isSameList<Thing extends object>(before: readonly Thing[], after: readonly Thing[]): boolean {
  return (
    before === after ||
    (before.length === after.length && before.every((thing, index) => isSameThing(thing, after[index])))
  );
}

function isSameThing(before: object, after: object | undefined): boolean {
  if (before === after) return true;
  if (after === undefined) return false;
  const values = new Map<string, unknown>(Object.entries(after));
  return Object.entries(before).every(([name, value]) => values.get(name) === value);
}
