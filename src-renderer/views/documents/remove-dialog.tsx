// Asks before a document is removed, and says first which labels would no longer resolve.
import { Button, Modal } from '@mantine/core';
import { useCommand } from '../../data/procedures.ts';
import { goTo } from '../../routes.ts';
import { ErrorPanel, Loading } from '../../ui/states.tsx';
import { words } from '../../words.ts';
import { TouchedLabels } from './add-report.tsx';
import type { OpenDocument } from './document.tsx';

const text = words.documents;

interface RemoveDialogProps {
  readonly open: OpenDocument;
  readonly isAsking: boolean;
  /** The trial run that says what would happen. */
  readonly look: ReturnType<typeof useCommand<'document.removeDocument'>>;
  readonly onClose: () => void;
}

export function RemoveDialog({ open, isAsking, look, onClose }: RemoveDialogProps) {
  const remove = useCommand('document.removeDocument');
  const send = () =>
    remove.mutate(
      { id: open.id },
      {
        onSuccess() {
          onClose();
          goTo({ screen: 'documents' });
        },
      },
    );
  return (
    <Modal
      opened={isAsking}
      onClose={onClose}
      title={text.removeTitle(open.title ?? open.id)}
      lockScroll={false}
      size={520}
      transitionProps={{ duration: 0 }}
      closeButtonProps={{ 'aria-label': words.frame.close }}
    >
      <div className="run-form">
        <p>{text.removeSays}</p>
        {look.isPending ? <Loading lines={2} /> : null}
        {look.error ? <ErrorPanel failure={look.error.failure} /> : null}
        {look.data ? (
          look.data.labels.length === 0 ? (
            <p className="quiet">{text.noLabelTouched}</p>
          ) : (
            <TouchedLabels labels={look.data.labels} says={text.wouldTouch(look.data.labels.length)} />
          )
        ) : null}
        {remove.error ? <ErrorPanel failure={remove.error.failure} /> : null}
        <div className="form-end">
          <Button variant="default" size="compact-md" data-autofocus onClick={onClose}>
            {text.keep}
          </Button>
          <Button size="compact-md" loading={remove.isPending} disabled={!look.data} onClick={send}>
            {text.confirmRemove}
          </Button>
        </div>
      </div>
    </Modal>
  );
}
