// Ends the test output with one plain line: `N passed, N failed, N skipped`.
import type { Reporter, TestModule } from 'vitest/node';

export function createClosingLineReporter(): Reporter {
  return {
    onTestRunEnd(modules: readonly TestModule[]) {
      const counts = { passed: 0, failed: 0, skipped: 0 };
      for (const module of modules) {
        for (const test of module.children.allTests()) {
          const { state } = test.result();
          if (state !== 'pending') counts[state] += 1;
        }
        // A file that cannot even be loaded holds no tests, and is a failure all the same.
        if (module.errors().length > 0) counts.failed += 1;
      }
      // Printed last, after the runner's own summary.
      process.on('exit', () =>
        process.stdout.write(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped\n`),
      );
    },
  };
}
