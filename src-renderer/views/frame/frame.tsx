// The frame: rail on the left, work in the middle, inspector on the right, and the state of the workspace below.
import { CloseButton } from '@mantine/core';
import { useEffect, useRef, type ReactNode } from 'react';
import { CommandLayer } from '../../commands/command-layer.tsx';
import { useProcedure } from '../../data/procedures.ts';
import type { Screen } from '../../routes.ts';
import { lastInputWasKeyboard } from '../../ui/last-input.ts';
import { Notices } from '../../ui/notify.tsx';
import { ScrollerContext } from '../../ui/scroller.ts';
import { ErrorPanel } from '../../ui/states.tsx';
import { words } from '../../words.ts';
import { Boundary } from './boundary.tsx';
import { LiveRegion, StatusLine } from './status-line.tsx';
import { Rail } from './rail.tsx';

interface FrameProps {
  readonly screen: Screen;
  readonly children: ReactNode;
  /** null = the inspector is closed. */
  readonly inspector: ReactNode;
  /** Changes when the inspector shows something else. */
  readonly inspectorKey: string;
  /** The address of this screen without its inspector. */
  readonly closedHash: string;
}

export function Frame({ screen, children, inspector, inspectorKey, closedHash }: FrameProps) {
  const overview = useProcedure('workspace.getOverview', {});
  const work = useRef<HTMLDivElement>(null);
  const isOpen = inspector !== null;
  const close = () => {
    window.location.hash = closedHash;
    work.current?.querySelector<HTMLElement>('[role=grid]')?.focus({ preventScroll: true });
  };
  useEscape(isOpen, close);
  useTitle(overview.data?.name ?? null, screen);
  useEffect(() => {
    if (work.current !== null) work.current.scrollTop = 0;
  }, [screen]);
  return (
    <div className="frame" data-inspector={isOpen || undefined}>
      <Rail screen={screen} onSkip={() => work.current?.focus()} />
      <main className="zones">
        <div ref={work} className="work" tabIndex={-1}>
          <ScrollerContext value={work}>
            <div className="work-content">
              {overview.error && overview.data === undefined ? (
                <ErrorPanel failure={overview.error.failure} onRetry={() => void overview.refetch()} />
              ) : (
                <Boundary key={screen}>{children}</Boundary>
              )}
            </div>
          </ScrollerContext>
        </div>
        {isOpen ? (
          <Inspector screen={screen} shows={inspectorKey} onClose={close}>
            <Boundary key={inspectorKey}>{inspector}</Boundary>
          </Inspector>
        ) : null}
      </main>
      <StatusLine overview={overview.data ?? null} />
      <LiveRegion />
      <Notices />
      <CommandLayer />
    </div>
  );
}

interface InspectorProps {
  readonly screen: Screen;
  readonly shows: string;
  readonly children: ReactNode;
  readonly onClose: () => void;
}

function Inspector({ screen, shows, children, onClose }: InspectorProps) {
  const area = useRef<HTMLElement>(null);
  useEffect(() => {
    // A pointer stays where it is, and so does the focus: the next arrow key still moves in the table.
    if (lastInputWasKeyboard()) area.current?.focus({ preventScroll: true });
    if (area.current !== null) area.current.scrollTop = 0;
  }, [shows]);
  return (
    <section ref={area} className="inspector" aria-label={words.frame.inspector} tabIndex={-1}>
      <ScrollerContext value={area}>
        <div>
          {/* Where the window is narrow this is all there is of the screen, whose own heading is hidden. */}
          <h1 className="unseen narrow-only">{words.screens[screen]}</h1>
          <CloseButton
            className="inspector-close"
            aria-label={words.frame.close}
            title={words.frame.closeHint}
            onClick={onClose}
          />
          {children}
        </div>
      </ScrollerContext>
    </section>
  );
}

/** Escape closes the inspector, unless something above it is open and takes the key for itself. */
function useEscape(isOpen: boolean, close: () => void): void {
  useEffect(() => {
    if (!isOpen) return;
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      if (document.querySelector('[role=dialog]') === null) close();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  });
}

function useTitle(workspace: string | null, screen: Screen): void {
  useEffect(() => {
    document.title = [words.screens[screen], workspace, words.app].filter(Boolean).join(' · ');
  }, [workspace, screen]);
}
