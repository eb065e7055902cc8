// Reads server-sent events for tests, each as soon as it has arrived whole.
import type { AppEvent } from '#contract/events';

/** Resolves once the stream stands; `ended` resolves when the host ends it. */
export async function listenTo(
  url: string,
  authorization: string,
  hear: (event: AppEvent) => void,
): Promise<{ readonly ended: Promise<void> }> {
  const response = await fetch(url, { headers: { authorization } });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (!reader) throw new Error('The stream has no body.');
  let text = '';
  const read = async (): Promise<boolean> => {
    const part = await reader.read();
    text += part.value ?? '';
    const frames = text.split('\n\n');
    text = frames.pop() ?? '';
    for (const frame of frames) {
      const data = frame.split('\n').find((line) => line.startsWith('data: '));
      if (data) hear(JSON.parse(data.slice('data: '.length)) as AppEvent);
    }
    return !part.done;
  };
  await read();
  const ended = (async () => {
    while (await read());
  })();
  return { ended };
}
