// Published figures of retrieval quality, and the methods that are measured beside them.

export interface Method {
  readonly id: string;
  readonly title: string;
  readonly embeds: boolean;
  readonly analyzer?: object;
  readonly retrievers: readonly object[];
}

const stemmed = { stem: true, stopWords: true };
const plainTfidf = { kind: 'tfidf', tf: 'raw', idf: 'plain' };
const minilm = { kind: 'embedding' };

/** Lists are 100 deep, and fusion is RRF with k 60. */
export const methods: readonly Method[] = [
  {
    ...{ id: 'tfidf-smooth', title: 'TF-IDF, raw tf, smooth idf', embeds: false },
    retrievers: [{ kind: 'tfidf', tf: 'raw', idf: 'smooth' }],
  },
  { id: 'tfidf-plain', title: 'TF-IDF, raw tf, plain idf', embeds: false, retrievers: [plainTfidf] },
  { id: 'bm25-plain', title: 'BM25, plain words', embeds: false, retrievers: [{ kind: 'bm25' }] },
  {
    ...{ id: 'bm25-stemmed', title: 'BM25, stop words and stemmer', embeds: false, analyzer: stemmed },
    retrievers: [{ kind: 'bm25' }],
  },
  {
    ...{ id: 'lsa', title: 'LSA, 128 dimensions', embeds: false },
    retrievers: [{ kind: 'lsa', dims: 128 }],
  },
  { id: 'minilm', title: 'MiniLM fp32', embeds: true, retrievers: [minilm] },
  { id: 'minilm-int8', title: 'MiniLM int8', embeds: true, retrievers: [{ ...minilm, quantized: true }] },
  {
    ...{ id: 'rrf-tfidf', title: 'RRF: TF-IDF raw/plain + MiniLM', embeds: true },
    retrievers: [plainTfidf, minilm],
  },
  {
    ...{ id: 'rrf-bm25', title: 'RRF: BM25 stemmed + MiniLM', embeds: true, analyzer: stemmed },
    retrievers: [{ kind: 'bm25' }, minilm],
  },
  {
    ...{ id: 'rrf-weighted', title: 'RRF: BM25 stemmed + MiniLM, 1 : 0.5', embeds: true, analyzer: stemmed },
    retrievers: [{ kind: 'bm25' }, { ...minilm, weight: 0.5 }],
  },
];

export interface QualitySet {
  readonly name: string;
  readonly title: string;
  readonly language: 'en' | 'es' | 'ru';
  readonly note: string;
  readonly chunker: object;
  /** Names of `runs show --trec` or of the summary. */
  readonly metrics: readonly string[];
  /** By method: one value for each metric; absent where none is published. */
  readonly published: Readonly<Record<string, readonly number[]>>;
  /** The best of other tools by default, in words. */
  readonly bestPeer: string | null;
  /** By method: the least that the first metric must reach. */
  readonly goals: Readonly<Record<string, number>>;
}

const paragraphs = {
  chunker: { kind: 'document' },
  metrics: ['recall_1', 'recall_5', 'recip_rank'],
  note: 'One relevant paragraph per question, chunker `document`.',
};

export const qualitySets: readonly QualitySet[] = [
  {
    ...{ name: 'cranfield', title: 'Cranfield', language: 'en', chunker: { kind: 'document' } },
    note: 'Grades as 0 and 1, chunker `document`.',
    metrics: ['ndcg_cut_10', 'map', 'recall_100'],
    published: {
      'tfidf-smooth': [0.3425, 0.2583, 0.6854],
      'bm25-plain': [0.3492, 0.2625, 0.696],
      'bm25-stemmed': [0.3826, 0.2986, 0.7485],
      minilm: [0.3893, 0.3137, 0.7785],
      'rrf-bm25': [0.4287, 0.3415, 0.7911],
      'rrf-weighted': [0.4193, 0.3333, 0.757],
    },
    bestPeer: 'wink .3788 · .2958 · .7451',
    goals: { 'bm25-stemmed': 0.38, 'rrf-bm25': 0.425, 'rrf-weighted': 0.415 },
  },
  {
    ...{ name: 'xquad-en', title: 'XQuAD, English', language: 'en', ...paragraphs },
    published: {
      'tfidf-smooth': [0.856, 0.982, 0.911],
      'tfidf-plain': [0.868, 0.984, 0.92],
      'bm25-plain': [0.919, 0.985, 0.949],
      'bm25-stemmed': [0.935, 0.987, 0.959],
      minilm: [0.887, 0.982, 0.93],
      'rrf-tfidf': [0.917, 0.992, 0.951],
      'rrf-bm25': [0.927, 0.993, 0.957],
      'rrf-weighted': [0.944, 0.993, 0.965],
    },
    bestPeer: 'wink .936 · .987 · .959',
    goals: { 'bm25-stemmed': 0.934, 'rrf-bm25': 0.925, 'rrf-weighted': 0.94 },
  },
  {
    ...{ name: 'xquad-es', title: 'XQuAD, Spanish', language: 'es', ...paragraphs },
    published: {
      'tfidf-smooth': [0.833, 0.972, 0.894],
      'tfidf-plain': [0.839, 0.977, 0.9],
      'bm25-plain': [0.904, 0.976, 0.936],
      'bm25-stemmed': [0.926, 0.987, 0.954],
    },
    bestPeer: 'LanceDB .909 · .984 · .943',
    goals: { 'bm25-stemmed': 0.924 },
  },
  {
    ...{ name: 'xquad-ru', title: 'XQuAD, Russian', language: 'ru', ...paragraphs },
    published: {
      'tfidf-smooth': [0.75, 0.913, 0.823],
      'tfidf-plain': [0.768, 0.916, 0.834],
      'bm25-plain': [0.8, 0.916, 0.852],
      'bm25-stemmed': [0.91, 0.982, 0.942],
    },
    bestPeer: 'FTS5 .804 · .915 · .854',
    goals: { 'bm25-stemmed': 0.905 },
  },
  {
    ...{ name: 'hotpotqa-100', title: 'HotpotQA, 100 questions', language: 'en' },
    note: 'Two paragraphs per question, and both are needed; chunker `document`. No figure of others is known for this pool.',
    chunker: { kind: 'document' },
    metrics: ['allEvidence@3', 'allEvidence@5', 'allEvidence@10'],
    ...{ published: {}, bestPeer: null, goals: {} },
  },
  {
    ...{ name: 'chroma-spans-a', title: 'Chroma, spans of whole documents', language: 'en' },
    note: 'Evidence is spans of long documents; chunker `recursive`, 800 characters, overlap 100. Published figures are of other chunkers and models, so none stand beside these.',
    chunker: { kind: 'recursive', size: 800, overlap: 100, unit: 'chars' },
    metrics: ['recall@5', 'spanRecall@5', 'spanPrecision@5', 'iou@5'],
    ...{ published: {}, bestPeer: null, goals: {} },
  },
];
