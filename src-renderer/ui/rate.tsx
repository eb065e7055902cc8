// A rate as the window shows it: the percentage with its interval over k of n, or 'not scoreable'.
import type { Rate } from '#contract/scores';
import { formatPercent, formatShare } from './number-format.ts';
import { words } from '../words.ts';

/** Two lines for a table cell. null = the run has no such figure. */
export function RateCell({ rate }: { readonly rate: Rate | null }) {
  const percent = rate === null ? null : formatPercent(rate);
  if (rate === null || percent === null) return <span className="quiet">{words.notScoreable}</span>;
  return (
    <span className="rate-cell">
      <span>{percent}</span>
      <span className="quiet">{formatShare(rate)}</span>
    </span>
  );
}

const width = 120;

/** The interval as a bar on an axis from 0 to 100 %, the rate as a tick on it. The numbers stand beside it in words. */
export function IntervalStrip({ rate }: { readonly rate: Rate }) {
  if (rate.rate === null || rate.low === null || rate.high === null) return null;
  return (
    <svg className="interval" width={width} height="12" viewBox={`0 0 ${width} 12`} aria-hidden="true">
      <line className="interval-axis" x1="0" x2={width} y1="6" y2="6" />
      <rect
        className="interval-bar"
        x={rate.low * width}
        width={Math.max(1, (rate.high - rate.low) * width)}
        y="3"
        height="6"
        rx="3"
      />
      <line className="interval-point" x1={rate.rate * width} x2={rate.rate * width} y1="0" y2="12" />
    </svg>
  );
}
