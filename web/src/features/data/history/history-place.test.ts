import { describe, expect, it } from 'vitest';
import { type HistoryPlace, readHistoryPlace, writeHistoryPlace } from './history-place.ts';

const first: HistoryPlace = { view: 'rows', page: 1, size: 50 };

describe('the place in an address', () => {
  it.each<HistoryPlace>([
    first,
    { ...first, view: 'statistics', page: 7, size: 100 },
    { ...first, cursor: { ts: 1_793_487_600_000, direction: 'older' } },
    { ...first, cursor: { ts: 1_793_487_600_000, siteId: 12, direction: 'newer' } },
  ])('is read as it was written: %j', (place) => {
    expect(readHistoryPlace(writeHistoryPlace(place, new URLSearchParams()))).toEqual(place);
  });

  it('leaves no trace where it is the first one, and keeps the query', () => {
    const address = new URLSearchParams('sites=3&page=4&at=5.older&view=statistics');
    expect(writeHistoryPlace(first, address).toString()).toBe('sites=3');
  });

  it.each(['page=-1', 'page=x&size=7', 'at=yesterday', 'view=nothing'])('ignores %s', (address) => {
    expect(readHistoryPlace(new URLSearchParams(address))).toEqual(first);
  });
});
