import { randomBytes } from 'node:crypto';
import { query } from '../fixtures/database.ts';
import { admin, createPerson } from '../fixtures/people.ts';
import { addBranch, confineTo, registerSite } from '../fixtures/sites.ts';
import { softwareMap } from '../fixtures/software-map.ts';
import { expect, logInAs, test } from '../fixtures/test.ts';
import { t } from '../fixtures/texts.ts';

const patience = { timeout: 60_000 };
const place = [12.4924, 41.8902] as const;
const count = 5000;

test.use(softwareMap);

test('lists 5,000 sites of one point in portions, finds one of them, and stays usable', async ({
  page,
  tokenOf,
}) => {
  const group = `OP${randomBytes(3).toString('hex')}`;
  const deptId = await addBranch(group);
  const token = await tokenOf(admin);
  await registerSite(token, `${group}1`, deptId, [...place]);
  await query(
    `insert into site (site_code, site_name, entity_id, mn, device_type_id, longitude, latitude)
     select $1 || n, $1 || n, entity_id, $1 || n, 1, $3, $4
     from site_entity, generate_series(2, $2::int) n where entity_code = $1 || '1'`,
    [group, count - 1, ...place],
  );
  // Added as the form does it, which tells the server that there are new sites.
  await registerSite(token, `${group}${count}`, deptId, [...place]);
  const watcher = await createPerson('point', { menus: [1410, 1430, 1450] });
  await confineTo(deptId, watcher);
  await logInAs(page, await tokenOf(watcher));
  await page.goto(`/home?at=${place.join()},12`);
  const list = page.getByRole('region', { name: t('map.list.title') });
  await expect(list.getByRole('listitem')).toHaveCount(101, patience);
  const map = page.locator('canvas').first();
  const panel = page.getByRole('region', { name: t('map.overlapping') });
  // The map ignores clicks until its markers are drawn.
  await expect(async () => {
    await map.click({ timeout: 2000 });
    await expect(panel).toBeVisible({ timeout: 1000 });
  }).toPass(patience);
  await expect(panel.getByRole('status')).toHaveText(t('map.list.count', { shown: '5,000', total: '5,000' }));
  await expect(panel.getByRole('listitem')).toHaveCount(101);
  await panel.getByRole('button', { name: t('map.list.more', { count: '4,900' }) }).click();
  await expect(panel.getByRole('listitem')).toHaveCount(201);
  await panel.getByRole('textbox', { name: t('map.list.search') }).fill(`${group}4777`);
  await expect(panel.getByRole('listitem')).toHaveCount(1);
  await panel.getByRole('button', { name: new RegExp(`${group}4777`) }).click();
  await expect(page.getByRole('region', { name: `${group}4777` })).toBeVisible();
  const near = page.url();
  await page.getByRole('button', { name: t('map.tools.nearer') }).click();
  await expect.poll(() => page.url(), patience).not.toBe(near);
});
