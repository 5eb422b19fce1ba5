import { expect, it, vi } from 'vitest';
import { LateMap } from './late-map.ts';

it('is read once, when it is first needed, and then is that map', () => {
  const read = vi.fn(() => new Map([['PM10', 7]]));
  const late = new LateMap(read);
  expect(read).not.toHaveBeenCalled();
  expect([late.get('PM10'), late.has('SO2'), late.size]).toEqual([7, false, 1]);
  expect([...late, ...late.entries()]).toEqual([
    ['PM10', 7],
    ['PM10', 7],
  ]);
  expect([[...late.keys()], [...late.values()]]).toEqual([['PM10'], [7]]);
  expect(read).toHaveBeenCalledOnce();
});
