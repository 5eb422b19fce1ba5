import type { Page } from '@playwright/test';
import { addMenus, removeMenus } from './menus.ts';
import { expectRowVisible, expectToast, mainMenu } from './screen.ts';
import { origin } from './server.ts';
import { expect, test } from './test.ts';
import { say } from './texts.ts';

async function readCookie(page: Page, name: string): Promise<string | undefined> {
  return (await page.context().cookies()).find((cookie) => cookie.name === name)?.value;
}

test('the sidebar folds to its icons, and stays as it was left', async ({ page }) => {
  await page.goto('/index');
  const side = page.getByRole('complementary');
  await expect.poll(async () => (await side.boundingBox())?.width).toBe(250);
  await page.getByRole('button', { name: say('shell.sidebar.close') }).click();
  await expect.poll(async () => (await side.boundingBox())?.width).toBe(64);
  expect(await readCookie(page, 'sidebarStatus')).toBe('0');
  await page.reload();
  await expect.poll(async () => (await side.boundingBox())?.width).toBe(64);
  await page.getByRole('button', { name: say('shell.sidebar.open') }).click();
  await expect.poll(async () => (await side.boundingBox())?.width).toBe(250);
  expect(await readCookie(page, 'sidebarStatus')).toBe('1');
});

test.describe('with more menus', () => {
  test.beforeAll(() =>
    addMenus([
      { menu_id: 9001, names: ['工具', 'Tools', 'Outils'], path: 'tools', menu_type: 'M' },
      {
        menu_id: 9002,
        parent_id: 9001,
        names: ['另一岗位', 'Other posts', 'Autres postes'],
        path: 'other',
        component: 'system/post/index',
        menu_type: 'C',
      },
      {
        menu_id: 9003,
        parent_id: 9001,
        names: ['藏起来的', 'Hidden', 'Caché'],
        path: 'hidden',
        component: 'system/config/index',
        menu_type: 'C',
        visible: '1',
      },
      {
        menu_id: 9004,
        parent_id: 9001,
        names: ['还没有的', 'Not yet', 'Pas encore'],
        path: 'future',
        component: 'tool/future/index',
        menu_type: 'C',
      },
      {
        menu_id: 9005,
        parent_id: 9001,
        names: ['外部链接', 'Elsewhere', 'Ailleurs'],
        path: `${origin}/logo.svg`,
        menu_type: 'C',
        is_frame: '0',
      },
    ]),
  );
  test.afterAll(() => removeMenus(9001, 9002, 9003, 9004, 9005));

  test('one submenu is open at a time; screens that are hidden or missing are in none', async ({ page }) => {
    await page.goto('/system/post');
    const menu = mainMenu(page);
    const system = menu.getByRole('menuitem', { name: '系统管理' });
    const tools = menu.getByRole('menuitem', { name: '工具' });
    await expect(system).toHaveAttribute('aria-expanded', 'true');
    await tools.click();
    await expect(tools).toHaveAttribute('aria-expanded', 'true');
    await expect(system).toHaveAttribute('aria-expanded', 'false');
    await expect(menu.getByRole('menuitem', { name: '另一岗位' })).toBeVisible();
    await expect(menu.getByText('藏起来的')).toHaveCount(0);
    await expect(menu.getByText('还没有的')).toHaveCount(0);
    await menu.getByRole('menuitem', { name: '另一岗位' }).click();
    await expect(page).toHaveURL(`${origin}/tools/other`);
    await expectRowVisible(page, 'duty-lead');
  });

  test('a hidden screen answers at its address, a missing one does not', async ({ page }) => {
    await page.goto('/tools/hidden');
    await expectRowVisible(page, 'global_custom_config');
    await page.goto('/tools/future');
    await expect(page).toHaveURL(`${origin}/404`);
  });

  test('a link to elsewhere opens in a new tab of the browser', async ({ page, context }) => {
    await page.goto('/index');
    await mainMenu(page).getByRole('menuitem', { name: '工具' }).click();
    const opened = context.waitForEvent('page');
    await mainMenu(page).getByRole('menuitem', { name: '外部链接' }).click();
    expect((await opened).url()).toBe(`${origin}/logo.svg`);
    await expect(page).toHaveURL(`${origin}/index`);
  });
});

test('the trail says where one is, and leads home', async ({ page }) => {
  await page.goto('/dict/type/data/3');
  const trail = page.getByRole('navigation', { name: say('shell.trail') });
  await expect(trail.getByRole('listitem')).toHaveText(['首页', '系统管理', '字典管理', '字典数据']);
  await expect(page).toHaveTitle(/^字典数据 · /);
  await expect(mainMenu(page).getByRole('link', { name: '字典管理' })).toBeVisible();
  await trail.getByRole('link', { name: '首页' }).click();
  await expect(page).toHaveURL(`${origin}/index`);
});

