// Wires what retrieval needs beside vectors: lexical indexes, LSA, models that cut or judge, retrievers of the user's own.
import type { Config } from '#contract/config';
import type { Model } from '#contract/config/model';
import { systemClock } from '#adapters/clock';
import type { Egress } from '#adapters/egress/egress';
import type { ModelStore } from '#adapters/embed/model-store';
import { createPairScorer } from '#adapters/embed/pairs/pair-scorer';
import { createIndexStore } from '#adapters/files/index-store';
import { createLsaStore } from '#adapters/files/lsa-store';
import { createSliceCache } from '#adapters/files/slice-cache';
import { createIndexBuilder } from '#adapters/index/index-builder';
import { openJudgeModel } from '#adapters/model/open-model';
import { openHttpRetriever } from '#adapters/retrieve/http-retriever';
import { loadLanguageWords } from '#adapters/text/word-lists';
import { createCutCorpus, type CutCorpus } from '#services/chunks/cut-corpus';
import type { EventHub } from '#services/event-hub';
import { createIndexService, type IndexService } from '#services/index-service';
import type { RetrievalParts } from '#services/legs/retrieval-parts';
import { createLsaService } from '#services/lsa-service';
import type { Embedder, WorkspaceStore } from '#services/ports';
import type { VectorService } from '#services/vector-service';
import type { Children } from './compose-children.ts';

export function composeRetrieval(world: {
  readonly root: string;
  readonly store: WorkspaceStore;
  readonly children: Children;
  readonly events: EventHub;
  readonly egress: Egress;
  readonly models: ModelStore;
  readonly embedder: Embedder;
  readonly vectors: VectorService;
}): { readonly indexes: IndexService; readonly parts: RetrievalParts; readonly cut: CutCorpus } {
  const { root, store, children, events, egress, models, embedder, vectors } = world;
  const builder = createIndexBuilder(children.index);
  const cache = createSliceCache(root);
  const parts: RetrievalParts = {
    openJudgeModel: (model) => openJudgeModel(model, egress, process.env),
    openForeign: (retriever) => openHttpRetriever(retriever, egress, process.env),
    ...createPairScorer(models, children.embed),
    loadText: (path) => store.readText(path),
  };
  const openCutter = (config: Config) => (own: Model | null) =>
    openJudgeModel(own ?? config.model, egress, process.env);
  const cut = createCutCorpus((config) => ({ cache, embedder, openModel: openCutter(config) }), events);
  const indexes = createIndexService({
    root,
    store: createIndexStore(root),
    builder,
    vectors,
    lsa: createLsaService({ root, store: createLsaStore(root), builder, events }),
    cut,
    clock: systemClock,
    events,
    loadWords: loadLanguageWords,
    loadFallbackLanguage: async () => (await store.loadSettings()).languages[0] ?? null,
  });
  return { indexes, parts, cut };
}
