// After a change exactly the queries that read a changed topic are asked again.
import { expect, test } from 'vitest';
import { procedures } from '#contract/api';
import { topics } from '#contract/procedure';
import { createQueryClient, invalidateTopics } from '../../src-renderer/data/procedures.ts';

test.each(topics.map((topic) => [topic]))('%s', (topic) => {
  const queries = createQueryClient();
  const names = Object.entries(procedures).filter(([, { kind }]) => kind === 'query');
  for (const [name] of names) queries.setQueryData([name, { some: 'input' }], {});
  queries.setQueryData(['no procedure'], {});
  invalidateTopics(queries, [topic]);
  const stale = queries
    .getQueryCache()
    .getAll()
    .filter((query) => query.state.isInvalidated)
    .map(({ queryKey: [name] }) => name);
  const readers = names.filter(([, { topics: reads }]) => (reads as readonly string[]).includes(topic));
  expect(stale.sort()).toEqual(readers.map(([name]) => name).sort());
  queries.clear();
});
