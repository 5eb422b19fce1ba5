import type { Page } from '@playwright/test';
import { findBarriers } from './axe.ts';
import { dialogButton, expectRowVisible } from './screen.ts';
import { expect, test } from './test.ts';
import { say } from './texts.ts';

const looks = [
  { width: 1440, colorScheme: 'light' },
  { width: 1440, colorScheme: 'dark' },
  { width: 800, colorScheme: 'light' },
  { width: 390, colorScheme: 'dark' },
] as const;

/** Every look of what is on screen now; dialogs stay open meanwhile. */
async function expectNoBarriers(page: Page): Promise<void> {
  for (const { width, colorScheme } of looks) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 900 });
    await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme);
    expect(await findBarriers(page), `${width} px, ${colorScheme}`).toEqual([]);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
}

const button = (page: Page, key: string) => page.getByRole('button', { name: say(key), exact: true });

test.describe('without a session', () => {
  test.use({ person: null });

  test('the login is open to everybody, its messages too', async ({ page }) => {
    await page.goto('/login');
    await expect(page.getByRole('img', { name: say('shell.login.captcha') })).toBeVisible();
    await expectNoBarriers(page);
    await button(page, 'shell.login.submit').click();
    await expect(page.getByText('账号不能为空')).toBeVisible();
    await expectNoBarriers(page);
  });
});

test('the overview and the error pages are open to everybody', async ({ page }) => {
  await page.goto('/index');
  await expect(page.getByText('Asia/Shanghai')).toBeVisible();
  await expectNoBarriers(page);
  for (const path of ['/404', '/401']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectNoBarriers(page);
  }
});

test('a list and its dialogs are open to everybody', async ({ page }) => {
  await page.goto('/system/post');
  await expectRowVisible(page, 'duty-lead');
  await expectNoBarriers(page);
  await button(page, 'kit.list.add').click();
  await button(page, 'kit.form.save').click();
  await expect(page.getByText('岗位编码不能为空')).toBeVisible();
  await expectNoBarriers(page);
  await page.keyboard.press('Escape');
  await button(page, 'kit.list.import').click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectNoBarriers(page);
});

for (const [path, row] of [
  ['/system/dict', 'sys_yes_no'],
  ['/dict/type/data/3', '停用'],
  ['/system/config', 'global_custom_config'],
] as const) {
  test(`${path} is open to everybody`, async ({ page }) => {
    await page.goto(path);
    await expectRowVisible(page, row);
    await expectNoBarriers(page);
  });
}

test('menus, search and questions are open to everybody', async ({ page }) => {
  await page.goto('/system/post');
  await expectRowVisible(page, 'duty-lead');
  await button(page, 'shell.language').click();
  await expect(page.getByRole('menuitem', { name: 'Français' })).toBeVisible();
  expect(await findBarriers(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: say('shell.search.title') }).click();
  await expect(page.getByRole('combobox', { name: say('shell.search.title') })).toBeFocused();
  expect(await findBarriers(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: '删除 值班长' }).click();
  await dialogButton(page, 'kit.remove.confirm').hover();
  await expectNoBarriers(page);
});

test('what the mouse points at stays readable', async ({ page }) => {
  await page.goto('/system/post');
  await expectRowVisible(page, 'duty-lead');
  await page.getByRole('checkbox', { name: '选择“值班长”' }).check();
  for (const key of ['kit.list.add', 'kit.list.edit', 'kit.list.remove', 'kit.list.export']) {
    await page
      .getByRole('toolbar')
      .getByRole('button', { name: say(key), exact: true })
      .hover();
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await findBarriers(page), `${key}, ${colorScheme}`).toEqual([]);
    }
  }
  await page.getByRole('button', { name: '修改 值班长' }).hover();
  expect(await findBarriers(page)).toEqual([]);
});
