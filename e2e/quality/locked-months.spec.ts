import { chinaOffsetMs, DAY_MS, HOUR_MS, MINUTE_MS } from '@limpid/contract/durations';
import { findAccessibilityViolations } from '../fixtures/axe.ts';
import { query } from '../fixtures/database.ts';
import { addMeasuredSite } from '../fixtures/measured-site.ts';
import { admin, requestApi } from '../fixtures/people.ts';
import { closeDialog, expectNoLayoutProblems } from '../fixtures/screen.ts';
import { openStation } from '../fixtures/station.ts';
import { expect, test } from '../fixtures/test.ts';
import { t } from '../fixtures/texts.ts';

test.use({ person: admin });

/** The end of last month on the clock of China, and its last day. */
const here = new Date(Date.now() + chinaOffsetMs);
const end = Date.UTC(here.getUTCFullYear(), here.getUTCMonth(), 1) - chinaOffsetMs;
const lastDay = new Date(end - DAY_MS + chinaOffsetMs).toISOString().slice(0, 10);
const month = lastDay.slice(0, 7);

test('locks a month, shows what comes after the lock, and lets it in with a reason', async ({
  page,
  tokenOf,
}) => {
  const token = await tokenOf(admin);
  const { siteId, siteName } = await addMeasuredSite(token, {
    hours: [lastDay, lastDay],
    valueAt: (_, hour = 0) => 20 + hour,
  });
  await page.goto('/data/audit');
  await page.getByRole('tab', { name: t('lock.month.title') }).click();
  await page.getByRole('textbox', { name: t('lock.list.search') }).fill(siteName);
  const row = page.getByRole('row', { name: new RegExp(`${month}.*${siteName}`) });
  await expect(row).toContainText(t('lock.list.states.open'));

  await test.step('one month is locked from its row', async () => {
    await row.getByRole('button', { name: t('lock.list.lock') }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: t('lock.lockDialog.reason') }).fill('月报已提交');
    await dialog.getByRole('button', { name: t('lock.list.lock') }).click();
    await expect(row).toContainText(t('lock.list.states.locked'));
    await expect(row).toContainText('月报已提交');
    expect(await findAccessibilityViolations(page)).toEqual([]);
    await expectNoLayoutProblems(page);
  });

  await test.step('a late packet is acknowledged and listed, and its hour stays', async () => {
    const station = await openStation(siteName);
    const at = end - 2 * HOUR_MS + 5 * MINUTE_MS;
    station.report({ a34004: 321 }, {}, at);
    await expect.poll(() => station.received()).toContain('CN=9014');
    station.end();
    await page.reload();
    await page.getByRole('tab', { name: t('lock.month.title') }).click();
    await page.getByRole('textbox', { name: t('lock.list.search') }).fill(siteName);
    await row.getByRole('button', { name: t('lock.list.kept', { packets: 1, sites: 1 }) }).click();
    await expect(page.getByRole('dialog')).toContainText('PM2.5=321 N');
    await closeDialog(page);
    const correction = {
      siteId,
      granularity: 'hour',
      reason: '复核',
      changes: [{ ts: end - HOUR_MS, channel: 'PM2.5', value: 1 }],
    };
    const refused = await requestApi(token, 'PUT', '/data/history', correction);
    expect(refused).toMatchObject({ msg: t('errors.lock.month_locked', { entity: siteName, month }) });
  });

  await test.step('unlocking asks for a reason and lets the packet in', async () => {
    await row.getByRole('button', { name: t('lock.list.unlock') }).click();
    const dialog = page.getByRole('dialog');
    const confirm = dialog.getByRole('button', { name: t('lock.list.unlock') });
    await expect(confirm).toBeDisabled();
    await dialog.getByRole('textbox', { name: t('lock.unlockDialog.reason') }).fill('补录一包数据');
    await confirm.click();
    await expect(row).toContainText(t('lock.list.states.open'));
    const stored = `select s1 from reading where site_id = $1 and ts >= $2 and ts < $3`;
    await expect
      .poll(() => query(stored, [siteId, new Date(end - 2 * HOUR_MS), new Date(end - HOUR_MS)]))
      .toEqual([{ s1: 321 }]);
    await page.getByRole('button', { name: t('lock.list.history') }).click();
    await expect(page.getByRole('dialog')).toContainText('补录一包数据');
  });
});
