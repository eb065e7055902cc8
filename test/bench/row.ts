// The shapes of a bench: rows made of cases, cases measured on several sides, each in a process of its own.

/** What a side process does for one case. Everything that is not to be measured happens while it is opened. */
export interface Side {
  /** One round; returns figures by name, such as texts per second. */
  round(): Promise<Readonly<Record<string, number>>>;
  /** What this side answers, for checks that all sides compute the same; plain data or typed arrays. */
  answers?(): Promise<unknown>;
}

/** Opens a side with the parameters of its case. */
export type OpenSide = (parameters: Parameters) => Promise<Side>;
export type Parameters = Readonly<Record<string, string | number>>;

export interface Measured {
  /** Such as `assay` or `usearch exact`. */
  readonly side: string;
  readonly figure: string;
  readonly unit: string;
  readonly median: number;
  readonly rounds: readonly number[];
}

/** A ratio of two medians beside the goal it has to reach. */
export interface Ratio {
  readonly name: string;
  readonly value: number;
  readonly goal: number;
  /** Which way is better. */
  readonly sense: 'at least' | 'at most';
}

/** A property that has to hold for the figures to mean anything. */
export interface Check {
  readonly name: string;
  readonly value: number;
  readonly needed: number;
}

export interface CaseResult {
  readonly name: string;
  readonly measured: readonly Measured[];
  readonly ratios: readonly Ratio[];
  readonly checks: readonly Check[];
}

export interface Row {
  readonly name: string;
  readonly title: string;
  /** What is measured on what, in a sentence or two. */
  readonly about: string;
  run(tools: RowTools): Promise<readonly CaseResult[]>;
}

export interface RowTools {
  /** A folder of this row, removed afterwards. */
  readonly folder: string;
  /** Folder with the model all-MiniLM-L6-v2. */
  model(): Promise<string>;
  /** Folder of the bundled entries. */
  readonly bundles: string;
  log(line: string): void;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? NaN)) / 2;
}

/** Repeats `work` for about a second and returns how often it ran per second. */
export async function ratePerSecond(work: (turn: number) => unknown): Promise<number> {
  const start = performance.now();
  let turns = 0;
  let elapsedMs = 0;
  do {
    await work(turns);
    turns += 1;
    elapsedMs = performance.now() - start;
  } while (elapsedMs < 1000);
  return (turns * 1000) / elapsedMs;
}
