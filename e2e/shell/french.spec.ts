import type { Page } from '@playwright/test';
import { fullRounds, takeRounds } from '../../server/src/testing/full-rounds.ts';
import { listAdministrationScreens } from '../fixtures/administration-screens.ts';
import { closeDialog, expectNoLayoutProblems, expectRowVisible, navigateInApp } from '../fixtures/screen.ts';
import { readDownloadedSheet } from '../fixtures/sheets.ts';
import { expect, test } from '../fixtures/test.ts';
import { t } from '../fixtures/texts.ts';

test.use({ language: 'fr' });

/**
 * Checks the first width, or each in `npm run soak`, and leaves the page at the last one: another width takes as long as
 * another screen.
 */
async function expectFits(page: Page, ...widths: number[]): Promise<void> {
  for (const width of takeRounds(widths, 1)) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoLayoutProblems(page, `${width} px`);
  }
}

const button = (page: Page, key: string) => page.getByRole('button', { name: t(key, {}, 'fr'), exact: true });

test.describe('without a session', () => {
  test.use({ person: null });

  test('fits the login in French', async ({ page }) => {
    await page.goto('/login');
    await button(page, 'shell.login.submit').click();
    await expect(page.getByRole('textbox').first()).toHaveAttribute('aria-invalid', 'true');
    await expectFits(page, 800, 1440, 390);
  });
});

test('fits the overview, the error pages, the lists and their dialogs in French', async ({ page }) => {
  await test.step('/monitor/overview', async () => {
    await page.goto('/monitor/overview');
    await expect(page.getByText('Asia/Shanghai')).toBeVisible();
    await expectFits(page, 1440, 800, 390);
  });
  await test.step('/404', async () => {
    await navigateInApp(page, '/404');
    await expect(page.getByRole('heading', { name: t('shell.notFound.title', {}, 'fr') })).toBeVisible();
    await expectFits(page, 390, 800, 1440);
  });
  const lists = [
    ['/system/post', 'duty-lead'],
    ['/system/dict', 'sys_yes_no'],
    ['/dict/type/data/5', 'Suppression'],
    ['/system/config', 'global_custom_config'],
  ] as const;
  for (const [path, row] of takeRounds(lists, 1)) {
    await test.step(path, async () => {
      await navigateInApp(page, path);
      await expectRowVisible(page, row);
      await expectFits(page, 800, 1440);
      await button(page, 'kit.list.add').click();
      await button(page, 'kit.form.save').click();
      await expect(
        page
          .getByRole('dialog')
          .getByText(/obligatoire/)
          .first(),
      ).toBeVisible();
      await expectFits(page, 1440, 390);
      await closeDialog(page);
      if (fullRounds) await expectFits(page, 390);
      await button(page, 'kit.list.import').click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await expectFits(page, 390);
      await closeDialog(page);
      await page.setViewportSize({ width: 800, height: 900 });
    });
  }
  await test.step('an export', async () => {
    if (fullRounds) await navigateInApp(page, '/system/post');
    await expectRowVisible(page, 'duty-lead');
    const saved = page.waitForEvent('download');
    await button(page, 'kit.list.export').click();
    const [first, row] = await readDownloadedSheet(await saved);
    expect(first).toEqual(['N°', 'Code', 'Nom', 'Ordre', 'État', 'Remarque', 'Date de création']);
    expect(row?.[4]).toBe('Activé');
  });
});

test('fits the administration screens in French', async ({ page }) => {
  await page.goto('/system/user');
  for (const [index, [path, text]] of listAdministrationScreens('fr').entries()) {
    await test.step(path, async () => {
      await navigateInApp(page, path);
      await expect(page.getByRole('main').getByText(text, { exact: true }).first()).toBeAttached();
      await (index % 2 === 0 ? expectFits(page, 1440, 800) : expectFits(page, 800, 1440));
    });
  }
});
