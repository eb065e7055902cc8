// The system's clock behind the Clock port.
import type { Clock } from '#services/ports';

/** Wall clock in ISO 8601 (UTC), and monotonic milliseconds for durations. */
export const systemClock: Clock = {
  now: () => new Date().toISOString(),
  elapsedMs: () => performance.now(),
};
