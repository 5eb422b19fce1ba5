import { randomBytes } from 'node:crypto';
import { chinaOffsetMs } from '@limpid/contract/durations';
import { admin, createPerson } from '../fixtures/people.ts';
import { importReferenceHours } from '../fixtures/reference-hours.ts';
import { addBranch, confineTo, registerSite } from '../fixtures/sites.ts';
import { softwareMap } from '../fixtures/software-map.ts';
import { expect, logInAs, test } from '../fixtures/test.ts';
import { t } from '../fixtures/texts.ts';

const patience = { timeout: 60_000 };
const [longitude, latitude] = [-17.44, 14.69];
/** How far above the site the square of its station is drawn. */
const above = 38;

test.use(softwareMap);

test('a reference station at a site is drawn beside it, and one that is partly covered is offered with the site', async ({
  page,
  tokenOf,
}) => {
  const group = `RB${randomBytes(3).toString('hex')}`;
  const [site, here, near] = [`${group}site`, `${group}here`, `${group}near`];
  const token = await tokenOf(admin);
  const deptId = await addBranch(group);
  await registerSite(token, site, deptId, [longitude, latitude]);
  const hour = `${new Date(Date.now() + chinaOffsetMs).toISOString().slice(0, 13).replace('T', ' ')}:00`;
  await importReferenceHours(token, [
    `${hour},${here},${here},Dakar,${longitude},${latitude},112,84,,,,,`,
    // 130 m to the south: 14 pixels at zoom 13.
    `${hour},${near},${near},Dakar,${longitude},${latitude - 0.0012},58,41,,,,,`,
  ]);
  const watcher = await createPerson('beside', { menus: [1410, 1430, 1450] });
  await confineTo(deptId, watcher);
  await logInAs(page, await tokenOf(watcher));
  await page.goto(`/home?by=PM2.5&show=references&at=${longitude},${latitude},13`);
  const map = page.locator('canvas').first();
  const size = (await map.boundingBox()) ?? { width: 0, height: 0 };
  const click = (down: number) =>
    map.click({ position: { x: size.width / 2, y: size.height / 2 + down }, timeout: 2000 });
  const region = (name: string) => page.getByRole('region', { name });
  const panel = region(t('map.overlapping'));
  // The map ignores clicks until its markers are drawn.
  await expect(async () => {
    await click(8);
    await expect(panel).toBeVisible({ timeout: 1000 });
  }).toPass(patience);
  await expect(panel.getByRole('listitem')).toHaveCount(2);
  await panel.getByRole('button', { name: new RegExp(near) }).click();
  await expect(region(near)).toContainText('41');
  await page.keyboard.press('Escape');
  await page.goto(`/home?by=PM2.5&show=references&at=${longitude},${latitude},16`);
  await expect(async () => {
    await click(-above);
    await expect(region(here)).toContainText('84', { timeout: 1000 });
  }).toPass(patience);
  await click(0);
  await expect(region(site)).toBeVisible();
});
