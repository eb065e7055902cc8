// One document: where it comes from, its text with chunkings and labels, and what can be done with it.
import { useMemo, useRef, useState } from 'react';
import type { Output } from '#contract/api';
import { useCommands } from '../../commands/commands.ts';
import { useProcedure } from '../../data/procedures.ts';
import { goTo, useRoute, type Route } from '../../routes.ts';
import { DocumentText } from '../../ui/document-text.tsx';
import { FindBar } from '../../ui/document/find/find-bar.tsx';
import type { TextSelection } from '../../ui/document/grow.ts';
import type { Mark } from '../../ui/document/segments.ts';
import { SelectionTools } from '../../ui/document/selection-tools.tsx';
import { useFind } from '../../ui/document/find/use-find.ts';
import type { ScrollTarget } from '../../ui/document/use-scroll-to.ts';
import { ErrorPanel, Loading } from '../../ui/states.tsx';
import { words } from '../../words.ts';
import { EvidenceButton } from '../search/evidence-dialog.tsx';
import { ChunkingChoice, useChunkings } from './chunkings.tsx';
import { DocumentHead, findKeys } from './document-head.tsx';
import { DocumentLabels, labelMarks, useDocumentLabels } from './document-labels.tsx';
import { readPlace } from './place.ts';

export type OpenDocument = Output<'document.getText'>;
const text = words.documents;

export function DocumentView({ id }: { readonly id: string }) {
  const { data, error, refetch } = useProcedure('document.getText', { id });
  if (!data)
    return error ? <ErrorPanel failure={error.failure} onRetry={() => void refetch()} /> : <Loading />;
  return <Loaded open={data} />;
}

function Loaded({ open }: { readonly open: OpenDocument }) {
  const route = useRoute();
  const area = useRef<HTMLElement>(null);
  const [selection, setSelection] = useState<TextSelection | null>(null);
  const { target, show } = useTarget(route, open.text.length);
  const find = useFind(open.text, show, () => selection?.start ?? target?.start ?? 0);
  // The page's own search finds nothing in what is not laid out, so the key is ours while a document is open.
  useCommands([
    {
      id: 'document.find',
      title: words.documents.find.title,
      group: text.title,
      keys: findKeys,
      run: find.open,
    },
  ]);
  const labels = useDocumentLabels(open.id);
  const chunkings = useChunkings(open.id, route);
  const marks = useMemo(
    () => [...labelMarks(labels.data), ...linkedMark(route, open.text.length), ...find.marks],
    [labels.data, route.filter.mark, open.text.length, find.marks],
  );
  return (
    <article ref={area} className={route.filter.wide === undefined ? 'item' : 'item document-wide'}>
      <DocumentHead open={open} route={route} onFind={find.open} />
      <DocumentLabels labels={labels} onShow={show} />
      <ChunkingChoice chunkings={chunkings} route={route} />
      <div className="document-tools">
        <FindBar find={find} onClosed={() => focusText(area.current)} />
        <Selected open={open} selection={selection} onChange={setSelection} />
      </div>
      {open.text === '' ? (
        <p>{text.noText}</p>
      ) : (
        <DocumentText
          text={open.text}
          label={text.textOf(open.title ?? open.id)}
          language={open.language}
          marks={marks}
          boundaries={chunkings.a.chunks}
          overlay={chunkings.b.chunks}
          pages={open.pages}
          headings={open.headings}
          selection={selection}
          onSelect={setSelection}
          scrollTo={target}
        />
      )}
    </article>
  );
}

interface SelectedProps {
  readonly open: OpenDocument;
  readonly selection: TextSelection | null;
  readonly onChange: (selection: TextSelection | null) => void;
}

/** What is selected, with the ways to fit it and to make it evidence. */
function Selected({ open, selection, onChange }: SelectedProps) {
  if (selection === null) return null;
  const quote = open.text.slice(selection.start, selection.end);
  return (
    <div className="button-line">
      <SelectionTools text={open.text} language={open.language} selection={selection} onChange={onChange} />
      <EvidenceButton place={{ document: open.id, ...selection }} quote={quote} />
    </div>
  );
}

/** What is to be brought into sight: the place of the address, until another one is asked for. */
function useTarget(route: Route, length: number) {
  const [asked, setAsked] = useState<ScrollTarget | null>(null);
  const address = `${route.filter.at ?? ''} ${route.filter.mark ?? ''}`;
  const [lastAddress, setLastAddress] = useState(address);
  if (address !== lastAddress) {
    setLastAddress(address);
    setAsked(null);
  }
  const place = readPlace(route.filter, length);
  const fromAddress = useMemo(() => place, [place?.start, place?.end]);
  const show = ({ start, end }: TextSelection) =>
    setAsked((before) => ({ start, end, ask: (before?.ask ?? 0) + 1 }));
  return { target: asked ?? fromAddress, show };
}

function linkedMark(route: Route, length: number): readonly Mark[] {
  if (route.filter.mark === undefined) return [];
  const place = readPlace(route.filter, length);
  if (place === null || place.end <= place.start) return [];
  return [{ id: 'linked', ...place, kind: 'citation', label: text.linked }];
}

function focusText(area: HTMLElement | null): void {
  area?.querySelector<HTMLElement>('[role=document]')?.focus({ preventScroll: true });
}

/** The address of the same document with another setting; null takes the setting out. */
export function changeFilter(route: Route, name: string, value: string | null): void {
  const rest = Object.fromEntries(Object.entries(route.filter).filter(([key]) => key !== name));
  goTo({ ...route, filter: value === null ? rest : { ...rest, [name]: value } });
}
