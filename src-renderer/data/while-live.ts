// Does something again and again while a run goes on: soon after it said something new, and never too often.
import { useEffect, useEffectEvent, useRef } from 'react';

interface WhileLive {
  readonly isLive: boolean;
  /** Changes when the run has said something new. */
  readonly sign: unknown;
  /** No sooner than this after the last time. */
  readonly everyMs: number;
  /** After this long without a sign it is done anyway: another process tells this one nothing. */
  readonly silenceMs: number;
}

export function useWhileLive(act: () => void, { isLive, sign, everyMs, silenceMs }: WhileLive): void {
  const lastMs = useRef(0);
  const actNow = useEffectEvent(() => {
    lastMs.current = performance.now();
    act();
  });
  useEffect(() => {
    if (!isLive) return;
    const waitMs = Math.max(0, lastMs.current + everyMs - performance.now());
    const timer = setTimeout(() => actNow(), waitMs);
    return () => clearTimeout(timer);
  }, [isLive, sign, everyMs]);
  useEffect(() => {
    if (!isLive) return;
    const timer = setInterval(() => {
      if (performance.now() - lastMs.current >= silenceMs) actNow();
    }, silenceMs);
    return () => clearInterval(timer);
  }, [isLive, silenceMs]);
}
