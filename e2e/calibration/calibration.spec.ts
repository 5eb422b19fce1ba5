import { randomBytes } from 'node:crypto';
import { findAccessibilityViolations } from '../fixtures/axe.ts';
import { query } from '../fixtures/database.ts';
import { addMeasuredSite } from '../fixtures/measured-site.ts';
import { admin } from '../fixtures/people.ts';
import { expectNoLayoutProblems, searchAndSelect, selectOption, toolButton } from '../fixtures/screen.ts';
import { expect, test } from '../fixtures/test.ts';
import { t } from '../fixtures/texts.ts';

const fields = (name: string) => t(`calibration.config.fields.${name}`);
const dayMs = 86_400_000;
const dayOf = (at: number) => new Date(at + dayMs / 3).toISOString().slice(0, 10);

/** A station that publishes 0.9 times the value of a site plus four. */
async function publish(siteId: number, code: string, longitude: number): Promise<void> {
  await query(
    `insert into reference_station (station_code, station_name, city, longitude, latitude, facts_of, create_by)
     values ($1, $1, 'Mackay', $2, -20, now(), 'test')`,
    [code, longitude],
  );
  await query(
    `insert into reference_reading (station_code, release_time, pm25, create_by)
     select $1, ts + interval '1 hour', 0.9 * a1 + 4, 'test' from reading_hour where site_id = $2`,
    [code, siteId],
  );
}

test('a config is written, run, its proposal looked at and accepted, and a site out of reach refused', async ({
  page,
  tokenOf,
}) => {
  const name = `CAL${randomBytes(3).toString('hex')}`;
  const now = Date.now();
  const measured = {
    hours: [dayOf(now - 8 * dayMs), dayOf(now)] as const,
    valueAt: (_: string, hour = 0) => 40 + ((hour * 7) % 24),
  };
  const token = await tokenOf(admin);
  const near = await addMeasuredSite(token, { ...measured, place: [150, -20] });
  // 40 km to the east.
  const far = await addMeasuredSite(token, { ...measured, place: [150.383, -20] });
  await publish(near.siteId, name, 150.001);

  await page.goto('/site/calibration');
  await toolButton(page, 'kit.list.add').click();
  const form = page.getByRole('dialog', { name: t('calibration.config.add') });
  const field = (key: string) => form.getByLabel(fields(key), { exact: true });
  await field('configName').fill(name);
  await searchAndSelect(page, field('siteIds'), near.siteName);
  await searchAndSelect(page, field('siteIds'), far.siteName);
  await page.keyboard.press('Escape');
  await selectOption(page, field('channelIds'), 'PM2.5');
  await page.keyboard.press('Escape');
  await searchAndSelect(page, field('referenceCodes'), name);
  await page.keyboard.press('Escape');
  expect(await findAccessibilityViolations(form)).toEqual([]);
  await form.getByRole('button', { name: t('kit.form.save'), exact: true }).click();
  await expect(form).toBeHidden();

  const row = page.getByRole('row').filter({ hasText: name });
  await expect(row).toContainText(t('calibration.config.neverRun'));
  await row.getByRole('button', { name: t('calibration.run.results') }).click();
  const drawer = page.getByRole('dialog', { name });
  await expect(drawer).toContainText(t('calibration.run.none'));
  await drawer.getByRole('button', { name: t('calibration.run.action') }).click();
  const proposal = drawer.getByRole('row').filter({ hasText: near.siteName });
  await expect(proposal).toContainText('0.900 · 4.00');
  await expect(proposal).toContainText(t('calibration.result.decisions.proposed'));
  await expect(drawer.getByRole('row').filter({ hasText: far.siteName })).toContainText('39.9 km');
  expect(await findAccessibilityViolations(drawer)).toEqual([]);
  await expectNoLayoutProblems(page);

  await query(
    `insert into quality_flag (site_id, ts, slot, rule_id, rule_name, test, basis, value, high, counts)
     select site_id, ts, slot, 1, $2, 'range', 'hour', 63, 50, true
     from reading_hour cross join basic_channel where site_id = $1 and channel_code = 'PM2.5'
     on conflict do nothing`,
    [near.siteId, name],
  );
  await proposal.getByRole('button', { name: near.siteName }).click();
  const details = page.getByRole('dialog', { name: near.siteName });
  const scatter = `${t('calibration.result.charts.scatter')} · ${t('calibration.result.charts.after')}`;
  await expect(details.getByRole('figure', { name: scatter })).toBeVisible();
  await expect(details.getByRole('figure', { name: t('calibration.result.charts.residuals') })).toBeVisible();
  await expect(details.getByText(t('quality.flag.label')).first()).toBeVisible();
  expect(await findAccessibilityViolations(details)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(details).toBeHidden();

  await proposal.getByRole('checkbox').check();
  await drawer.getByRole('button', { name: t('calibration.result.accept'), exact: true }).click();
  await page
    .getByRole('dialog', { name: t('calibration.result.ask.accept', { count: 1 }) })
    .getByRole('button', { name: t('calibration.result.accept'), exact: true })
    .click();
  await expect(proposal).toContainText(t('calibration.result.decisions.accepted'));
});
