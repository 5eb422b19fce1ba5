import { mostThings } from '@limpid/contract/live';
import { expect, test } from 'vitest';
import { condenseTopics } from './condense-topics.ts';

const sites = (count: number) => Array.from({ length: count }, (_, id) => `site:${id}`);

test('topics stand once, and as many sites one by one as the server takes', () => {
  expect(condenseTopics(['alarm', 'site:1', 'alarm', 'site:1', 'site:2'])).toEqual([
    'alarm',
    'site:1',
    'site:2',
  ]);
  expect(condenseTopics(['work', ...sites(mostThings)])).toHaveLength(mostThings + 1);
});

test('more sites than that are shown as a whole, and so is what is shown as a whole already', () => {
  expect(condenseTopics([...sites(mostThings + 1), 'alarm'])).toEqual(['site', 'alarm']);
  expect(condenseTopics(['site:1', 'site', 'site:2'])).toEqual(['site']);
});