test.describe('the menu search', () => {
  test('finds a page in spite of a typo, and goes there with the keyboard alone', async ({ page }) => {
    await page.goto('/index');
    await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
    await page.keyboard.press('/');
    const search = page.getByRole('combobox', { name: say('shell.search.title') });
    await expect(search).toBeFocused();
    await page.keyboard.type('字典管里');
    const options = page.getByRole('option');
    await expect(options).toHaveCount(1);
    await expect(options).toContainText('系统管理 › 字典管理');
    await search.fill('sys');
    await expect(options).toHaveCount(3);
    await expect(options.first()).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    const chosen = await page.getByRole('option', { selected: true }).locator('small').innerText();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(origin + chosen);
    await expect(search).toBeHidden();
  });

  test('opens by its button, says when nothing fits, and closes with Escape', async ({ page }) => {
    await page.goto('/system/post');
    await page.getByRole('button', { name: say('shell.search.title') }).click();
    const search = page.getByRole('combobox', { name: say('shell.search.title') });
    await search.fill('量子');
    await expect(page.getByText(say('shell.search.none'))).toBeVisible();
    await search.fill('参数');
    await page.getByRole('option', { name: '参数设置' }).click();
    await expect(page).toHaveURL(`${origin}/system/config`);
    await page.getByRole('button', { name: say('shell.search.title') }).click();
    await page.keyboard.press('Escape');
    await expect(search).toBeHidden();
    await expect(page.getByRole('button', { name: say('shell.search.title') })).toBeFocused();
    const field = page.getByRole('search').getByLabel('参数名称');
    await field.pressSequentially('a/b');
    await expect(field).toHaveValue('a/b');
    await expect(search).toBeHidden();
  });
});

test('the size of all controls is chosen and kept', async ({ page }) => {
  await page.goto('/system/post');
  const add = page.getByRole('button', { name: say('kit.list.add'), exact: true });
  const height = async () => (await add.boundingBox())?.height;
  await expect.poll(height).toBe(36);
  for (const [size, pixels] of [
    ['mini', 28],
    ['small', 32],
    ['default', 40],
  ] as const) {
    await page.getByRole('button', { name: say('shell.size.title') }).click();
    await page.getByRole('menuitem', { name: say(`shell.size.${size}`), exact: true }).click();
    await expect.poll(height).toBe(pixels);
    expect(await readCookie(page, 'size')).toBe(size);
  }
  await page.reload();
  await expect.poll(height).toBe(40);
});

test('the page fills the screen, and says so where it cannot', async ({ page }) => {
  await page.goto('/index');
  await page.getByRole('button', { name: say('shell.fullscreen.enter') }).click();
  await expect.poll(() => page.evaluate(() => document.fullscreenElement !== null)).toBe(true);
  await page.getByRole('button', { name: say('shell.fullscreen.leave') }).click();
  await expect.poll(() => page.evaluate(() => document.fullscreenElement !== null)).toBe(false);
  await page.evaluate(() => Object.defineProperty(document, 'fullscreenEnabled', { value: false }));
  await page.getByRole('button', { name: say('shell.fullscreen.enter') }).click();
  await expectToast(page, say('shell.fullscreen.unsupported'));
});

test('the keyboard can skip the menu', async ({ page }) => {
  await page.goto('/system/post');
  await expectRowVisible(page, 'duty-lead');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: say('shell.skip') })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
});

test('the theme follows the system', async ({ page }) => {
  await page.goto('/index');
  const root = page.locator('html');
  await expect(root).toHaveAttribute('data-theme', 'light');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(root).toHaveAttribute('data-theme', 'dark');
});

test.describe('on a narrow screen', () => {
  test.use({ viewport: { width: 390, height: 800 } });

  test('the menu lies over the page, and goes away with Escape or with going somewhere', async ({ page }) => {
    await page.goto('/index');
    const open = page.getByRole('button', { name: say('shell.sidebar.open') });
    const menu = mainMenu(page);
    await expect(menu).not.toBeInViewport();
    await open.click();
    await expect(menu).toBeInViewport();
    await page.keyboard.press('Escape');
    await expect(menu).not.toBeInViewport();
    await open.click();
    await menu.getByRole('menuitem', { name: '系统管理' }).click();
    await menu.getByRole('menuitem', { name: '岗位管理' }).click();
    await expect(page).toHaveURL(`${origin}/system/post`);
    await expect(menu).not.toBeInViewport();
  });
});
