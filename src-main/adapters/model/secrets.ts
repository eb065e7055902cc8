// Turns the references to secrets in a model's config into their values, which live in the environment alone.
import { AppError } from '#contract/failure';
import type { Model } from '#contract/config/model';

export type Environment = Readonly<Record<string, string | undefined>>;

type ServerModel = Extract<Model, { provider: 'openai-compatible' }>;

/** A model's request settings with their secrets in place, and `redact`, which takes the secrets out of any text. */
export interface ResolvedModel {
  readonly apiKey: string | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  redact(text: string): string;
}

/**
 * The key, headers and query of a model with every `env:NAME` replaced (a header such as Azure's api-key may be one too).
 * White space around a value is dropped: a key read from a file ends in a line break. Throws `unavailable` naming the
 * variable that is missing or empty; no message ever holds a value.
 */
export function resolveSecrets(model: ServerModel, env: Environment): ResolvedModel {
  const secrets = new Set<string>();
  const reveal = (value: string, field: string) => {
    const revealed = resolveReference(value, env, `model.${field}`);
    if (revealed !== value) secrets.add(revealed);
    return revealed;
  };
  const revealAll = (values: Readonly<Record<string, string>>, field: string) =>
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => [name, reveal(value, `${field}.${name}`)]),
    );
  return {
    apiKey: model.apiKey === null ? null : reveal(model.apiKey, 'apiKey'),
    headers: revealAll(model.headers, 'headers'),
    query: revealAll(model.query, 'query'),
    // A server may quote the key in its error, and errors are kept in the run's files.
    redact: (text) => [...secrets].reduce((clean, secret) => clean.replaceAll(secret, '[secret]'), text),
  };
}

/** The value of `env:NAME`, or the text itself where it is no reference. `field` is where the config holds it. */
export function resolveReference(value: string, env: Environment, field: string): string {
  const name = /^env:([A-Za-z_][A-Za-z0-9_]*)$/.exec(value)?.[1];
  if (name === undefined) return value;
  const secret = env[name]?.trim() ?? '';
  if (secret !== '') return secret;
  throw new AppError(
    'unavailable',
    `The environment variable ${name}, which the config names as ${field}, is not set. Set it and start again.`,
    { detail: { variable: name } },
  );
}
