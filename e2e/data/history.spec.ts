import { randomBytes } from 'node:crypto';
import { chinaOffsetMs, DAY_MS, MINUTE_MS } from '@limpid/contract/durations';
import type { Page } from '@playwright/test';
import { findAccessibilityViolations } from '../fixtures/axe.ts';
import { query } from '../fixtures/database.ts';
import { admin, requestApi } from '../fixtures/people.ts';
import { expectNoLayoutProblems, listTableRows, selectOption } from '../fixtures/screen.ts';
import { expect, test } from '../fixtures/test.ts';
import { t } from '../fixtures/texts.ts';

test.use({ person: admin });

/** Ten in the morning of yesterday, on the clock of China. */
const start = Math.floor((Date.now() + chinaOffsetMs) / DAY_MS - 1) * DAY_MS + 600 * MINUTE_MS;
const day = new Date(start).toISOString().slice(0, 10);

/** Registers an entity with one site of the same name. */
async function register(token: string, name: string): Promise<number> {
  const entity = { entityCode: name, entityName: name, deptId: 100, orderNum: 1 };
  expect(await requestApi(token, 'POST', '/site/entity', entity)).toMatchObject({ code: 200 });
  const [made] = await query<{ entity_id: number }>(
    'select entity_id from site_entity where entity_code = $1',
    [name],
  );
  const site = { siteCode: name, siteName: name, mn: name, deviceTypeId: 1, entityId: made?.entity_id };
  expect(await requestApi(token, 'POST', '/site/site', site)).toMatchObject({ code: 200 });
  const [found] = await query<{ site_id: number }>('select site_id from site where site_code = $1', [name]);
  return found?.site_id ?? 0;
}

/** Minutes with a column whose name no channel has. */
function makeFile(): string {
  const lines = [10, 20, 30].map((value, minute) => {
    const time = new Date(start + minute * MINUTE_MS).toISOString().slice(0, 16).replace('T', ' ');
    return `${time},${value},${value + 40}`;
  });
  return ['时间,Staub,PM10', ...lines, `${day} 10:03,x,y`].join('\n');
}

/** The statistics of PM2.5 with this minimum, mean, P50, P90, P98 and maximum. */
const statisticsOf = (page: Page, figures: string) =>
  page.getByRole('row', { name: new RegExp(`^细颗粒物 PM2\\.5 .* ${figures} `) });

async function openView(page: Page, view: 'rows' | 'statistics'): Promise<void> {
  await page.getByText(t(`data.history.views.${view}`), { exact: true }).click();
}

test('imports minutes with a mapping, corrects one with a reason and restores it', async ({
  page,
  tokenOf,
}) => {
  const name = `HI${randomBytes(3).toString('hex')}`;
  const siteId = await register(await tokenOf(admin), name);
  await page.goto(`/data/history?sites=${siteId}&channels=PM2.5,PM10&period=${day}..${day}&step=minute`);
  await expect(page.getByText(t('data.history.empty'))).toBeVisible();

  await test.step('the person says what a column holds, and sees problems by line', async () => {
    await page.getByRole('button', { name: t('data.history.import.button'), exact: true }).click();
    const dialog = page.getByRole('dialog');
    const choice = (label: string) => dialog.getByRole('combobox', { name: label });
    await expect(dialog.getByText(t('kit.import.textTypes'))).toBeVisible();
    await dialog
      .locator('input[type=file]')
      .setInputFiles({ name: 'minutes.csv', mimeType: 'text/csv', buffer: Buffer.from(makeFile()) });
    // The file names no site.
    await selectOption(page, choice(t('data.history.import.site')), name);
    await selectOption(
      page,
      choice(`Staub: ${t('data.history.import.use')}`),
      t('data.history.import.uses.value'),
    );
    await selectOption(page, choice(`Staub: ${t('data.query.channel')}`), 'PM2.5');
    await expect(dialog.getByRole('row', { name: /^5 Staub .*x/ })).toBeVisible();
    await dialog.getByRole('button', { name: t('kit.import.start') }).click();
    await expect(dialog.getByText(t('kit.import.someFailed'))).toBeVisible();
    await dialog
      .getByRole('button', { name: t('kit.import.close') })
      .last()
      .click();
  });
  await expect(listTableRows(page)).toHaveCount(3);
  expect(await findAccessibilityViolations(page)).toEqual([]);
  await expectNoLayoutProblems(page);

  const cell = page.getByRole('button', { name: /PM2\.5.*10:01/ });
  await test.step('a correction changes the row and the statistics, and the log names the person', async () => {
    await openView(page, 'statistics');
    await expect(statisticsOf(page, '10 20 20 28 30 30')).toBeVisible();
    await openView(page, 'rows');
    await cell.click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('spinbutton', { name: t('data.correction.fields.value') }).fill('50');
    await dialog.getByRole('textbox', { name: t('data.correction.fields.reason') }).fill('pump was off');
    await dialog.getByRole('button', { name: t('data.history.correct.save') }).click();
    await expect(cell).toHaveText(/50$/);
    await openView(page, 'statistics');
    await expect(statisticsOf(page, '10 30 30 46 49 50')).toBeVisible();
  });

  await test.step('the address reproduces the view', async () => {
    await page.reload();
    await expect(statisticsOf(page, '10 30 30 46 49 50')).toBeVisible();
    await openView(page, 'rows');
  });

  await test.step('the measured value can be restored', async () => {
    await cell.click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByText('20 → 50')).toBeVisible();
    await expect(dialog.getByText(/^admin/)).toBeVisible();
    expect(await findAccessibilityViolations(page)).toEqual([]);
    await dialog.getByRole('textbox', { name: t('data.correction.fields.reason') }).fill('it was not');
    await dialog.getByRole('button', { name: t('data.history.correct.save') }).click();
    await expect(cell).toHaveText(/20$/);
  });
});
