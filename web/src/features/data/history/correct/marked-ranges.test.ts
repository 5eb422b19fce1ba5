import { expect, it } from 'vitest';
import { listMarkedRanges } from './marked-ranges.ts';

it('joins rows of a site that follow each other, and leaves gaps out', () => {
  const rows = [
    { siteId: 2, ts: 30 },
    { siteId: 1, ts: 30 },
    { siteId: 1, ts: 20 },
    { siteId: 1, ts: 0 },
  ];
  expect(listMarkedRanges(rows, ['CO'], ({ ts }) => ts + 10)).toEqual([
    { siteId: 2, channels: ['CO'], periods: [{ from: 30, to: 40 }] },
    {
      siteId: 1,
      channels: ['CO'],
      periods: [
        { from: 0, to: 10 },
        { from: 20, to: 40 },
      ],
    },
  ]);
});
