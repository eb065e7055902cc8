// Whether the last thing the analyst touched was the keyboard: focus is moved for those who need it moved, and for nobody else.
let byKeyboard = false;

/** Listens as long as the page lives. */
export function watchInput(): void {
  window.addEventListener('keydown', () => (byKeyboard = true), { capture: true });
  window.addEventListener('pointerdown', () => (byKeyboard = false), { capture: true });
}

export function lastInputWasKeyboard(): boolean {
  return byKeyboard;
}
