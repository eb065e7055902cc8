// The messages exactly as they were sent, as text.
import type { Prompt } from '#contract/items';
import { words } from '../../words.ts';

export function PromptAsSent({ prompt }: { readonly prompt: Prompt }) {
  if (prompt.messages.length === 0) return <p className="quiet">{words.item.noAttempts}</p>;
  return (
    <>
      <p className="quiet">{words.item.promptSays(prompt.estimatedTokens, prompt.limitTokens)}</p>
      {prompt.messages.map((message, index) => (
        <section key={index} className="message">
          <h4>{message.role}</h4>
          <pre>{message.content}</pre>
        </section>
      ))}
    </>
  );
}
