// A button with the dialog that it opens, and afterwards what came of it. The dialog is there only while it is open.
import { Button, Modal } from '@mantine/core';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { announce } from '../../data/live.ts';
import { formatRoute } from '../../routes.ts';
import { words } from '../../words.ts';

interface DialogButtonProps {
  readonly label: string;
  readonly size: number;
  /** Says what was done, before the id of the question it was done to. */
  readonly says: string;
  /** `done` takes the id of the question. */
  readonly children: (done: (id: string) => void, close: () => void) => ReactNode;
}

export function DialogButton({ label, size, says, children }: DialogButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const [done, setDone] = useState<string | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    if (wasOpen.current && !isOpen) button.current?.focus({ preventScroll: true });
    wasOpen.current = isOpen;
  }, [isOpen]);
  const close = () => setOpen(false);
  const finish = (id: string) => {
    close();
    setDone(id);
    announce(`${says} ${id}`);
  };
  return (
    <>
      <Button ref={button} size="compact-xs" variant="default" onClick={() => setOpen(true)}>
        {label}
      </Button>
      {done === null ? null : (
        <span>
          {says} <a href={formatRoute({ screen: 'bank', id: done })}>{done}</a>
        </span>
      )}
      {isOpen ? (
        <Modal
          opened
          onClose={close}
          title={label}
          returnFocus={false}
          lockScroll={false}
          size={size}
          transitionProps={{ duration: 0 }}
          closeButtonProps={{ 'aria-label': words.frame.close }}
        >
          {children(finish, close)}
        </Modal>
      ) : null}
    </>
  );
}
