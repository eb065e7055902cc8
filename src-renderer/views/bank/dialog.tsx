// A dialog of the bank: Escape closes it and nothing below it.
import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { words } from '../../words.ts';

interface DialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly title: string;
  /** Pixels; the whole window where it is left out. */
  readonly width?: number;
  readonly children: ReactNode;
}

/**
 * The page's policy allows no style element, so the page behind is not locked: it cannot be reached anyway. The library
 * would close on Escape before the parts inside have seen the key.
 */
export function Dialog({ opened, onClose, title, width, children }: DialogProps) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      lockScroll={false}
      closeOnEscape={false}
      fullScreen={width === undefined}
      size={width}
      transitionProps={{ duration: 0 }}
      closeButtonProps={{ 'aria-label': words.frame.close }}
      classNames={width === undefined ? { body: 'picker-body', content: 'picker' } : {}}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.preventDefault();
        onClose();
      }}
    >
      {children}
    </Modal>
  );
}
