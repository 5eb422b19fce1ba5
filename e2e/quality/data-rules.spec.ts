import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { chinaOffsetMs, HOUR_MS, MINUTE_MS } from '@limpid/contract/durations';
import type { Locator, Page } from '@playwright/test';
import { findAccessibilityViolations } from '../fixtures/axe.ts';
import { query } from '../fixtures/database.ts';
import { admin } from '../fixtures/people.ts';
import {
  expectNoLayoutProblems,
  searchAndSelect,
  searchFor,
  selectOption,
  toolButton,
} from '../fixtures/screen.ts';
import { registerSite } from '../fixtures/sites.ts';
import { openStation } from '../fixtures/station.ts';
import { expect, test } from '../fixtures/test.ts';
import { t } from '../fixtures/texts.ts';

test.use({ person: admin });

const field = (form: Locator, name: string) =>
  form.getByLabel(t(`quality.rule.fields.${name}`), { exact: true });
const chineseName = (form: Locator) =>
  form.getByLabel(t('kit.form.inChinese', { label: t('quality.rule.fields.ruleName') }));
/** The last hour that has ended; it has 240 µg/m³, and the one before 40. */
let lastHour = 0;
const writeDay = (at: number) => new Date(at + chinaOffsetMs).toISOString().slice(0, 10);

test.beforeAll(async () => {
  // Its flags are beside the newest values until the next hour ends, so the test does not run across that.
  const left = HOUR_MS - (Date.now() % HOUR_MS);
  if (left < 1.5 * MINUTE_MS) await wait(left + 1000);
  lastHour = Math.floor(Date.now() / HOUR_MS) * HOUR_MS - HOUR_MS;
});

/** Two hours of minutes through the gateway, and their roll-up. */
async function reportHours(name: string): Promise<number> {
  const station = await openStation(name);
  const report = (minute: number) =>
    station.report({ a34004: minute < 60 ? 40 : 240 }, {}, lastHour - HOUR_MS + minute * MINUTE_MS);
  // The gateway may not know the station yet.
  const announced = () => {
    report(0);
    return station.received();
  };
  await expect.poll(announced, { timeout: 20_000, intervals: [100, 500] }).toContain('CN=9014');
  for (let minute = 1; minute < 120; minute++) report(minute);
  const countAnswers = () => station.received().split('CN=9014').length - 1;
  await expect.poll(countAnswers, { timeout: 20_000 }).toBeGreaterThanOrEqual(120);
  station.end();
  const [site] = await query<{ site_id: number }>('select site_id from site where site_code = $1', [name]);
  const stored = 'select a1 from reading_hour where site_id = $1 and c1 >= 2700 order by ts';
  await expect
    .poll(() => query(stored, [site?.site_id]), { timeout: 20_000 })
    .toEqual([{ a1: 40 }, { a1: 240 }]);
  return site?.site_id ?? 0;
}

async function openForm(page: Page): Promise<Locator> {
  await page
    .getByRole('region', { name: t('quality.rule.title'), exact: true })
    .getByRole('button', { name: t('kit.list.add') })
    .first()
    .click();
  return page.getByRole('dialog', { name: t('quality.rule.add') });
}

