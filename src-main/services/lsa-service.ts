// Keeps the LSA models of a config current: built over its lexical index when missing, and opened for ranking.
import type { Config } from '#contract/config';
import type { LsaRetriever } from '#contract/config/retriever';
import { AppError } from '#contract/failure';
import { prepareLsa } from '#domain/retrieval/lsa/rank-lsa';
import type { LsaModel } from '#domain/retrieval/lsa/build-lsa';
import type { PreparedVectors } from '#domain/retrieval/vectors/prepare-vectors';
import type { EventHub } from './event-hub.ts';
import { hashValue } from './hash.ts';
import type { IndexBuilder, LsaStore } from './ports.ts';

/** Changes whenever the same index could give another model. */
const lsaVersion = 'assay-lsa-1';

export interface OpenLsa {
  readonly model: Pick<LsaModel, 'dims' | 'components' | 'singularValues'>;
  readonly prepared: PreparedVectors;
  readonly built: boolean;
}

export interface LsaService {
  has(retriever: LsaRetriever, index: string): Promise<boolean>;
  /** @param index fingerprint of the lexical index, which stands on the disk */
  open(
    config: Config,
    retriever: LsaRetriever,
    index: string,
    options: { readonly noBuild?: boolean; readonly signal?: AbortSignal },
  ): Promise<OpenLsa>;
}

interface LsaWorld {
  readonly root: string;
  readonly store: LsaStore;
  readonly builder: Pick<IndexBuilder, 'buildLsa'>;
  readonly events: EventHub;
}

/** Models of more than this many retrievers are not kept in memory at once. */
const mostOpened = 4;

export function lsaRetrievers(config: Config): LsaRetriever[] {
  return config.retrievers.filter((retriever) => retriever.kind === 'lsa');
}

export function createLsaService(world: LsaWorld): LsaService {
  const opened = new Map<string, OpenLsa>();
  return {
    has: (retriever, index) => world.store.has(fingerprintLsa(retriever, index)),
    async open(config, retriever, index, options) {
      const fingerprint = fingerprintLsa(retriever, index);
      const known = (await world.store.has(fingerprint)) ? opened.get(fingerprint) : undefined;
      if (known) return { ...known, built: false };
      const stored = await world.store.load(fingerprint);
      if (!stored) await build(world, { config, retriever, index, fingerprint }, options);
      const found = stored ?? (await world.store.load(fingerprint));
      if (!found)
        throw new AppError(
          'unavailable',
          `The LSA model of config "${config.id}" could not be read back after it was built. Check the disk and build it again.`,
        );
      if (opened.size >= mostOpened) opened.clear();
      const open = { model: found, prepared: prepareLsa(found), built: stored === null };
      opened.set(fingerprint, open);
      return open;
    },
  };
}

function fingerprintLsa({ dims, tf, idf, seed }: LsaRetriever, index: string): string {
  return hashValue({ lsaVersion, index, dims, tf, idf, seed });
}

interface LsaBuildJob {
  readonly config: Config;
  readonly retriever: LsaRetriever;
  readonly index: string;
  readonly fingerprint: string;
}

async function build(
  { root, builder, events }: LsaWorld,
  { config, retriever, index, fingerprint }: LsaBuildJob,
  { noBuild, signal }: { readonly noBuild?: boolean; readonly signal?: AbortSignal },
): Promise<void> {
  if (noBuild)
    throw new AppError(
      'stale',
      `The LSA model of config "${config.id}" is missing or stale. Build it first.`,
      { command: `index DIR --config ${config.id}` },
    );
  const { dims, tf, idf, seed } = retriever;
  const needs = await builder.buildLsa(
    { root, fingerprint, index, settings: { dims, tf, idf, seed } },
    {
      signal,
      onProgress: (done) => events.announce('index.progress', { what: `${config.id} (LSA)`, done }),
    },
  );
  if (needs !== null)
    throw new AppError('invalid-input', `The retriever ${retriever.id} cannot rank: ${needs}`);
}
