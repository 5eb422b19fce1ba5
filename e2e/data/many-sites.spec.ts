import { randomBytes } from 'node:crypto';
import { admin, createPerson } from '../fixtures/people.ts';
import { addBranch, confineTo, registerSite } from '../fixtures/sites.ts';
import { softwareMap } from '../fixtures/software-map.ts';
import { expect, logInAs, test } from '../fixtures/test.ts';
import { t } from '../fixtures/texts.ts';
import { repeatSite } from './repeat-site.ts';

const patience = { timeout: 60_000 };
/** Ids of the seeded menus: the catalog, the map, trends and rankings. */
const menus = [1410, 1411, 1412, 1413, 1430, 1450];

test.use(softwareMap);

test('draws the markers of many sites before the list and the analysis beside them, which begin with those in view', async ({
  page,
  tokenOf,
}) => {
  const group = `MS${randomBytes(3).toString('hex')}`;
  const deptId = await addBranch(group);
  await registerSite(await tokenOf(admin), group, deptId, [4.83, 45.75]);
  const watcher = await createPerson('many', { menus });
  await confineTo(deptId, watcher);
  await logInAs(page, await tokenOf(watcher));
  await page.route('**/prod-api/map/sites*', async (route) => {
    const response = await route.fetch();
    const json = await response.json();
    await route.fulfill({ response, json: { ...json, data: repeatSite(json.data, 1500) } });
  });
  // Of each panel: whether markers were on the screen when its first line appeared.
  await page.addInitScript(() => {
    const seen: Record<string, unknown> = {};
    Object.assign(window, { seen });
    new MutationObserver(() => {
      const counted = document.querySelector('section:has(search) output')?.textContent;
      if (counted) seen['counted'] ??= counted;
      const parts = { list: 'section:has(search) li', analysis: 'section:has(> h3) > ul > li' };
      for (const [name, lines] of Object.entries(parts))
        if (document.querySelector(lines))
          seen[name] ??= performance.getEntriesByName('map-sites').length > 0;
    }).observe(document, { childList: true, subtree: true });
  });
  await page.setViewportSize({ width: 1200, height: 600 });
  await page.goto('/home?at=5.5,45.75,10');
  const list = page.getByRole('region', { name: t('map.list.title') });
  await expect(list.getByRole('status')).toContainText('1,500', patience);
  await expect(page.getByRole('heading', { name: t('map.analysis.levels.title') })).toBeVisible(patience);
  const counted = await list.getByRole('status').textContent();
  expect(await page.evaluate('window.seen')).toEqual({ counted, list: true, analysis: true });
  expect(counted).not.toMatch(/1,500\D+1,500/);
});
