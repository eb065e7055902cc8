// What must be known at every moment: whether the folder is trusted, and where calls may go. In words.
import type { Overview } from '#contract/views';
import { useAnnouncement } from '../../data/live.ts';
import { Icon } from '../../ui/icons.tsx';
import { words } from '../../words.ts';

export function StatusLine({ overview }: { readonly overview: Overview | null }) {
  return (
    <footer className="status-line" aria-label={words.frame.status}>
      {overview === null ? (
        <span>{words.app}</span>
      ) : (
        <>
          <span className={overview.trusted ? 'status-part' : 'status-part status-warning'}>
            <Icon name={overview.trusted ? 'lock' : 'warning'} size={14} />
            <span>
              <span className="unseen">{words.frame.trustLabel}: </span>
              {overview.trusted ? words.frame.trusted : words.frame.untrusted}
            </span>
          </span>
          <span className="status-part">
            <Icon name="globe" size={14} />
            <span>
              <span className="unseen">{words.frame.egressLabel}: </span>
              {words.frame.egress(overview.egress)}
            </span>
          </span>
          <span className="status-path" title={overview.root}>
            {overview.root}
          </span>
        </>
      )}
    </footer>
  );
}

/** Read out, never drawn. */
export function LiveRegion() {
  return (
    <div className="unseen" role="status" aria-live="polite">
      {useAnnouncement()}
    </div>
  );
}
