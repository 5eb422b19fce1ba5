import type { Locator, Page } from '@playwright/test';
import { type Station, startStation } from '../../simulator/src/station/station.ts';
import { findAccessibilityViolations } from '../fixtures/axe.ts';
import { query } from '../fixtures/database.ts';
import { admin, logInByApi, requestApi } from '../fixtures/people.ts';
import { expectNoLayoutProblems, listTableRows, searchFor, selectOption } from '../fixtures/screen.ts';
import { readGatewayPort } from '../fixtures/server.ts';
import { expect, test } from '../fixtures/test.ts';
import { t } from '../fixtures/texts.ts';

const patience = { timeout: 20_000 };
const stations: Station[] = [];
test.afterAll(() => {
  for (const station of stations) station.stop();
});

/** A connected station of a type that waits a second for answers. */
async function addStation(mn: string, answers: 'prompt' | 'never'): Promise<void> {
  const token = await logInByApi(admin);
  await query(
    `insert into site_entity (entity_code, entity_name, dept_id) values ('E2E-DEVICE', 'E2E-DEVICE', 100)
     on conflict do nothing`,
  );
  await query(
    `with added as (
       insert into basic_device_type (type_code, type_name, answer_seconds, retries)
       values ('E2E-DEVICE', 'E2E-DEVICE', 1, 0) on conflict do nothing returning device_type_id
     )
     insert into basic_device_type_channel (device_type_id, channel_id, order_num)
     select device_type_id, channel_id, 1 from added, basic_channel where gb_code = 'a34004'`,
  );
  const [ids] = await query<{ entity: number; type: number }>(
    `select (select entity_id from site_entity where entity_code = 'E2E-DEVICE') as entity,
       (select device_type_id from basic_device_type where type_code = 'E2E-DEVICE') as type`,
  );
  const site = { siteCode: mn, siteName: mn, mn, entityId: ids?.entity, deviceTypeId: ids?.type };
  await requestApi(token, 'POST', '/site/site', site);
  const address = { host: '127.0.0.1', port: readGatewayPort() };
  const valuesAt = () => ({ 'PM2.5': 35 });
  stations.push(
    startStation({ address, mn, version: '2017', st: '22', zone: 'Asia/Shanghai', valuesAt, answers }),
  );
  await expect
    .poll(() => query('select from gateway_connection where mn = $1', [mn]), patience)
    .toHaveLength(1);
}

/** More sites than a page has. */
async function addPageOfSites(retry: number): Promise<void> {
  await query(
    `insert into site (site_code, site_name, mn, entity_id, device_type_id)
     select name, name, name, entity_id, device_type_id
     from site_entity, basic_device_type, generate_series(1, 20) number,
       lateral (select 'E2E-PAGE-' || $1 || '-' || number as name) named
     where entity_code = 'E2E-DEVICE' and type_code = 'E2E-DEVICE'`,
    [String(retry)],
  );
}

async function openCommands(page: Page, mn: string): Promise<Locator> {
  const row = listTableRows(page).filter({ hasText: mn });
  await row.getByRole('button', { name: t('device.equipment.command') }).click();
  const dialog = page.getByRole('dialog', { name: t('device.order.one', { name: mn }) });
  await expect(dialog).toBeVisible();
  return dialog;
}

async function choose(page: Page, dialog: Locator, command: string): Promise<void> {
  const field = dialog.getByLabel(t('device.order.command'), { exact: true });
  await field.fill(command);
  await selectOption(page, field, command);
}

const button = (dialog: Locator, key: string) =>
  dialog.getByRole('button', { name: t(key), exact: true }).last();

