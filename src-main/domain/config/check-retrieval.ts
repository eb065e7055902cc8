// Finds what cannot work in the retrievers and rerank steps of a config.
import type { Config, ConfigFile } from '#contract/config';
import type { Model } from '#contract/config/model';
import type { Problem } from '#contract/failure';

/** A fallback needs something to fall back from, and its triggers need `when`. */
export function checkFallbacks(file: ConfigFile, config: Config): Problem[] {
  const idle = file.retrievers.flatMap((retriever, index) =>
    retriever.fallback !== undefined && retriever.when !== 'fallback'
      ? [
          {
            path: `/retrievers/${index}/fallback`,
            message: 'has no effect: this retriever always runs',
            remedy: 'Set "when": "fallback", or remove it',
          },
        ]
      : [],
  );
  const alone = config.retrievers.every(({ when }) => when === 'fallback');
  return alone
    ? [
        ...idle,
        {
          path: '/retrievers',
          message: 'every retriever is a fallback, and there is none to fall back from',
          remedy: 'Let one of them run always: "when": "always"',
        },
      ]
    : idle;
}

/** Judging and cutting take a model that follows instructions, on a server. */
export function checkJudges(config: Config): Problem[] {
  const parts: (readonly [string, Model | null])[] = [
    ...config.retrievers.flatMap((retriever, index) =>
      retriever.kind === 'llm' ? [[`/retrievers/${index}/model`, retriever.model] as const] : [],
    ),
    ...config.rerank.flatMap((step, index) =>
      step.kind === 'llm-filter' || step.kind === 'llm-score'
        ? [[`/rerank/${index}/model`, step.model] as const]
        : [],
    ),
    ...(config.chunker.kind === 'llm' ? [['/chunker/model', config.chunker.model] as const] : []),
  ];
  return parts.flatMap(([path, own]) => {
    const model = own ?? config.model;
    if (model.provider === 'openai-compatible') return [];
    return [
      {
        path,
        value: model.provider,
        message: `judges or cuts with the model "${model.provider}", which can only answer questions`,
        remedy: 'Name a model here with "provider": "openai-compatible"',
      },
    ];
  });
}

export function checkRerank(config: Config): Problem[] {
  return config.rerank.flatMap((step, index) =>
    step.kind === 'char-ngram' && step.min > step.max
      ? [
          {
            path: `/rerank/${index}/min`,
            value: step.min,
            message: `is more than max (${step.max})`,
          },
        ]
      : [],
  );
}
