import type { Page } from '@playwright/test';
import { insertMenus, removeMenus } from '../fixtures/menus.ts';
import { expectRowVisible, expectToast, mainMenu, navigateInApp } from '../fixtures/screen.ts';
import { serverOrigin } from '../fixtures/server.ts';
import { expect, test } from '../fixtures/test.ts';
import { t } from '../fixtures/texts.ts';

async function readCookie(page: Page, name: string): Promise<string | undefined> {
  return (await page.context().cookies()).find((cookie) => cookie.name === name)?.value;
}

test('skips the menu by keyboard, follows the system’s theme, fills the screen, and keeps its size and its folded sidebar', async ({
  page,
}) => {
  const button = (key: string) => page.getByRole('button', { name: t(key), exact: true });
  await page.goto('/system/post');
  await expectRowVisible(page, 'duty-lead');

  await test.step('the keyboard can skip the menu', async () => {
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: t('shell.skip') })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('main')).toBeFocused();
  });

  await test.step('the theme follows the system', async () => {
    const root = page.locator('html');
    await expect(root).toHaveAttribute('data-theme', 'light');
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect(root).toHaveAttribute('data-theme', 'dark');
    await page.emulateMedia({ colorScheme: 'light' });
    await expect(root).toHaveAttribute('data-theme', 'light');
  });

  await test.step('the page fills the screen, and reports if it cannot', async () => {
    const isWhole = () => page.evaluate(() => document.fullscreenElement !== null);
    await button('shell.fullscreen.enter').click();
    await expect.poll(isWhole).toBe(true);
    await expect(page.locator('html')).toHaveCSS('font-size', '18px');
    // As on a wall screen: once the pointer rests, only the page is left.
    await expect(page.getByRole('banner')).toBeHidden();
    await expect(page.locator('#sidebar')).toBeHidden();
    await page.mouse.move(400, 400);
    await button('shell.fullscreen.leave').click();
    await expect.poll(isWhole).toBe(false);
    await page.evaluate(() => Object.defineProperty(document, 'fullscreenEnabled', { value: false }));
    await button('shell.fullscreen.enter').click();
    await expectToast(page, t('shell.fullscreen.unsupported'));
  });

  const height = async () => (await button('kit.list.add').boundingBox())?.height;
  const side = async () => (await page.getByRole('complementary').boundingBox())?.width;
  await test.step('the size of all controls is chosen', async () => {
    await expect.poll(height).toBe(36);
    for (const [size, pixels] of [
      ['mini', 28],
      ['small', 32],
      ['default', 40],
    ] as const) {
      await button('shell.size.title').click();
      await page.getByRole('menuitem', { name: t(`shell.size.${size}`), exact: true }).click();
      await expect.poll(height).toBe(pixels);
      await expect.poll(() => readCookie(page, 'size')).toBe(size);
    }
  });

  await test.step('the sidebar folds to its icons', async () => {
    await expect.poll(side).toBe(250);
    await button('shell.sidebar.close').click();
    await expect.poll(side).toBe(64);
    await expect.poll(() => readCookie(page, 'sidebarStatus')).toBe('0');
  });

  await test.step('size and sidebar are kept after a reload', async () => {
    await page.reload();
    await expect.poll(height).toBe(40);
    await expect.poll(side).toBe(64);
    await button('shell.sidebar.open').click();
    await expect.poll(side).toBe(250);
    await expect.poll(() => readCookie(page, 'sidebarStatus')).toBe('1');
  });
});

