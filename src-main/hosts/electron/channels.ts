// The two channels between the window and the main process, and the address of the page; the preload knows no more.

/** Window to main: `(name, input)`, answered with a Reply. */
export const callChannel = 'assay:call';
/** Main to window: one AppEvent. */
export const eventChannel = 'assay:event';
export const pageScheme = 'app';
export const pageUrl = 'app://assay/index.html';
