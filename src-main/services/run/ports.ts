// What reading stored runs needs from the disk beside the run store.
import type { Item } from '#contract/items';

/** Where reading the items of a run has come to; only whoever made it can say whether it still holds. */
export interface ItemsPlace {
  /** The file: one that was replaced is another. */
  readonly file: string;
  /** Changes whenever the file may have. */
  readonly stamp: string;
  /** Bytes of the file under that stamp. */
  readonly size: number;
  readonly startByte: number;
  readonly line: number;
  /** Question id to its line: no question has two items. */
  readonly lines: ReadonlyMap<string, number>;
}

export interface ItemsReceiver {
  /** What was handed over before no longer stands: the file was replaced or changed by hand. */
  restart(): void;
  receive(item: Item): void;
}

/** Reads the items of a run one by one, so that a large run never stands in memory whole. */
export interface ItemReader {
  /**
   * Hands over the items after a place, or all of them, in the order they finished; a torn last line waits for its end.
   * @throws AppError stale naming file and line, not-found where there is no such run
   */
  readOn(runId: string, from: ItemsPlace | null, receiver: ItemsReceiver): Promise<ItemsPlace>;
  /** The item of one question, or null. */
  find(runId: string, questionId: string): Promise<Item | null>;
  /** The place after the last item, for whoever wrote them all itself. */
  placeAtEnd(runId: string, questionIds: readonly string[]): Promise<ItemsPlace>;
}
