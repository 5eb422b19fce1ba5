import type { Page } from '@playwright/test';
import { findMisfits } from './layout.ts';
import { expectRowVisible } from './screen.ts';
import { expect, test } from './test.ts';
import { say } from './texts.ts';

test.use({ language: 'fr' });

const widths = [1440, 800, 390];

async function expectFits(page: Page): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    await expect.poll(() => findMisfits(page), { message: `${width} px` }).toEqual([]);
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

test('French fits the overview and the error pages', async ({ page }) => {
  await page.goto('/index');
  await expect(page.getByText('Asia/Shanghai')).toBeVisible();
  await expectFits(page);
  await page.goto('/404');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectFits(page);
});

for (const [path, row] of [
  ['/system/post', 'duty-lead'],
  ['/system/dict', 'sys_yes_no'],
  ['/dict/type/data/5', 'Suppression'],
  ['/system/config', 'global_custom_config'],
] as const) {
  test(`French fits ${path} and its dialogs`, async ({ page }) => {
    await page.goto(path);
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
    await expectFits(page);
    await page.keyboard.press('Escape');
    await button(page, 'kit.list.import').click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectFits(page);
  });
}
