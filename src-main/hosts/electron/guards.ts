// Decides who may call the main process and what a window may load; free of Electron, so that each case can be tested.

/** The part of Electron's WebFrameMain that is looked at. */
export interface SenderFrame {
  readonly url: string;
  readonly parent: unknown;
}

/** Whether an address belongs to the built renderer. Parsed, never compared as text. */
export function isOwnUrl(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, host, username, password } = new URL(url);
  return protocol === 'app:' && host === 'assay' && username === '' && password === '';
}

/** A call is heard from the main frame of the app's own page alone; null is a frame that is already gone. */
export function isTrustedSender(frame: SenderFrame | null): boolean {
  return frame !== null && frame.parent === null && isOwnUrl(frame.url);
}
