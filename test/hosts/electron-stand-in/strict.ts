// Keeps the stand-in honest: what it does not imitate throws, so no test passes by accident.

/** Throws for every member that `target` does not have. */
export function strict<Target extends object>(name: string, target: Target): Target {
  return new Proxy(target, {
    get(object, key, receiver) {
      // `then` and `toJSON` are asked for by the language itself.
      if (typeof key === 'symbol' || key in object || key === 'then' || key === 'toJSON')
        return Reflect.get(object, key, receiver) as unknown;
      throw new Error(`${name}.${key} is not imitated`);
    },
  });
}

/** Throws where an object has a key that is not listed. */
export function onlyKeys(name: string, object: object, keys: readonly string[]): void {
  for (const key of Object.keys(object))
    if (!keys.includes(key)) throw new Error(`${name}.${key} is not imitated`);
}

/** An event whose default can be prevented. */
export function preventable(): { defaultPrevented: boolean; preventDefault(): void } {
  const event = { defaultPrevented: false, preventDefault: () => void (event.defaultPrevented = true) };
  return event;
}
