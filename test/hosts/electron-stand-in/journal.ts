// What the stand-in saw, told to the test that started it, and what the test asks it to do.

/** One thing that happened: a cancelled request, a prevented navigation, a denied window, an error box ... */
export interface Entry {
  readonly kind: string;
  readonly [detail: string]: unknown;
}

/** From the test: `do` names a command, the rest are its words. */
export interface Command {
  readonly id: number;
  readonly do: string;
  readonly words: readonly unknown[];
}

export type Told =
  | { readonly entry: Entry }
  | { readonly id: number; readonly result: unknown }
  | { readonly id: number; readonly error: string };

type Action = (...words: never[]) => unknown;

const commands = new Map<string, Action>();

/** Tells the test. */
export function note(entry: Entry): void {
  tell({ entry });
}

/** Lets the test ask for something. */
export function onCommand(name: string, action: Action): void {
  commands.set(name, action);
}

/** Resolves when everything told so far has left this process. */
export function flushJournal(): Promise<void> {
  return new Promise((resolve) => {
    if (!process.connected || !process.send) return resolve();
    process.send({ entry: { kind: 'ended' } } satisfies Told, undefined, undefined, () => resolve());
  });
}

function tell(told: Told): void {
  if (process.connected) process.send?.(told, undefined, undefined, () => undefined);
}

process.on('message', (message: Command) => {
  const { id } = message;
  void (async () => {
    try {
      const action = commands.get(message.do);
      if (!action) throw new Error(`The command ${message.do} is not known.`);
      tell({ id, result: await action(...(message.words as never[])) });
    } catch (error) {
      tell({ id, error: String(error) });
    }
  })();
});
process.channel?.unref();
