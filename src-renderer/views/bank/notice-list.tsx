// What could not be saved, above everything else on the page, with what to do about it.
import { Button, CloseButton } from '@mantine/core';
import { createPortal } from 'react-dom';
import { ErrorPanel } from '../../ui/states.tsx';
import { words } from '../../words.ts';
import { Changes } from './changes.tsx';
import { dismissNotice, useNotices, type Notice } from './edit/notices.ts';

const text = words.bank.notice;

/** At the end of the page, so that it is seen beside the inspector and in its place. */
export function NoticeList() {
  const notices = useNotices();
  if (notices.length === 0) return null;
  return createPortal(
    <section className="notices" aria-label={text.title}>
      {notices.map((notice) => (
        <NoticeBox key={notice.id} notice={notice} />
      ))}
    </section>,
    document.body,
  );
}

function NoticeBox({ notice }: { readonly notice: Notice }) {
  const { id, says, mine, failure, theirs, choices } = notice;
  return (
    <div className="notice">
      <div className="notice-line">
        <p>{says}</p>
        <span className="notice-choices">
          {choices.map(({ label, run }) => (
            <Button
              key={label}
              size="compact-sm"
              variant="default"
              onClick={() => {
                dismissNotice(id);
                run();
              }}
            >
              {label}
            </Button>
          ))}
        </span>
        <CloseButton size="sm" aria-label={text.dismiss} onClick={() => dismissNotice(id)} />
      </div>
      {failure === undefined ? null : <ErrorPanel failure={failure} />}
      {theirs === undefined ? null : (
        <>
          <p className="quiet">{text.theirs}</p>
          <Changes changes={theirs} />
        </>
      )}
      {mine === undefined ? null : <p className="notice-mine">{mine}</p>}
    </div>
  );
}
