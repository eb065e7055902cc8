// The preload: exposes `window.assay` with `call` and `on`, and nothing of Electron.
import { contextBridge, ipcRenderer, type IpcRendererEvent } from 'electron';
import type { AppEvent } from '#contract/events';
import type { Reply } from '#contract/failure';
import { callChannel, eventChannel } from './channels.ts';

contextBridge.exposeInMainWorld('assay', {
  call: (name: string, input: unknown): Promise<Reply> => ipcRenderer.invoke(callChannel, name, input),
  on(listener: (event: AppEvent) => void): () => void {
    // The IPC event is held back: it leads to ipcRenderer.
    const heard = (_: IpcRendererEvent, event: AppEvent) => listener(event);
    ipcRenderer.on(eventChannel, heard);
    return () => void ipcRenderer.removeListener(eventChannel, heard);
  },
});
