import { readFile } from 'node:fs/promises';
import { chinaOffsetMs, DAY_MS } from '@limpid/contract/durations';
import type { Page } from '@playwright/test';
import { findAccessibilityViolations } from '../fixtures/axe.ts';
import { addMeasuredSite } from '../fixtures/measured-site.ts';
import { admin } from '../fixtures/people.ts';
import { dialogButton, expectNoLayoutProblems, searchAndSelect } from '../fixtures/screen.ts';
import { expect, test } from '../fixtures/test.ts';
import { t } from '../fixtures/texts.ts';

/** The first and the last day of last month on the clock of China. */
const here = new Date(Date.now() + chinaOffsetMs);
const end = Date.UTC(here.getUTCFullYear(), here.getUTCMonth(), 1) - DAY_MS;
const lastDay = new Date(end).toISOString().slice(0, 10);
const firstDay = `${lastDay.slice(0, 8)}01`;

const label = (name: string) => t(`report.report.fields.${name}`);

/** Confirms a question of the screen. */
async function confirm(page: Page, key: string): Promise<void> {
  await page
    .getByRole('dialog')
    .last()
    .getByRole('button', { name: t(key), exact: true })
    .click();
}

test('a month of a site is previewed, made, downloaded, signed and checked by its code', async ({
  page,
  tokenOf,
}) => {
  const { siteName } = await addMeasuredSite(await tokenOf(admin), {
    hours: [firstDay, lastDay],
    valueAt: () => 42,
  });
  await page.goto('/analysis/report');
  const row = page.getByRole('row', { name: new RegExp(siteName) });

  await test.step('the preview shows figures, charts and tables', async () => {
    await page.getByRole('button', { name: t('report.make.title') }).click();
    const dialog = page.getByRole('dialog', { name: t('report.make.title') });
    await dialogButton(page, 'report.make.preview').click();
    await expect(dialog.getByText(t('report.make.missing.siteId'))).toBeVisible();
    await searchAndSelect(page, dialog.getByRole('combobox', { name: label('siteId') }), siteName);
    await dialogButton(page, 'report.make.preview').click();
    const shown = dialog.getByRole('article');
    await expect(shown).toContainText(siteName);
    await expect(shown.getByRole('definition').filter({ hasText: '42.0' }).first()).toBeVisible();
    await expect(shown.getByRole('figure').first()).toBeVisible();
    await expect(shown.getByRole('row').filter({ hasText: 'PM2.5' }).first()).toBeVisible();
    expect(await findAccessibilityViolations(dialog)).toEqual([]);
    await dialogButton(page, 'report.make.confirm').click();
  });

  await test.step('its files are downloaded as soon as it is made', async () => {
    await expect(row).toContainText(label('state_done'));
    for (const [format, head] of [
      ['pdf', '%PDF'],
      ['xlsx', 'PK'],
    ] as const) {
      const saved = page.waitForEvent('download');
      await row.getByRole('button', { name: new RegExp(`${t(`report.list.formats.${format}`)}$`) }).click();
      const bytes = await readFile(await (await saved).path());
      expect(bytes.subarray(0, head.length).toString()).toBe(head);
    }
  });

  const drawer = page.getByRole('dialog').filter({ has: page.getByRole('article') });
  const code = await test.step('it is reviewed and published', async () => {
    await row.getByRole('link').click();
    await expect(drawer.getByRole('article')).toContainText(siteName);
    for (const step of ['review', 'publish'] as const) {
      await drawer.getByRole('button', { name: t(`report.signOff.${step}.action`), exact: true }).click();
      await confirm(page, `report.signOff.${step}.confirm`);
    }
    const link = drawer.getByRole('link', { name: t('report.view.checkPage') });
    return (await link.getAttribute('href'))?.split('/').at(-1) ?? '';
  });
  await expect(drawer).toContainText(label('signOff_published'));
  expect(await findAccessibilityViolations(drawer)).toEqual([]);
  const saved = page.waitForEvent('download');
  await drawer.getByRole('button', { name: /PDF$/ }).click();
  const published = await readFile(await (await saved).path());
  await page.keyboard.press('Escape');
  await expect(row).toContainText(label('signOff_published'));
  await expectNoLayoutProblems(page);

  await test.step('anybody checks the PDF by its code, also in French', async () => {
    await page.context().clearCookies();
    await page.goto(`/report/check/${code}?lan=fr`);
    const say = (key: string) => t(key, {}, 'fr');
    await expect(page.getByRole('heading', { name: say('report.check.title') })).toBeVisible();
    const file = page.getByLabel(say('report.check.file'));
    const pdf = (buffer: Buffer) => ({ name: 'report.pdf', mimeType: 'application/pdf', buffer });
    await file.setInputFiles(pdf(published));
    await expect(page.getByText(say('report.check.same'))).toBeVisible();
    await file.setInputFiles(pdf(Buffer.concat([published, Buffer.from(' ')])));
    await expect(page.getByText(say('report.check.different'))).toBeVisible();
    expect(await findAccessibilityViolations(page)).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    await expectNoLayoutProblems(page);
    await page.getByLabel(say('report.check.fields.code')).fill('00000');
    await page.getByRole('button', { name: say('report.check.check'), exact: true }).click();
    await expect(page.getByText(say('report.check.unknown'))).toBeVisible();
  });
});

test.describe('in French', () => {
  test.use({ language: 'fr' });

  test('a template without sections is refused', async ({ page }) => {
    const say = (key: string) => t(key, {}, 'fr');
    await page.goto('/analysis/report?tab=templates');
    await page.getByRole('button', { name: say('kit.list.add'), exact: true }).click();
    const dialog = page.getByRole('dialog', { name: say('report.template.add') });
    await dialog.getByRole('textbox').first().fill('E2E sans rubrique');
    await dialog.getByRole('combobox', { name: say('report.template.fields.deptId') }).click();
    await page.locator('.ant-select-tree-title:visible').first().click();
    const sections = dialog.getByRole('list').getByRole('checkbox');
    for (const section of await sections.all()) await section.uncheck();
    await dialog.getByRole('button', { name: say('kit.form.save'), exact: true }).click();
    await expect(dialog.getByText(say('errors.report.no_sections'))).toBeVisible();
    await expectNoLayoutProblems(page);
  });
});
