// Ctrl or Command with S saves what is open, also while typing.
import { useEffect } from 'react';

export function useSaveKey(save: () => void): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.code !== 'KeyS' || event.shiftKey || event.altKey || !(event.ctrlKey || event.metaKey))
        return;
      event.preventDefault();
      if (document.querySelector('[role=dialog]') === null) save();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  });
}
