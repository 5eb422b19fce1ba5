import { expect, it, vi } from 'vitest';
import { onRightsChanged, watchRights } from './rights.ts';

const makeResponse = (mark?: string) => new Response('', { headers: mark ? { 'x-rights': mark } : {} });

it('reports changed rights once, but neither the first ones nor responses without them', () => {
  const changed = vi.fn();
  onRightsChanged(changed);
  for (const mark of ['a', 'a', undefined, 'a']) watchRights(makeResponse(mark));
  expect(changed).not.toHaveBeenCalled();
  for (const mark of ['b', 'b', undefined, 'b']) watchRights(makeResponse(mark));
  expect(changed).toHaveBeenCalledOnce();
});
