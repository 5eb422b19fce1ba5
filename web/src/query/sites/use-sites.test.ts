// @vitest-environment happy-dom
import { maxSiteChoices } from '@limpid/contract/data/site-choice';
import { expect, it, vi } from 'vitest';
import { fetchSites } from './use-sites.ts';

it('finds more sites than one response has, in their order', async () => {
  vi.stubGlobal('fetch', async (address: string) => {
    const { searchParams } = new URL(address, 'http://localhost');
    const ids = [...searchParams].flatMap(([name, id]) => (name.startsWith('siteIds') ? [Number(id)] : []));
    expect(ids.length).toBeLessThanOrEqual(maxSiteChoices);
    const sites = ids.toSorted((one, other) => one - other).map((siteId) => ({ siteId }));
    return Response.json({ code: 200, msg: '', data: { sites, total: sites.length } });
  });
  const ids = Array.from({ length: 2 * maxSiteChoices + 5 }, (_, place) => 1000 - place);
  const sites = await fetchSites('data:trend:list', ids);
  expect(sites.map(({ siteId }) => siteId)).toEqual(ids);
});
