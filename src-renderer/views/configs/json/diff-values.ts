// Where two values of JSON differ, path by path.
import { isObject, isSameJson, type Path } from '../form/json-values.ts';

export interface Difference {
  readonly path: Path;
  /** undefined = not there. */
  readonly left: unknown;
  readonly right: unknown;
}

/** The innermost places that differ, in the order of `left`, then what only `right` has. Lists are compared entry by entry. */
export function diffValues(left: unknown, right: unknown, path: Path = []): readonly Difference[] {
  if (isSameJson(left, right)) return [];
  if (Array.isArray(left) && Array.isArray(right)) {
    const length = Math.max(left.length, right.length);
    return Array.from({ length }, (_, index) => index).flatMap((index) =>
      diffValues(left[index], right[index], [...path, index]),
    );
  }
  if (isObject(left) && isObject(right)) {
    const names = [...new Set([...Object.keys(left), ...Object.keys(right)])];
    return names.flatMap((name) =>
      diffValues(
        Object.hasOwn(left, name) ? left[name] : undefined,
        Object.hasOwn(right, name) ? right[name] : undefined,
        [...path, name],
      ),
    );
  }
  return [{ path, left, right }];
}
