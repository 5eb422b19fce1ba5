import { findAccessibilityViolations } from '../fixtures/axe.ts';
import { query } from '../fixtures/database.ts';
import { expectNoLayoutProblems, listTableRows, searchFor } from '../fixtures/screen.ts';
import { expect, test } from '../fixtures/test.ts';
import { t } from '../fixtures/texts.ts';

/** A draft of an accepted result, for a site of its own. */
async function addDraft(name: string): Promise<void> {
  await query(
    `with entity as (
       insert into site_entity (entity_code, entity_name, dept_id) values ($1, $1, 100) returning entity_id
     ), site as (
       insert into site (site_code, site_name, entity_id, mn, device_type_id)
       select $1, $1, entity_id, replace($1, ' ', '-'), 1 from entity returning site_id
     ), config as (
       insert into calibration_config (config_name) values ($1) returning config_id
     ), member as (
       insert into calibration_config_site select config_id, site_id from config, site
     ), measured as (
       insert into calibration_config_channel select config_id, channel_id from config, basic_channel where channel_code = 'PM2.5'
     ), run as (
       insert into calibration_run (config_id, started_at, finished_at, state, from_hour, to_hour, settings)
       select config_id, now(), now(), 'done', now() - interval '7 days', now(), '{}' from config
       returning run_id, config_id
     ), result as (
       insert into calibration_result (run_id, site_id, channel_id, k_before, b_before, k, b, decision, decided_by)
       select run_id, site_id, channel_id, 1, 0, 1.25, -3, 'accepted', 'admin'
       from run, site, basic_channel where channel_code = 'PM2.5'
       returning result_id, site_id, channel_id, k_before, b_before, k, b
     )
     insert into calibration_issue (config_id, config_name, result_id, site_id, channel_id, target, k_before, b_before, k, b,
       draft_at, draft_by)
     select config_id, $1, result_id, site_id, channel_id, 'platform', k_before, b_before, k, b, now(), 'admin'
     from result, run`,
    [name],
  );
}

test('K and B are issued after a confirmation that names them, and rolled back', async ({ page }, {
  retry,
}) => {
  const name = `E2E issue ${retry}`;
  await addDraft(name);
  await page.goto('/site/calibrationHistory?tab=issues');
  await searchFor(page, t('calibration.issue.fields.siteName'), name);
  const row = listTableRows(page).filter({ hasText: name });
  await expect(row).toContainText(t('calibration.issue.fields.state_draft'));
  expect(await findAccessibilityViolations(page)).toEqual([]);
  await expectNoLayoutProblems(page);

  await row.getByRole('button', { name: t('calibration.issue.send.action') }).click();
  const dialog = page.getByRole('dialog', { name: t('calibration.issue.send.title') });
  await expect(dialog).toContainText(name);
  await expect(dialog).toContainText('K 1.000, B 0.000 → K 1.250, B −3.000');
  // The past is left alone unless somebody asks for it, and says from when on.
  await expect(dialog.getByRole('radio', { name: t('calibration.issue.send.fromNow') })).toBeChecked();
  await expect(dialog.getByRole('textbox')).toHaveCount(0);
  await dialog.getByRole('radio', { name: t('calibration.issue.send.fromPast') }).check();
  const moment = dialog.getByRole('textbox', { name: t('calibration.issue.send.moment') });
  await expect(moment).toHaveValue(/\d{2}:\d{2}$/);
  expect(await findAccessibilityViolations(dialog)).toEqual([]);
  await dialog.getByRole('button', { name: t('calibration.issue.send.action') }).click();
  await expect(row).toContainText(t('calibration.issue.fields.state_confirmed'));
  const dated = `select for_past, extract(epoch from confirmed_at - since)::integer / 60 as minutes
     from calibration_issue where config_name = $1`;
  const [issue] = await query<{ for_past: boolean; minutes: number }>(dated, [name]);
  expect(issue?.for_past).toBe(true);
  // An hour before the dialog was opened, in whole minutes of the picker.
  expect(issue?.minutes).toBeGreaterThanOrEqual(60);
  expect(issue?.minutes).toBeLessThan(75);

  await row.getByRole('button', { name: t('calibration.issue.rollBack.action') }).click();
  const back = page.getByRole('dialog', { name: t('calibration.issue.rollBack.title') });
  await expect(back).toContainText('K 1.250, B −3.000 → K 1.000, B 0.000');
  await back.getByRole('button', { name: t('calibration.issue.rollBack.action') }).click();
  await expect(row).toContainText(t('calibration.issue.fields.state_rolledBack'));
});
