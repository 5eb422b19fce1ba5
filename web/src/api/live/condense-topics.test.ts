import { maxShownItems } from '@limpid/contract/live';
import { expect, test } from 'vitest';
import { condenseTopics } from './condense-topics.ts';

const sites = (count: number) => Array.from({ length: count }, (_, id) => `site:${id}`);

test('removes duplicates and keeps single sites up to the limit of the server', () => {
  expect(condenseTopics(['alarm', 'site:1', 'alarm', 'site:1', 'site:2'])).toEqual([
    'alarm',
    'site:1',
    'site:2',
  ]);
  expect(condenseTopics(['work', ...sites(maxShownItems)])).toHaveLength(maxShownItems + 1);
});

test('subscribes to all sites beyond the limit, or if all are subscribed to already', () => {
  expect(condenseTopics([...sites(maxShownItems + 1), 'alarm'])).toEqual(['site', 'alarm']);
  expect(condenseTopics(['site:1', 'site', 'site:2'])).toEqual(['site']);
});
