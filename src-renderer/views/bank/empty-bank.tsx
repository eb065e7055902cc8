// The bank without a question: what it is for, and the two ways to begin.
import { Button } from '@mantine/core';
import { EmptyState } from '../../ui/states.tsx';
import { words } from '../../words.ts';
import { openDraft } from './question/draft.tsx';

const text = words.bank;

export function EmptyBank({ onImport }: { readonly onImport: () => void }) {
  return (
    <EmptyState title={text.none} hint={text.noneHint}>
      <div className="bank-tools">
        <Button size="compact-md" onClick={openDraft}>
          {text.writeFirst}
        </Button>
        <Button size="compact-md" variant="default" onClick={onImport}>
          {text.tools.import}
        </Button>
      </div>
    </EmptyState>
  );
}
