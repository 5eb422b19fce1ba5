import { randomBytes } from 'node:crypto';
import type { Route } from '@playwright/test';
import { findAccessibilityViolations } from '../fixtures/axe.ts';
import { query } from '../fixtures/database.ts';
import { admin, createPerson, requestApi } from '../fixtures/people.ts';
import { expectNoLayoutProblems, listTableRows, searchAndSelect, searchFor } from '../fixtures/screen.ts';
import { openStation } from '../fixtures/station.ts';
import { expect, logInAs, test } from '../fixtures/test.ts';
import { t } from '../fixtures/texts.ts';

const patience = { timeout: 30_000 };
/** Ids of the seeded menus: the catalog and the screen. */
const menus = [1410, 1411];

/** Registers an entity with one site of the same name, as the forms do. */
async function register(token: string, name: string): Promise<void> {
  const entity = { entityCode: name, entityName: name, deptId: 100, orderNum: 1 };
  expect(await requestApi(token, 'POST', '/site/entity', entity)).toMatchObject({ code: 200 });
  const found = await query<{ entity_id: number }>(
    'select entity_id from site_entity where entity_code = $1',
    [name],
  );
  const site = { siteCode: name, siteName: name, mn: name, deviceTypeId: 1, entityId: found[0]?.entity_id };
  expect(await requestApi(token, 'POST', '/site/site', site)).toMatchObject({ code: 200 });
}

test('shows what a station measures within seconds, in a table and on cards, without reloading the page', async ({
  page,
  tokenOf,
}) => {
  const group = `RT${randomBytes(3).toString('hex')}`;
  const [busy, silent] = [`${group}A`, `${group}B`];
  const token = await tokenOf(admin);
  await register(token, busy);
  await register(token, silent);
  const station = await openStation(busy);
  await expect
    .poll(
      () => {
        station.report({ a34004: 20.4, a34002: 0, a01008: 225 });
        return station.received();
      },
      { ...patience, intervals: [100, 500] },
    )
    .toContain('CN=9014');

  // A separate user, because the choices are stored in the profile.
  await logInAs(page, await tokenOf(await createPerson('watcher', { menus })));
  await page.goto('/data/realtime');
  await searchFor(page, t('data.realtime.fields.siteName'), group);
  const row = listTableRows(page).filter({ hasText: busy });
  await expect(listTableRows(page)).toHaveCount(2);
  await expect(row).toContainText(/20.*0.*西南/);
  await page.evaluate(() => document.documentElement.setAttribute('data-witness', 'same page'));

  // From here on values have to arrive by the live connection, not by reading the list again.
  const held: Route[] = [];
  await page.route('**/data/realtime/list?*', (route) => void held.push(route));
  station.report({ a34004: 98, a34002: 7 }, { a34002: 'D' });
  await expect(row.getByText('98', { exact: true })).toHaveAttribute('title', /^轻度污染/);
  await page.unroute('**/data/realtime/list?*');
  await Promise.all(held.map((route) => route.continue().catch(() => undefined)));

  await test.step('the table is accessible, sorts by a channel and hides columns', async () => {
    await expect(listTableRows(page).filter({ hasText: silent })).toContainText(
      t('data.realtime.states.silent'),
    );
    const index = page.getByRole('columnheader', { name: t('map.indices.china') });
    await expect(index).toBeVisible();
    await expect(page.getByRole('columnheader', { name: t('data.realtime.primary') })).toBeVisible();
    await expect(row).toContainText(`${t('map.panel.noIndex')}—`);
    expect(await findAccessibilityViolations(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await findAccessibilityViolations(page, 'colours')).toEqual([]);
    await expectNoLayoutProblems(page);
    await index.click();
    await expect(index).toHaveAttribute('aria-sort', 'ascending');
    const head = page.getByRole('columnheader', { name: /PM2\.5/ });
    await head.click();
    await head.click();
    await expect(head).toHaveAttribute('aria-sort', 'descending');
    await expect(listTableRows(page).first()).toContainText(busy);
    await page.getByRole('button', { name: t('kit.list.columns') }).click();
    await page.getByRole('checkbox', { name: t('data.realtime.primary') }).uncheck();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('columnheader', { name: t('data.realtime.primary') })).toHaveCount(0);
  });

  await test.step('an invalid value is not shown as zero, and its reason is shown', async () => {
    await expect(row).toContainText(t('data.realtime.states.on'), patience);
    await row.getByRole('button', { name: new RegExp(`PM10.*${t('data.realtime.flags.D')}`) }).focus();
    await expect(page.getByRole('tooltip', { name: t('data.realtime.flags.D') })).toBeVisible();
  });

  await test.step('cards show the sites of one entity', async () => {
    await page.getByText(t('data.realtime.cards'), { exact: true }).click();
    const cards = page.getByRole('article');
    await expect(cards).toHaveCount(2);
    // Many entities may exist, and a long list shows only the first ones.
    const entities = page.getByRole('combobox', { name: t('data.realtime.fields.entityId') });
    await searchAndSelect(page, entities, busy);
    await expect(cards).toHaveCount(1);
    await expect(cards).toContainText(`—${t('map.panel.noIndex')}`);
    await expect(cards).toContainText(/98µg\/m³轻度污染.*西南225°/);
    await expect(cards).toContainText(new RegExp(`PM₁₀—${t('data.realtime.flags.D')}`));
    expect(await findAccessibilityViolations(page)).toEqual([]);
    await expect(page.locator('html')).toHaveAttribute('data-witness', 'same page');
  });
  station.end();
});
