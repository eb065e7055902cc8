// Asks before a document is removed, and says first which labels would no longer resolve.
import { Button, Modal } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { Output } from '#contract/api';
import type { Reply } from '#contract/failure';
import { useClient } from '../../data/procedures.ts';
import { ErrorPanel, Loading } from '../../ui/states.tsx';
import { words } from '../../words.ts';
import { TouchedLabels } from './adding/add-report.tsx';
import type { OpenDocument } from './document.tsx';
import { removeDocument } from './removing.ts';

const text = words.documents;

interface RemoveDialogProps {
  readonly open: OpenDocument;
  readonly isAsking: boolean;
  readonly onClose: () => void;
}

export function RemoveDialog({ open, isAsking, onClose }: RemoveDialogProps) {
  const client = useClient();
  const look = useTrial(open.id, isAsking);
  const send = () => {
    onClose();
    void removeDocument(client, open.id, open.title ?? open.id);
  };
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
        {look === null ? <Loading lines={2} /> : null}
        {look?.ok === false ? <ErrorPanel failure={look.failure} /> : null}
        {look?.ok === true ? (
          look.value.labels.length === 0 ? (
            <p className="quiet">{text.noLabelTouched}</p>
          ) : (
            <TouchedLabels labels={look.value.labels} says={text.wouldTouch(look.value.labels.length)} />
          )
        ) : null}
        <div className="form-end">
          <Button variant="default" size="compact-md" data-autofocus onClick={onClose}>
            {text.keep}
          </Button>
          <Button size="compact-md" disabled={look?.ok !== true} onClick={send}>
            {text.confirmRemove}
          </Button>
        </div>
      </div>
    </Modal>
  );
}

/** What a removal would do, asked anew each time: labels change meanwhile. null = not known yet. */
function useTrial(id: string, isAsking: boolean): Reply<Output<'document.removeDocument'>> | null {
  const client = useClient();
  const [reply, setReply] = useState<Reply<Output<'document.removeDocument'>> | null>(null);
  useEffect(() => {
    if (!isAsking) return;
    let isWanted = true;
    setReply(null);
    void client.call('document.removeDocument', { id, dryRun: true }).then((told) => {
      if (isWanted) setReply(told);
    });
    return () => {
      isWanted = false;
    };
  }, [client, id, isAsking]);
  return reply;
}