test('commands are read, written after a confirmation, given up without an answer, and sent to many', async ({
  page,
}, { retry }) => {
  // The devices of an earlier try remain, so each try has names of its own.
  const common = `E2E-DEV${retry}-`;
  const [prompt, silent] = [`${common}A`, `${common}B`];
  await Promise.all([addStation(prompt, 'prompt'), addStation(silent, 'never')]);
  await page.goto('/device/equipment');
  await searchFor(page, t('device.equipment.fields.mn'), common);
  await expect(listTableRows(page).filter({ hasText: prompt })).toContainText(
    t('device.equipment.fields.online_on'),
    patience,
  );

  await test.step('a value is read', async () => {
    const dialog = await openCommands(page, prompt);
    await choose(page, dialog, '读取实时数据间隔');
    await button(dialog, 'device.order.read').click();
    await expect(dialog.getByText(t('device.order.succeeded'))).toBeVisible(patience);
    await expect(dialog).toContainText('RtdInterval');
    const state = t('device.log.fields.state_done');
    await dialog.getByRole('button', { name: t('device.order.times', { name: prompt, state }) }).hover();
    await expect(page.getByRole('tooltip')).toContainText(t('device.log.fields.state_accepted'));
    expect(await findAccessibilityViolations(page)).toEqual([]);
    await button(dialog, 'device.order.close').click();
  });

  await test.step('a write names device and value, and a critical one asks for the number of devices', async () => {
    const dialog = await openCommands(page, prompt);
    await choose(page, dialog, '设置实时数据间隔');
    await dialog.getByLabel('实时数据间隔', { exact: true }).fill('90');
    await button(dialog, 'device.order.continue').click();
    await expect(dialog).toContainText(prompt);
    await expect(dialog).toContainText('90 s');
    const write = dialog.getByRole('button', { name: t('device.order.confirm.write') });
    await expect(write).toBeDisabled();
    await dialog.getByLabel(t('device.order.typeCount', { count: 1 })).fill('1');
    await write.click();
    await expect(dialog.getByText(t('device.order.succeeded'))).toBeVisible(patience);
    await button(dialog, 'device.order.close').click();
  });

  await test.step('a device that does not answer is given up', async () => {
    const dialog = await openCommands(page, silent);
    await choose(page, dialog, '读取时钟');
    await button(dialog, 'device.order.read').click();
    // On a busy machine the command may be given up before the page is looked at.
    const timedOut = dialog.getByText(t('device.order.timedOut'));
    await expect(dialog.getByText(t('device.order.reading')).or(timedOut)).toBeVisible(patience);
    await expect(timedOut).toBeVisible(patience);
    await button(dialog, 'device.order.close').click();
  });

  await test.step('devices stay selected under another filter and on another page', async () => {
    await addPageOfSites(retry);
    const tick = (mn: string) => listTableRows(page).filter({ hasText: mn }).getByRole('checkbox').check();
    const expectCount = (count: number, elsewhere: number) =>
      expect(page.getByText(t('device.equipment.selection.count', { count }))).toContainText(
        elsewhere > 0 ? t('device.equipment.selection.elsewhere', { count: elsewhere }) : /\d/,
      );
    await searchFor(page, t('device.equipment.fields.mn'), prompt);
    await tick(prompt);
    await searchFor(page, t('device.equipment.fields.mn'), silent);
    await tick(silent);
    await expectCount(2, 1);
    await page.getByRole('button', { name: t('kit.list.reset') }).click();
    await page.getByTitle('2', { exact: true }).click();
    await expectCount(2, 2);
    await page.getByRole('button', { name: t('device.equipment.selection.clear') }).click();
    await expect(page.getByText(t('device.equipment.selection.none'))).toBeVisible();
    await searchFor(page, t('device.equipment.fields.mn'), common);
    await expect(page).toHaveURL(new RegExp(`mn=${common}`));
    await page.getByRole('button', { name: t('device.equipment.selection.all', { total: 2 }) }).click();
    await expectCount(2, 0);
  });

  await test.step('many devices have a result each; a critical command needs their number', async () => {
    await page
      .getByRole('toolbar')
      .getByRole('button', { name: t('device.equipment.commandSelected', { count: 2 }) })
      .click();
    const dialog = page.getByRole('dialog', { name: t('device.order.several', { count: 2 }) });
    await choose(page, dialog, '设置实时数据间隔');
    await button(dialog, 'device.order.continue').click();
    const write = dialog.getByRole('button', { name: t('device.order.confirmSeveral.write', { count: 2 }) });
    const typed = dialog.getByLabel(t('device.order.typeCount', { count: 2 }));
    await typed.fill('1');
    await expect(write).toBeDisabled();
    await typed.fill('2');
    await expect(write).toBeEnabled();
    await button(dialog, 'device.order.back').click();
    await choose(page, dialog, '读取时钟');
    await button(dialog, 'device.order.read').click();
    await expect(dialog.getByText(t('device.order.partly', { done: 1, count: 2 }))).toBeVisible(patience);
    await expect(dialog.getByRole('listitem').filter({ hasText: silent })).toContainText(
      t('device.log.fields.state_timedOut'),
    );
    await button(dialog, 'device.order.close').click();
  });

  await test.step('the page of the device shows what was read and written', async () => {
    await page.getByRole('link', { name: prompt }).click();
    const drawer = page.getByRole('dialog', { name: prompt });
    await drawer.getByRole('tab', { name: t('device.page.tabs.parameters') }).click();
    const row = drawer.getByRole('row').filter({ hasText: 'RtdInterval' });
    await expect(row).toContainText('90', patience);
    await expect(row).toContainText(t('device.page.parameters.unread'));
    await drawer.getByRole('tab', { name: t('device.page.tabs.frames') }).click();
    await expect(drawer.getByText(t('device.page.frames.received')).first()).toBeVisible(patience);
    await expectNoLayoutProblems(page);
  });
});
