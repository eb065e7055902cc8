// A workspace from elsewhere opens untrusted: what it names is shown, and unused until its folder is accepted.
import type { Config } from '#contract/config';
import type { Model } from '#contract/config/model';
import { AppError } from '#contract/failure';
import type { NamedThing } from '#contract/views';
import { loadConfig } from './config-service.ts';
import type { TrustStore, WorkspaceStore } from './ports.ts';

/** The models and retrievers that searching alone would send to. */
function retrievalEndpoints(config: Config): string[] {
  const own = [
    ...(config.chunker.kind === 'llm' ? [config.chunker.model ?? config.model] : []),
    ...config.retrievers.flatMap((retriever) =>
      retriever.kind === 'llm' ? [retriever.model ?? config.model] : [],
    ),
    ...config.rerank.flatMap((step) => ('concurrency' in step ? [step.model ?? config.model] : [])),
  ];
  const urls = config.retrievers.flatMap((retriever) => (retriever.kind === 'http' ? [retriever.url] : []));
  return [...urls, ...own.flatMap(endpointsOf)];
}

function endpointsOf(model: Model): string[] {
  return model.provider === 'openai-compatible' ? [model.baseUrl] : [];
}

/**
 * Endpoints a config would send to, and templates it would send: what a stranger's workspace could abuse.
 * @param use `retrieval`: of a search or an index alone, where nothing is answered
 */
export function namesOf(config: Config, use: 'run' | 'retrieval' = 'run'): NamedThing[] {
  const answering = use === 'run' ? endpointsOf(config.model) : [];
  const endpoints = [...new Set([...answering, ...retrievalEndpoints(config)])];
  const names: NamedThing[] = endpoints.map((value) => ({ config: config.id, kind: 'endpoint', value }));
  if (answering.length > 0 && config.prompt.system !== null)
    names.push({ config: config.id, kind: 'template', value: config.prompt.system });
  return names;
}

export async function listNames(store: WorkspaceStore): Promise<NamedThing[]> {
  const configs = await store.listConfigs();
  const names = await Promise.all(
    configs.map(async ({ id, problem }) => {
      if (problem !== null) return [];
      try {
        return namesOf((await loadConfig(store, id)).config);
      } catch (error) {
        if (error instanceof AppError) return [];
        throw error;
      }
    }),
  );
  return names.flat();
}

/** Throws egress-denied where the config names something and the folder is not trusted. */
export async function requireTrust(
  world: { readonly store: WorkspaceStore; readonly trust: TrustStore },
  config: Config,
  use: 'run' | 'retrieval' = 'run',
): Promise<void> {
  const names = namesOf(config, use);
  if (names.length === 0 || (await world.trust.isTrusted(world.store.root))) return;
  const listed = names.map((name) => `${name.kind} ${JSON.stringify(name.value.slice(0, 120))}`).join(', ');
  throw new AppError(
    'egress-denied',
    `This workspace is not trusted yet, and the config "${config.id}" would use: ${listed}. Trust the folder if you accept that.`,
    { command: 'trust DIR' },
  );
}
