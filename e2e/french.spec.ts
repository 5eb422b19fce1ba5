import type { Page } from '@playwright/test';
import { listScreens } from './administration.ts';
import { expectNoMisfits, expectRowVisible, follow, leaveDialog } from './screen.ts';
import { readSheet } from './sheets.ts';
import { expect, test } from './test.ts';
import { say } from './texts.ts';

test.use({ language: 'fr' });

const everyWidth = [1440, 800, 390];

async function expectFits(page: Page, widths = everyWidth): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoMisfits(page, `${width} px`);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
}

const button = (page: Page, key: string) =>
  page.getByRole('button', { name: say(key, {}, 'fr'), exact: true });

test.describe('without a session', () => {
  test.use({ person: null });

  test('French fits the login', async ({ page }) => {
    await page.goto('/login');
    await button(page, 'shell.login.submit').click();
    await expect(page.getByRole('textbox').first()).toHaveAttribute('aria-invalid', 'true');
    await expectFits(page);
  });
});

test('French fits the overview, the error pages, the lists and their dialogs', async ({ page }) => {
  await test.step('/monitor/overview', async () => {
    await page.goto('/monitor/overview');
    await expect(page.getByText('Asia/Shanghai')).toBeVisible();
    await expectFits(page);
  });
  await test.step('/404', async () => {
    await follow(page, '/404');
    await expect(page.getByRole('heading', { name: say('shell.notFound.title', {}, 'fr') })).toBeVisible();
    await expectFits(page);
  });
  for (const [path, row] of [
    ['/system/post', 'duty-lead'],
    ['/system/dict', 'sys_yes_no'],
    ['/dict/type/data/5', 'Suppression'],
    ['/system/config', 'global_custom_config'],
  ] as const) {
    await test.step(path, async () => {
      await follow(page, path);
      await expectRowVisible(page, row);
      await expectFits(page);
      await button(page, 'kit.list.add').click();
      await button(page, 'kit.form.save').click();
      await expect(
        page
          .getByRole('dialog')
          .getByText(/obligatoire/)
          .first(),
      ).toBeVisible();
      await expectFits(page, [1440, 390]);
      await leaveDialog(page);
      await button(page, 'kit.list.import').click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await expectFits(page, [390]);
      await leaveDialog(page);
    });
  }
  await test.step('an export', async () => {
    await follow(page, '/system/post');
    await expectRowVisible(page, 'duty-lead');
    const saved = page.waitForEvent('download');
    await button(page, 'kit.list.export').click();
    const [first, row] = await readSheet(await saved);
    expect(first).toEqual(['N°', 'Code', 'Nom', 'Ordre', 'État', 'Remarque', 'Date de création']);
    expect(row?.[4]).toBe('Activé');
  });
});

test('French fits the screens of administration', async ({ page }) => {
  await page.goto('/system/user');
  for (const [path, text] of listScreens('fr')) {
    await test.step(path, async () => {
      await follow(page, path);
      await expect(page.getByRole('main').getByText(text, { exact: true }).first()).toBeAttached();
      await expectFits(page, [1440, 800]);
    });
  }
});
