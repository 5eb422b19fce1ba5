import { findAccessibilityViolations } from '../fixtures/axe.ts';
import { query } from '../fixtures/database.ts';
import { expectNoLayoutProblems, listTableRows, searchFor } from '../fixtures/screen.ts';
import { expect, test } from '../fixtures/test.ts';
import { t } from '../fixtures/texts.ts';

/** A draft for a site of its own. */
async function addDraft(name: string): Promise<void> {
  await query(
    `with entity as (
       insert into site_entity (entity_code, entity_name, dept_id) values ($1, $1, 100) returning entity_id
     ), site as (
       insert into site (site_code, site_name, entity_id, mn, device_type_id)
       select $1, $1, entity_id, replace($1, ' ', '-'), 1 from entity returning site_id
     )
     insert into calibration_issue (config_name, site_id, channel_id, target, k_before, b_before, k, b, draft_at, draft_by)
     select $1, site_id, channel_id, 'platform', 1, 0, 1.25, -3, now(), 'admin'
     from site, basic_channel where channel_code = 'PM2.5'`,
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
  await expect(dialog).toContainText('K 1, B 0 → K 1.25, B -3');
  await dialog.getByRole('button', { name: t('calibration.issue.send.action') }).click();
  await expect(row).toContainText(t('calibration.issue.fields.state_confirmed'));

  await row.getByRole('button', { name: t('calibration.issue.rollBack.action') }).click();
  const back = page.getByRole('dialog', { name: t('calibration.issue.rollBack.title') });
  await expect(back).toContainText('K 1.25, B -3 → K 1, B 0');
  await back.getByRole('button', { name: t('calibration.issue.rollBack.action') }).click();
  await expect(row).toContainText(t('calibration.issue.fields.state_rolledBack'));
});