test('a rule of a site is tried, applied to the past, shown wherever its values are, and reviewed', async ({
  page,
  tokenOf,
}) => {
  const name = `DR${randomBytes(3).toString('hex')}`;
  const period = `${writeDay(lastHour - HOUR_MS)}..${writeDay(lastHour)}`;
  await registerSite(await tokenOf(admin), name, 100, [116.4, 39.9]);
  const siteId = await reportHours(name);
  await page.goto('/basic/dataRule');
  await searchFor(page, t('quality.rule.fields.ruleName'), name);

  await test.step('a template is for all sites of its department', async () => {
    const form = await openForm(page);
    await chineseName(form).fill(`${name} template`);
    await selectOption(page, field(form, 'test'), t('quality.rule.fields.test_flat'));
    await searchAndSelect(page, field(form, 'channelId'), 'PM10');
    await field(form, 'span').fill('5');
    await field(form, 'floor').fill('3');
    await field(form, 'rarity').fill('1000');
    expect(await findAccessibilityViolations(form)).toEqual([]);
    await form.getByRole('button', { name: t('kit.form.save') }).click();
    await expect(form).toBeHidden();
    await expect(page.getByRole('row', { name: `${name} template` })).toContainText(t('kit.flag.yes'));
  });

  await test.step('a rule of the site is tried on its hours', async () => {
    const form = await openForm(page);
    await chineseName(form).fill(name);
    await searchAndSelect(page, field(form, 'siteId'), name);
    await searchAndSelect(page, field(form, 'channelId'), 'PM2.5');
    await field(form, 'maxValue').fill('200');
    const preview = form.getByRole('region', { name: t('quality.rule.preview.title') });
    await preview.getByRole('button', { name: t('quality.rule.preview.run') }).click();
    await expect(preview).toContainText(t('quality.rule.preview.result', { flagged: 1, hours: 2 }));
    await form.getByRole('button', { name: t('kit.form.save') }).click();
    await expect(form).toBeHidden();
    expect(await findAccessibilityViolations(page)).toEqual([]);
    await expectNoLayoutProblems(page);
  });

  await test.step('it is applied to the past', async () => {
    await page.getByRole('button', { name: t('quality.apply.button') }).click();
    const dialog = page.getByRole('dialog', { name: t('quality.apply.title') });
    await searchAndSelect(page, dialog.getByLabel(t('quality.apply.sites'), { exact: true }), name);
    const dates = dialog.getByRole('textbox');
    for (const [at, day] of period.split('..').entries()) {
      const [year, month, date] = day.split('-');
      await dates.nth(at).fill(`${year}年${month}月${date}日`);
      await page.keyboard.press('Enter');
    }
    await dialog.getByRole('button', { name: t('quality.apply.start') }).click();
    await expect(dialog.getByText(t('quality.apply.done', { flagged: 1, excluded: 0 }))).toBeVisible({
      timeout: 20_000,
    });
  });

  await test.step('history, trend, real-time data and the map show it with its name', async () => {
    const asked = `sites=${siteId}&channels=PM2.5&period=${period}`;
    for (const step of ['hour', 'minute']) {
      await page.goto(`/data/history?${asked}&step=${step}`);
      const cell = page.getByRole('button', { name: new RegExp(`PM2\\.5.*${name}.*240`) });
      await expect(cell.first()).toBeVisible();
    }
    await page.goto(`/data/trend?${asked}`);
    await page.getByText(t('data.trend.markers', { count: 1 })).click();
    await expect(page.getByRole('list', { name: t('data.trend.markerList') })).toContainText(name);
    await page.goto('/data/realtime');
    await searchFor(page, t('data.realtime.fields.siteName'), name);
    await expect(page.getByRole('button', { name: new RegExp(`${name}.*240`) })).toBeVisible();
    await page.goto(`/map/site/${siteId}`);
    const tile = page.getByRole('article', { name }).getByRole('button', { name: /PM₂\.₅/ });
    await expect(tile).toContainText(new RegExp(`${name}.*240`));
  });

  await test.step('an auditor confirms it, and rejects it with a reason', async () => {
    await page.goto('/data/audit');
    await searchFor(page, t('quality.period.fields.ruleName'), name);
    const row = page.getByRole('row', { name });
    for (const [action, state] of [
      ['confirm', 'confirmed'],
      ['reject', 'rejected'],
    ] as const) {
      await row.getByRole('button', { name: t('quality.period.actions.review') }).click();
      const dialog = page.getByRole('dialog');
      await expect(dialog).toContainText(name);
      await dialog.getByLabel(t('quality.period.fields.reason')).fill(`${state} by hand`);
      if (action === 'confirm') expect(await findAccessibilityViolations(dialog)).toEqual([]);
      await dialog.getByRole('button', { name: t(`quality.period.actions.${action}`), exact: true }).click();
      await expect(row).toContainText(t(`quality.period.fields.state_${state}`));
    }
    const reviewed = 'select reason, reviewed_by from quality_flag where site_id = $1';
    expect(await query(reviewed, [siteId])).toEqual([{ reason: 'rejected by hand', reviewed_by: 'admin' }]);
    await expectNoLayoutProblems(page);
  });

  await test.step('what has changed since it was listed stays undecided, and is listed anew', async () => {
    const row = page.getByRole('row', { name });
    const dialog = page.getByRole('dialog');
    const changed = page.getByText(t('quality.period.dialog.changed', { count: 1 }));
    const openSingle = () => row.getByRole('button', { name: t('quality.period.actions.review') }).click();
    const openSelected = async () => {
      await row.getByRole('checkbox').check();
      await toolButton(page, 'quality.period.actions.review').click();
    };
    for (const [value, open] of [
      [950, openSingle],
      [970, openSelected],
    ] as const) {
      await open();
      await query(`update quality_flag set value = $2, state = 'open' where site_id = $1`, [siteId, value]);
      await dialog.getByLabel(t('quality.period.fields.reason')).fill('seen');
      await dialog.getByRole('button', { name: t('quality.period.actions.confirm'), exact: true }).click();
      await expect(changed).toBeVisible();
      await expect(row).toContainText(String(value));
      await expect(row).toContainText(t('quality.period.fields.state_open'));
      await expect(changed).toBeHidden({ timeout: 15_000 });
    }
    const states = await query('select state from quality_flag where site_id = $1', [siteId]);
    expect(states).toEqual([{ state: 'open' }]);
  });
  await query('delete from data_rule where rule_name like $1', [`${name}%`]);
});
