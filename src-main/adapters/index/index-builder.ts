// Asks the indexing child to build an index.
import type { IndexBuilder } from '#services/ports';
import type { ChildClient } from '../process/child-client.ts';

export function createIndexBuilder(child: ChildClient): IndexBuilder {
  return {
    async build(job, { signal, onProgress }) {
      const report = (progress: unknown) => {
        if (typeof progress === 'number') onProgress?.(progress);
      };
      await child.call('build', job, { signal, onProgress: report });
      onProgress?.(1);
    },
    async buildLsa(job, { signal, onProgress }) {
      const report = (progress: unknown) => {
        if (typeof progress === 'number') onProgress?.(progress);
      };
      const needs = await child.call('buildLsa', job, { signal, onProgress: report });
      onProgress?.(1);
      return typeof needs === 'string' ? needs : null;
    },
  };
}
