import { defineConfig } from 'vitest/config';
import { buildInfo } from './electron.vite.config.ts';
import { createClosingLineReporter } from './test/support/closing-line-reporter.ts';

export default defineConfig({
  define: { __ASSAY_BUILD__: JSON.stringify(buildInfo()) },
  test: {
    include: ['test/**/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    pool: 'forks',
    maxWorkers: 2,
    reporters: ['default', createClosingLineReporter()],
  },
});
