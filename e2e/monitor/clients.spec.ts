import { findAccessibilityViolations } from '../fixtures/axe.ts';
import { query } from '../fixtures/database.ts';
import {
  dialogButton,
  expectNoLayoutProblems,
  expectToast,
  listTableRows,
  searchFor,
  selectOption,
} from '../fixtures/screen.ts';
import { openStation } from '../fixtures/station.ts';
import { expect, test } from '../fixtures/test.ts';
import { t } from '../fixtures/texts.ts';

const patience = { timeout: 30_000 };

test('registers an unknown device with a click; it reports, is shown as connected, and is disconnected', async ({
  page,
}, { retry }) => {
  const mn = `E2E-CLIENT-000${retry}`;
  await query(`insert into site_entity (entity_code, entity_name, dept_id) values ($1, $1, 100)`, [mn]);
  const station = await openStation(mn);
  station.report({ a34004: 35, a34002: 80, a34001: 120, LA: 55 });

  await test.step('the device is listed as unregistered, with its probable type', async () => {
    await page.goto('/monitor/client?tab=unknown');
    await searchFor(page, t('ingest.unknown.fields.mn'), mn);
    const row = listTableRows(page).filter({ hasText: mn });
    await expect(row).toContainText('扬尘噪声监测仪', patience);
    expect(await findAccessibilityViolations(page)).toEqual([]);
    await expectNoLayoutProblems(page);
    await row.getByRole('button', { name: `${t('ingest.unknown.register')} ${mn}` }).click();
  });

  await test.step('the form of its site is prefilled with what it sent', async () => {
    const form = page.getByRole('dialog');
    await expect(form.getByLabel(t('site.site.fields.mn'), { exact: true })).toHaveValue(mn);
    await expect(form).toContainText('扬尘噪声监测仪');
    await form.getByLabel(t('site.site.fields.siteName')).fill(mn);
    await selectOption(page, form.getByLabel(t('site.site.fields.entityId')), mn);
    await dialogButton(page, 'kit.form.save').click();
    await expectToast(page, t('kit.form.added'));
  });

  await test.step('its readings are stored and acknowledged', async () => {
    await expect
      .poll(
        () => {
          if (!station.received().includes('CN=9014')) station.report({ a34004: 36, x99: 1 });
          return station.received();
        },
        { ...patience, intervals: [200, 1000] },
      )
      .toContain('CN=9014');
  });

  await test.step('it is listed as connected, with the reason of a refusal', async () => {
    await page
      .getByRole('navigation', { name: t('shell.tabs.title') })
      .getByText(t('monitor.client.title'))
      .click();
    await expect(listTableRows(page).filter({ hasText: mn })).toHaveCount(0);
    const connections = t('monitor.client.tabs.connections');
    await page.getByRole('tab', { name: connections }).click();
    // Both lists have a search by MN: the text must not be typed into the list that is about to close.
    await expect(page.getByRole('tabpanel', { name: connections })).toBeVisible();
    await expect(page.getByRole('tabpanel')).toHaveCount(1);
    await searchFor(page, t('monitor.client.fields.mn'), mn);
    const row = listTableRows(page).filter({ hasText: mn });
    await expect(row).toContainText(t('monitor.client.fields.version_2017'), patience);
    await row.getByRole('button', { name: /127\.0\.0\.1/ }).click();
    await expect(page.getByText(t('ingest.refusal.notes.channel'))).toBeVisible();
    expect(await findAccessibilityViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await row.getByRole('button', { name: t('monitor.client.disconnect') }).click();
    await dialogButton(page, 'monitor.client.disconnect').click();
    await station.closed;
    await expect(row).toHaveCount(0, patience);
  });
});
