import { randomBytes } from 'node:crypto';
import { chinaOffsetMs, DAY_MS, MINUTE_MS } from '@limpid/contract/durations';
import type { Page } from '@playwright/test';
import { findAccessibilityViolations } from '../fixtures/axe.ts';
import { query } from '../fixtures/database.ts';
import { admin, requestApi } from '../fixtures/people.ts';
import { expectNoLayoutProblems, listTableRows, navigateInApp, selectOption } from '../fixtures/screen.ts';
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

/** Minutes below headings that say nothing, with every kind of bad row. */
function makeFile(): string {
  const write = (minute: number) =>
    new Date(start + minute * MINUTE_MS).toISOString().slice(0, 16).replace('T', ' ');
  const lines = [10, 20, 30].map((value, minute) => `${write(minute)},${value},${value + 40}`);
  const bad = [`${write(3)},x,y`, `${write(0)},5,5`, `${write(4000)},5,5`];
  return ['Zeitpunkt,Staub fein,Staub grob', ...lines, ...bad].join('\n');
}

/** Chooses a reason in the open dialog and saves the correction. */
async function saveCorrection(page: Page, reason: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: t('data.correction.fields.reason') }).fill(reason);
  await dialog.getByRole('button', { name: t('data.history.correct.save') }).click();
  await expect(dialog).toHaveCount(0);
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
  await expect(page.getByRole('search')).toContainText('PM₂.₅');
  await expect(page.getByText(t('data.history.empty'))).toBeVisible();

  await test.step('the person says what a column holds, and sees problems by line', async () => {
    await page.getByRole('button', { name: t('data.history.import.button'), exact: true }).click();
    const dialog = page.getByRole('dialog');
    const choice = (label: string) => dialog.getByRole('combobox', { name: label });
    await expect(dialog.getByText(t('kit.import.textTypes'))).toBeVisible();
    await dialog
      .locator('input[type=file]')
      .setInputFiles({ name: 'minutes.csv', mimeType: 'text/csv', buffer: Buffer.from(makeFile()) });
    // The file is not refused: its columns are listed with their first values.
    const headings = 'Zeitpunkt, Staub fein, Staub grob';
    await expect(dialog.getByText(t('errors.history_import.no_channels', { headings }))).toBeVisible();
    await expect(dialog.getByRole('row', { name: /^Staub fein 10 · 20 · 30/ })).toBeVisible();
    await expect(dialog.getByRole('button', { name: t('kit.import.start') })).toBeDisabled();
    for (const [heading, channel] of [
      ['Staub fein', 'PM2.5'],
      ['Staub grob', 'PM10'],
    ] as const) {
      const use = choice(`${heading}: ${t('data.history.import.use')}`);
      await selectOption(page, use, t('data.history.import.uses.value'));
      await selectOption(page, choice(`${heading}: ${t('data.query.channel')}`), channel);
    }
    await expect(dialog.getByText(t('errors.history_import.no_site'))).toBeVisible();
    await selectOption(page, choice(t('data.history.import.site')), name);
    const problem = (line: number, key: string, params = {}) =>
      dialog.getByRole('row', {
        name: new RegExp(`^${line} .*${t(`data.historyImport.problems.${key}`, params)}`),
      });
    await expect(problem(5, 'number', { text: 'x' })).toBeVisible();
    await expect(problem(6, 'duplicate', { first: 2 })).toBeVisible();
    await expect(problem(7, 'future')).toBeVisible();
    await dialog.getByRole('button', { name: t('kit.import.start') }).click();
    await expect(dialog.getByText(t('kit.import.someFailed'))).toBeVisible();
    await dialog
      .getByRole('button', { name: t('kit.import.close') })
      .last()
      .click();
  });
  await expect(listTableRows(page)).toHaveCount(3);
  const screen = page.getByRole('region', { name: t('data.history.title'), exact: true });
  expect(await findAccessibilityViolations(screen)).toEqual([]);
  await expectNoLayoutProblems(page);

  const cell = page.getByRole('button', { name: /PM2\.5.*10:01/ });
  await test.step('a correction changes the row and the statistics, and the log names the person', async () => {
    await openView(page, 'statistics');
    await expect(statisticsOf(page, '10 20 20 28 30 30')).toBeVisible();
    await openView(page, 'rows');
    await cell.click();
    const value = page
      .getByRole('dialog')
      .getByRole('spinbutton', { name: t('data.correction.fields.value') });
    await value.fill('50');
    await saveCorrection(page, 'pump was off');
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
    expect(await findAccessibilityViolations(dialog)).toEqual([]);
    await saveCorrection(page, 'it was not');
    await expect(cell).toHaveText(/20$/);
  });

  await test.step('marked values are corrected by one request and undone as a whole', async () => {
    const at = (channel: string, minute: number) =>
      page.getByRole('button', { name: new RegExp(`${channel}.*10:0${minute}`) });
    const marked = (count: number) =>
      page.getByRole('button', { name: t('data.history.correct.markedValues', { count }) });
    const requests: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'PUT' && request.url().includes('/data/history')) requests.push(request.url());
    });
    await at('PM2\\.5', 2).hover();
    await page.mouse.down();
    await at('PM10', 1).hover();
    await page.mouse.up();
    await expect(marked(4)).toBeVisible();
    await page.keyboard.press('Shift+ArrowLeft');
    await page.keyboard.press('Shift+ArrowDown');
    await expect(marked(3)).toBeVisible();
    await at('PM10', 0).click({ modifiers: ['Shift'] });
    await marked(6).click();
    await saveCorrection(page, 'calibration');
    await expect(cell).toHaveText(/—$/);
    expect(requests).toEqual([expect.stringMatching(/\/data\/history\/range\?/)]);
    await cell.click();
    await page
      .getByRole('radio', { name: t('data.history.correct.actions.undoWhole', { count: 6 }) })
      .check();
    await saveCorrection(page, 'no calibration');
    await expect(cell).toHaveText(/20$/);
    await expect(at('PM10', 0)).toHaveText(/50$/);
  });

  await test.step('a click on a gap of the completeness strip opens the days without data', async () => {
    const back = (days: number) => new Date(start - days * DAY_MS).toISOString().slice(0, 10);
    await query(
      `insert into reading_day (site_id, day, received, values_received, values_valid) values ($1, $2, 86400, 9, 9)`,
      [siteId, back(4)],
    );
    await navigateInApp(
      page,
      `/data/history?sites=${siteId}&channels=PM2.5&period=${back(4)}..${day}&view=completeness`,
    );
    const name = new Intl.DateTimeFormat('zh', { month: 'short', day: 'numeric', timeZone: 'UTC' });
    const gap = `${name.format(start - 2 * DAY_MS)}: ${t('data.history.completeness.gap')}`;
    await page.getByRole('button', { name: gap }).click();
    await expect(page).toHaveURL(new RegExp(`period=${back(3)}\\.\\.${back(1)}`));
    await expect(page).not.toHaveURL(/view=completeness/);
    await expect(page.getByText(t('data.history.empty'))).toBeVisible();
  });

  await test.step('an address that asks for too much leads to the next step', async () => {
    const rest = `sites=${siteId}&channels=PM2.5&step=minute`;
    await navigateInApp(page, `/data/history?${rest}&period=${day}..${day}&page=9`);
    await page.getByRole('button', { name: t('data.history.firstPage') }).click();
    await expect(listTableRows(page)).toHaveCount(3);
    await navigateInApp(page, `/data/history?${rest}&period=2016-01-01..2025-12-31`);
    await page.getByRole('button', { name: t('data.query.useAuto') }).click();
    await expect(page).not.toHaveURL(/step=minute/);
    await expect(page.getByText(t('data.history.empty'))).toBeVisible();
  });
});

