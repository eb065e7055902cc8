// The head of an open document: what it is, what its extraction says, and the buttons that act on it.
import { Button } from '@mantine/core';
import { useState } from 'react';
import { shortcutHint } from '../../commands/commands.ts';
import type { Route } from '../../routes.ts';
import { Icon } from '../../ui/icons.tsx';
import { words } from '../../words.ts';
import { changeFilter, type OpenDocument } from './document.tsx';
import { typeWord } from './document-columns.tsx';
import { RemoveDialog } from './remove-dialog.tsx';

const text = words.documents;
export const findKeys = '$mod+KeyF';

interface DocumentHeadProps {
  readonly open: OpenDocument;
  readonly route: Route;
  readonly onFind: () => void;
}

export function DocumentHead({ open, route, onFind }: DocumentHeadProps) {
  const isWide = route.filter.wide !== undefined;
  return (
    <header>
      <p className="crumbs">{open.id}</p>
      <h2>{open.title ?? open.id}</h2>
      <p className="quiet">{sayDocument(open)}</p>
      {open.warnings.length > 0 ? (
        <ul className="warnings">
          {open.warnings.map((warning) => (
            <li key={warning}>
              <Icon name="warning" /> {warning}
            </li>
          ))}
        </ul>
      ) : null}
      <Metadata open={open} />
      <div className="button-line">
        <Button
          size="compact-sm"
          variant="default"
          title={shortcutHint(words.documents.find.title, findKeys)}
          onClick={onFind}
        >
          {text.findInside}
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          aria-pressed={isWide}
          onClick={() => changeFilter(route, 'wide', isWide ? null : '1')}
        >
          {isWide ? text.narrow : text.wide}
        </Button>
        <RemoveButton open={open} />
      </div>
    </header>
  );
}

function sayDocument(open: OpenDocument): string {
  return [
    typeWord(open.mediaType),
    words.overview.characters(open.text.length),
    ...(open.pages.length > 0 ? [text.pagesSay(open.pages.length)] : []),
    open.language === null ? text.noLanguage : text.languageSays(open.language),
    ...(open.collection === null ? [] : [text.collection(open.collection)]),
    ...(open.path === null || open.path === open.id ? [] : [open.path]),
  ].join(' · ');
}

function Metadata({ open: { metadata } }: { readonly open: OpenDocument }) {
  const entries = Object.entries(metadata);
  if (entries.length === 0) return null;
  return (
    <details className="more">
      <summary>{text.metadata(entries.length)}</summary>
      <dl className="answers">
        {entries.map(([name, value]) => (
          <div key={name} className="metadata-line">
            <dt>{name}</dt>
            <dd>{typeof value === 'string' ? value : JSON.stringify(value)}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

function RemoveButton({ open }: { readonly open: OpenDocument }) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<Icon name="trash" size={13} />}
        onClick={() => setAsking(true)}
      >
        {text.remove}
      </Button>
      <RemoveDialog open={open} isAsking={isAsking} onClose={() => setAsking(false)} />
    </>
  );
}
