// A question that is asked before something is lost.
import { Button, Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { words } from '../../words.ts';

interface ConfirmDialogProps {
  readonly opened: boolean;
  readonly title: string;
  /** What the button that does it says. */
  readonly confirm: string;
  readonly isPending?: boolean;
  readonly onClose: () => void;
  readonly onConfirm: () => void;
  readonly children: ReactNode;
}

/** The focus is on keeping: Enter loses nothing. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  return (
    <Modal
      opened={props.opened}
      onClose={props.onClose}
      title={props.title}
      lockScroll={false}
      size={460}
      transitionProps={{ duration: 0 }}
      closeButtonProps={{ 'aria-label': words.frame.close }}
    >
      <div className="run-form">
        {props.children}
        <div className="form-end">
          <Button variant="default" size="compact-md" data-autofocus onClick={props.onClose}>
            {words.configs.editor.keep}
          </Button>
          <Button size="compact-md" color="red" loading={props.isPending} onClick={props.onConfirm}>
            {props.confirm}
          </Button>
        </div>
      </div>
    </Modal>
  );
}
