// Lists where several JSON values differ, by JSON pointer.

export interface Difference {
  /** A JSON pointer, such as `/retrievers/0/kind`. */
  readonly path: string;
  /** In the order of the values; undefined becomes null where one has no such field. */
  readonly values: readonly unknown[];
}

/** Descends where all are objects, or all are lists of one length; elsewhere the whole value differs. Never throws. */
export function listDifferences(values: readonly unknown[], path = ''): Difference[] {
  if (values.every((value) => isEqual(value, values[0]))) return [];
  const objects = values.filter(isObject);
  if (objects.length < values.length || !haveOneShape(objects))
    return [{ path, values: values.map((value) => value ?? null) }];
  const keys = [...new Set(objects.flatMap((value) => Object.keys(value)))];
  return keys.flatMap((key) =>
    listDifferences(
      objects.map((value) => (Object.hasOwn(value, key) ? value[key] : undefined)),
      `${path}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`,
    ),
  );
}

type JsonObject = Readonly<Record<string, unknown>>;

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null;
}

/** Parts of different kinds share no fields worth comparing one by one. */
function haveOneShape(values: readonly JsonObject[]): boolean {
  const [first] = values;
  return values.every((value) =>
    Array.isArray(first)
      ? Array.isArray(value) && value.length === first.length
      : !Array.isArray(value) &&
        value['kind'] === first?.['kind'] &&
        value['provider'] === first?.['provider'],
  );
}

function isEqual(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (!isObject(left) || !isObject(right) || Array.isArray(left) !== Array.isArray(right)) return false;
  const keys = Object.keys(left);
  return (
    keys.length === Object.keys(right).length &&
    keys.every((key) => Object.hasOwn(right, key) && isEqual(left[key], right[key]))
  );
}