test('a correction changes statistics, trend, ranking and calendar', async ({ page, tokenOf }) => {
  const name = `HC${randomBytes(3).toString('hex')}`;
  const token = await tokenOf(admin);
  const siteId = await register(token, name);
  const hours = Array.from({ length: 24 }, (_, hour) => `${day} ${String(hour).padStart(2, '0')}:00,30`);
  const file = {
    name: 'hours.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(['时间,PM2.5', ...hours].join('\n')),
  };
  const sent = await page.request.post(`/prod-api/data/history/import?siteId=${siteId}`, {
    headers: { authorization: `Bearer ${token}` },
    multipart: { file },
  });
  expect(await sent.json()).toMatchObject({ code: 200 });
  const countHours = () => query('select from reading_hour where site_id = $1', [siteId]);
  await expect.poll(async () => (await countHours()).length).toBe(24);
  const search = `sites=${siteId}&channels=PM2.5&period=${day}..${day}&step=hour`;
  const ranked = page.getByRole('region', { name: t('analysis.ranking.all') });
  const line = page.getByRole('table', { name: t('data.trend.lines') }).getByRole('row', { name });

  /** The mean of the day and its largest hour, on each of the four screens. */
  async function expectValues(mean: number, largest: number): Promise<void> {
    await navigateInApp(page, `/data/history?${search}&view=statistics`);
    await expect(statisticsOf(page, `30 ${mean} 30 30 .* ${largest}`)).toBeVisible();
    await navigateInApp(page, `/data/trend?${search}`);
    await expect(line).toContainText(`${largest} µg/m³`);
    await navigateInApp(page, `/analysis/ranking?${search}`);
    await ranked.getByRole('textbox', { name: t('analysis.ranking.search.site') }).fill(name);
    await expect(ranked.getByRole('row', { name: new RegExp(`${name}.* ${mean} `) })).toBeVisible();
    await navigateInApp(page, `/analysis/calendar?${search}`);
    await expect(page.locator(`[data-day="${day}"]`)).toHaveAccessibleName(new RegExp(` ${mean} `));
  }

  await page.goto(`/data/history?${search}`);
  const noon = page.getByRole('button', { name: /PM2\.5.*12:00–/ });
  await expect(noon).toHaveText(/30$/);
  await expectValues(30, 30);
  await navigateInApp(page, `/data/history?${search}`);
  await noon.click();
  const value = page.getByRole('dialog').getByRole('spinbutton', { name: t('data.correction.fields.value') });
  await value.fill('270');
  await saveCorrection(page, 'inversion, checked by hand');
  await expect(noon).toHaveText(/270$/);
  await expectValues(40, 270);
});