test.describe('with more menus', () => {
  const group = { parent_id: 9001, menu_type: 'C' } as const;
  test.beforeAll(() =>
    insertMenus([
      {
        menu_id: 9001,
        names: ['更多试验', 'More trials', 'Autres essais'],
        path: 'trials',
        menu_type: 'M',
      },
      {
        ...group,
        menu_id: 9002,
        names: ['另一岗位', 'Other posts', 'Autres postes'],
        path: 'other',
        component: 'system/post/index',
      },
      {
        ...group,
        menu_id: 9003,
        names: ['藏起来的', 'Hidden', 'Caché'],
        path: 'hidden',
        component: 'system/config/index',
        visible: '1',
      },
      {
        ...group,
        menu_id: 9004,
        names: ['还没有的', 'Not yet', 'Pas encore'],
        path: 'future',
        component: 'tool/future/index',
      },
      {
        ...group,
        menu_id: 9005,
        names: ['外部链接', 'Elsewhere', 'Ailleurs'],
        path: `${serverOrigin}/logo.svg`,
        is_frame: '0',
      },
    ]),
  );
  test.afterAll(() => removeMenus(9001, 9002, 9003, 9004, 9005));

  test('opens one submenu at a time, hidden screens by address, and links in a new tab; missing screens are not found', async ({
    page,
    context,
  }) => {
    const menu = mainMenu(page);
    const entry = (name: string) => menu.getByRole('menuitem', { name });

    await test.step('a hidden screen opens at its address', async () => {
      await page.goto('/trials/hidden');
      await expectRowVisible(page, 'global_custom_config');
    });

    await test.step('one submenu is open at a time, without hidden or missing screens', async () => {
      await navigateInApp(page, '/system/post');
      await expect(entry('系统管理')).toHaveAttribute('aria-expanded', 'true');
      await entry('更多试验').click();
      await expect(entry('更多试验')).toHaveAttribute('aria-expanded', 'true');
      await expect(entry('系统管理')).toHaveAttribute('aria-expanded', 'false');
      await expect(entry('另一岗位')).toBeVisible();
      await expect(menu.getByText('藏起来的')).toHaveCount(0);
      await expect(menu.getByText('还没有的')).toHaveCount(0);
      await entry('另一岗位').click();
      await expect(page).toHaveURL(`${serverOrigin}/trials/other`);
      await expectRowVisible(page, 'duty-lead');
    });

    await test.step('an external link opens in a new browser tab', async () => {
      const opened = context.waitForEvent('page');
      await entry('外部链接').click();
      await expect(await opened).toHaveURL(`${serverOrigin}/logo.svg`);
      await expect(page).toHaveURL(`${serverOrigin}/trials/other`);
    });

    await test.step('a missing screen is not found', async () => {
      await page.goto('/trials/future');
      await expect(page).toHaveURL(`${serverOrigin}/404`);
    });
  });
});

test('shows the current page in the breadcrumb, and finds a page despite a typo in the menu search', async ({
  page,
}) => {
  const search = page.getByRole('combobox', { name: t('shell.search.title') });
  const opener = page.getByRole('button', { name: t('shell.search.title') });
  const options = page.getByRole('option');

  await test.step('the breadcrumb leads home', async () => {
    await page.goto('/dict/type/data/3');
    const trail = page.getByRole('navigation', { name: t('shell.trail') });
    await expect(trail.getByRole('listitem')).toHaveText(['首页', '系统管理', '字典管理', '字典数据']);
    await expect(page).toHaveTitle(/^字典数据 · /);
    await expect(mainMenu(page).getByRole('link', { name: '字典管理' })).toBeVisible();
    await trail.getByRole('link', { name: '首页' }).click();
    await expect(page).toHaveURL(`${serverOrigin}/index`);
  });

  await test.step('a search works with the keyboard alone', async () => {
    await page.getByRole('main').focus();
    await page.keyboard.press('/');
    await expect(search).toBeFocused();
    await page.keyboard.type('字典管里');
    await expect(options.first()).toContainText('系统管理 › 字典管理');
    await search.fill('sys');
    await expect(options.nth(1)).toContainText('/system/');
    await expect(options.first()).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    await expect(options.nth(1)).toHaveAttribute('aria-selected', 'true');
    const chosen = await options.nth(1).locator('small').innerText();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(serverOrigin + chosen);
    await expect(search).toBeHidden();
  });

  await test.step('a search works with the mouse, reports no results, and closes with Escape', async () => {
    await opener.click();
    await search.fill('量子');
    await expect(page.getByText(t('shell.search.none'))).toBeVisible();
    await search.fill('参数');
    await page.getByRole('option', { name: '参数设置' }).click();
    await expect(page).toHaveURL(`${serverOrigin}/system/config`);
    await opener.click();
    await expect(search).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(search).toBeHidden();
    await expect(opener).toBeFocused();
  });

  await test.step('a slash typed into a field opens no search', async () => {
    const field = page.getByRole('search').getByLabel('参数名称');
    await field.pressSequentially('a/b');
    await expect(field).toHaveValue('a/b');
    await expect(search).toBeHidden();
  });
});

test.describe('on a narrow screen', () => {
  test.use({ viewport: { width: 390, height: 800 } });

  test('shows the menu above the page, and closes it with Escape or after a choice', async ({ page }) => {
    await page.goto('/index');
    const open = page.getByRole('button', { name: t('shell.sidebar.open') });
    const menu = mainMenu(page);
    await expect(open).toBeVisible();
    await expect(menu).not.toBeInViewport();
    await open.click();
    await expect(menu).toBeInViewport();
    await page.keyboard.press('Escape');
    await expect(menu).not.toBeInViewport();
    await open.click();
    await menu.getByRole('menuitem', { name: '系统管理' }).click();
    await menu.getByRole('menuitem', { name: '岗位管理' }).click();
    await expect(page).toHaveURL(`${serverOrigin}/system/post`);
    await expect(menu).not.toBeInViewport();
  });
});
