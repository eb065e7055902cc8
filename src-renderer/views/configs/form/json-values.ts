// Values of JSON by path: read, set and removed without changing the value they stand in.
export type Path = readonly (string | number)[];
export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The JSON pointer of a path, as problems carry it; '' is the whole value. */
export function pointerOf(path: Path): string {
  return path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/** undefined where there is nothing. */
export function valueAt(root: unknown, path: Path): unknown {
  let value = root;
  for (const part of path) {
    if (Array.isArray(value)) value = value[Number(part)];
    else if (isObject(value) && Object.hasOwn(value, part)) value = value[part];
    else return undefined;
  }
  return value;
}

const tags = ['kind', 'provider'];

/** As `valueAt`, and nothing where the way leads through a part that is of another kind in `twin`, which has the same form. */
export function valueAtLike(root: unknown, twin: unknown, path: Path): unknown {
  const isOther = path.some((_, depth) => {
    const [here, there] = [valueAt(root, path.slice(0, depth)), valueAt(twin, path.slice(0, depth))];
    return tags.some((tag) => {
      const [word, other] = [valueAt(here, [tag]), valueAt(there, [tag])];
      return typeof word === 'string' && other !== undefined && word !== other;
    });
  });
  return isOther ? undefined : valueAt(root, path);
}

/**
 * The same with `value` at the path; objects that are missing on the way are made, and whatever stands in the way as
 * something else gives way. `orderOf` says in which order the fields of the object at a path are written: a new field
 * takes its place among those that are there, which stay where they are.
 */
export function withValue(
  root: unknown,
  path: Path,
  value: unknown,
  orderOf: (path: Path) => readonly string[] = () => [],
): unknown {
  const place = (here: unknown, depth: number): unknown => {
    const part = path[depth];
    if (part === undefined) return value;
    if (typeof part === 'number') {
      const list: unknown[] = Array.isArray(here) ? [...(here as readonly unknown[])] : [];
      list[part] = place(list[part], depth + 1);
      return list;
    }
    const object = isObject(here) ? here : {};
    const inner = place(Object.hasOwn(object, part) ? object[part] : undefined, depth + 1);
    return withField(object, part, inner, orderOf(path.slice(0, depth)));
  };
  return place(root, 0);
}

function withField(object: JsonObject, name: string, value: unknown, order: readonly string[]): JsonObject {
  const entries = Object.entries(object);
  const at = entries.findIndex(([key]) => key === name);
  if (at >= 0) entries[at] = [name, value];
  else {
    const rank = order.indexOf(name);
    const next = rank < 0 ? -1 : entries.findIndex(([key]) => order.indexOf(key) > rank);
    entries.splice(next < 0 ? entries.length : next, 0, [name, value]);
  }
  return Object.fromEntries(entries);
}

/** The same without what stands at the path: a field is taken out, an entry of a list too. */
export function withoutValue(root: unknown, path: Path): unknown {
  const last = path.at(-1);
  if (last === undefined) return root;
  const owner = valueAt(root, path.slice(0, -1));
  if (Array.isArray(owner))
    return withValue(
      root,
      path.slice(0, -1),
      owner.filter((_, index) => index !== last),
    );
  if (!isObject(owner) || !Object.hasOwn(owner, last)) return root;
  const kept = Object.fromEntries(Object.entries(owner).filter(([name]) => name !== last));
  return withValue(root, path.slice(0, -1), kept);
}

/** The list with one entry moved to another place. */
export function withMoved(list: readonly unknown[], from: number, to: number): readonly unknown[] {
  const rest = list.filter((_, index) => index !== from);
  return [...rest.slice(0, to), list[from], ...rest.slice(to)];
}

/** Equal as JSON; the order of an object's fields says nothing. */
export function isSameJson(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((entry, index) => isSameJson(entry, b[index]));
  if (!isObject(a) || !isObject(b)) return false;
  const names = Object.keys(a);
  return (
    names.length === Object.keys(b).length &&
    names.every((name) => Object.hasOwn(b, name) && isSameJson(a[name], b[name]))
  );
}
