import { describe, expect, it } from 'vitest';
import { findBrowserTests, findUnitTests, isOfArea } from './test-areas.ts';
import { listTiers } from './test-tiers.ts';

describe('areas of tests', () => {
  it.each([
    ['server/src/features/site/site.test.ts', 'site', true],
    ['server/src/gateway/gateway.test.ts', 'gateway', true],
    ['e2e/data/map.spec.ts', 'map', true],
    ['e2e/system/post-list.spec.ts', 'post', true],
    ['web/src/features/website/a.test.ts', 'site', false],
    ['e2e/data/mapping.spec.ts', 'map', false],
  ])('%s belongs to %s: %s', (file, area, expected) => {
    expect(isOfArea(file, area)).toBe(expected);
  });

  it('has unit and browser tests of the map', () => {
    expect(findUnitTests('map').length).toBeGreaterThan(10);
    expect(findBrowserTests('map').length).toBeGreaterThan(0);
  });
});

describe('tiers of tests', () => {
  const { pure, database, ordeal } = listTiers();

  it('keeps rules in the pure tier and kills in the ordeal tier', () => {
    expect([...database, ...ordeal].filter((file) => file.includes('.rule.test.'))).toEqual([]);
    expect(ordeal).toContain('server/src/gateway/kill.ordeal.test.ts');
  });

  it('finds the database behind a fixture', () => {
    expect(database).toContain('server/src/features/site/site.test.ts');
    expect(pure).not.toContain('server/src/features/site/site.test.ts');
  });
});
