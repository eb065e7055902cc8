// The whole screen takes files and folders that are dropped on it; the buttons do the same without dragging.
import { Button } from '@mantine/core';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { shortcutHint, useCommands } from '../../../commands/commands.ts';
import { useClient } from '../../../data/procedures.ts';
import { Icon } from '../../../ui/icons.tsx';
import { words } from '../../../words.ts';
import { addPicked } from './adding.ts';
import { readChosen, readDrop } from './picked-files.ts';

const text = words.documents;

/** Listens on the window as long as the screen is shown; says where files would go while they are held over it. */
export function DropArea() {
  const client = useClient();
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const holdsFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') === true;
    const over = (event: DragEvent) => {
      if (!holdsFiles(event)) return;
      event.preventDefault();
      setOver(true);
    };
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(false);
    };
    const drop = (event: DragEvent) => {
      setOver(false);
      if (!holdsFiles(event) || event.dataTransfer === null) return;
      event.preventDefault();
      void readDrop(event.dataTransfer).then((files) => addPicked(client, files));
    };
    window.addEventListener('dragover', over);
    window.addEventListener('dragleave', leave);
    window.addEventListener('drop', drop);
    return () => {
      window.removeEventListener('dragover', over);
      window.removeEventListener('dragleave', leave);
      window.removeEventListener('drop', drop);
    };
  }, [client]);
  return isOver ? (
    <div className="drop-area" role="status">
      <p>{text.dropHere}</p>
    </div>
  ) : null;
}

export function AddButtons() {
  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  useCommands([
    {
      id: 'documents.addFiles',
      title: text.addFiles,
      group: text.title,
      keys: 'KeyN',
      run: () => files.current?.click(),
    },
    {
      id: 'documents.addFolder',
      title: text.addFolder,
      group: text.title,
      run: () => folder.current?.click(),
    },
  ]);
  return (
    <div className="button-line">
      <Button
        size="compact-md"
        leftSection={<Icon name="plus" size={14} />}
        title={shortcutHint(text.addFiles, 'KeyN')}
        onClick={() => files.current?.click()}
      >
        {text.addFiles}
      </Button>
      <Button size="compact-md" variant="default" onClick={() => folder.current?.click()}>
        {text.addFolder}
      </Button>
      <FileField field={files} isFolder={false} />
      <FileField field={folder} isFolder />
    </div>
  );
}

interface FileFieldProps {
  readonly field: RefObject<HTMLInputElement | null>;
  readonly isFolder: boolean;
}

/** The browser's own chooser; never drawn. */
function FileField({ field, isFolder }: FileFieldProps) {
  const client = useClient();
  return (
    <input
      ref={field}
      type="file"
      hidden
      multiple
      aria-label={isFolder ? text.addFolder : text.addFiles}
      {...(isFolder ? { webkitdirectory: '' } : {})}
      onChange={(event) => {
        addPicked(client, readChosen(event.currentTarget.files));
        // The same file can be chosen again.
        event.currentTarget.value = '';
      }}
    />
  );
}
