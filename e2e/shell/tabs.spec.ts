import type { Page } from '@playwright/test';
import { insertMenus, removeMenus } from '../fixtures/menus.ts';
import { insertPosts } from '../fixtures/posts.ts';
import {
  expectRowVisible,
  expectTotal,
  navigateInApp,
  openFromMenu,
  searchFor,
  selectOption,
  tabBar,
  waitForList,
} from '../fixtures/screen.ts';
import { serverOrigin } from '../fixtures/server.ts';
import { expect, test } from '../fixtures/test.ts';
import { t } from '../fixtures/texts.ts';

const tab = (page: Page, title: string) => tabBar(page).getByRole('link', { name: title, exact: true });

async function expectTabs(page: Page, titles: string[]): Promise<void> {
  await expect(tabBar(page).getByRole('link')).toHaveText(titles);
}

/** Opens three tabs, from any page and with or without other tabs. */
async function openThree(page: Page): Promise<void> {
  for (const [path, title] of [
    ['/system/post', '岗位管理'],
    ['/system/dict', '字典管理'],
    ['/system/config', '参数设置'],
  ] as const) {
    await navigateInApp(page, path);
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeAttached();
  }
  await expectTabs(page, ['首页', '岗位管理', '字典管理', '参数设置']);
}

async function pickFromMenuOf(page: Page, title: string, key: string): Promise<void> {
  await tab(page, title).click({ button: 'right' });
  await page.getByRole('menuitem', { name: t(`shell.tabs.${key}`), exact: true }).click();
}

test('keeps the input, the page and the scroll position of a tab while others are shown; refresh resets it', async ({
  page,
}) => {
  await insertPosts('tab', 25);
  await page.goto('/system/post');
  await searchFor(page, '岗位编码', 'tab-');
  await expectTotal(page, 25);
  const pageSize = page.getByRole('combobox', { name: t('kit.list.pageSize') });
  await waitForList(
    page,
    () => selectOption(page, pageSize, '10 条/页'),
    (query) => query.get('pageSize') === '10',
  );
  await page.getByRole('listitem', { name: '3', exact: true }).click();
  await expectRowVisible(page, 'tab-25');
  await page.getByRole('search').getByLabel('岗位名称').fill('not asked for yet');
  await openFromMenu(page, '字典管理');
  await expectRowVisible(page, 'sys_yes_no');
  await tab(page, '岗位管理').click();
  await expectRowVisible(page, 'tab-25');
  await expect(page.getByRole('search').getByLabel('岗位编码')).toHaveValue('tab-');
  await expect(page.getByRole('search').getByLabel('岗位名称')).toHaveValue('not asked for yet');

  await pickFromMenuOf(page, '岗位管理', 'refresh');
  await expectRowVisible(page, 'duty-lead');
  await expect(page).toHaveURL(`${serverOrigin}/system/post`);
  await expect(page.getByRole('search').getByLabel('岗位编码')).toHaveValue('');
});

test('closes tabs one by one, the others, or all, by mouse and keyboard; home is pinned', async ({
  page,
}) => {
  await page.goto('/index');
  await expect(page.getByRole('heading', { level: 1, name: '首页' })).toBeAttached();
  const item = (key: string) => page.getByRole('menuitem', { name: t(`shell.tabs.${key}`), exact: true });

  await test.step('nothing closes home', async () => {
    await openThree(page);
    await expect(page.getByRole('button', { name: '关闭“首页”' })).toHaveCount(0);
    await tab(page, '首页').click({ button: 'middle' });
    await tab(page, '首页').click({ button: 'right' });
    await expect(item('close')).toBeDisabled();
    await page.keyboard.press('Escape');
    await expect(item('close')).toHaveCount(0);
    await expectTabs(page, ['首页', '岗位管理', '字典管理', '参数设置']);
  });

  await test.step('tabs close one by one with the middle button, the close icon and the Delete key', async () => {
    await tab(page, '岗位管理').click({ button: 'middle' });
    await expectTabs(page, ['首页', '字典管理', '参数设置']);
    await expect(page).toHaveURL(`${serverOrigin}/system/config`);
    await page.getByRole('button', { name: t('shell.tabs.closeNamed', { title: '参数设置' }) }).click();
    await expectTabs(page, ['首页', '字典管理']);
    await expect(page).toHaveURL(`${serverOrigin}/system/dict`);
    await expectRowVisible(page, 'sys_yes_no');
    await tab(page, '字典管理').press('Delete');
    await expectTabs(page, ['首页']);
    await expect(page).toHaveURL(`${serverOrigin}/index`);
  });

  await test.step('the others close, and then all', async () => {
    await openThree(page);
    await pickFromMenuOf(page, '字典管理', 'closeOthers');
    await expectTabs(page, ['首页', '字典管理']);
    await expect(page).toHaveURL(`${serverOrigin}/system/dict`);
    await page.getByRole('button', { name: t('shell.tabs.actions') }).click();
    await item('closeAll').click();
    await expectTabs(page, ['首页']);
    await expect(page).toHaveURL(`${serverOrigin}/index`);
  });

  await test.step('the menu of a tab opens with the keyboard', async () => {
    await openThree(page);
    await tab(page, '岗位管理').focus();
    await page.keyboard.press('Shift+F10');
    await expect(item('refresh')).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await expect(item('closeOthers')).toBeFocused();
    await page.keyboard.press('Enter');
    await expectTabs(page, ['首页', '岗位管理']);
    await expect(page).toHaveURL(`${serverOrigin}/system/post`);
  });
});

test('resets a view that is not cached on every visit', async ({ page }) => {
  await insertMenus([
    {
      menu_id: 9011,
      names: ['不缓存', 'Never kept', 'Jamais gardé'],
      path: 'fresh',
      component: 'system/post/index',
      menu_type: 'C',
      is_cache: '1',
    },
  ]);
  try {
    await page.goto('/fresh');
    await expectRowVisible(page, 'duty-lead');
    await page.getByRole('search').getByLabel('岗位编码').fill('gone soon');
    await tab(page, '首页').click();
    await expect(page).toHaveURL(`${serverOrigin}/index`);
    await tab(page, '不缓存').click();
    await expect(page.getByRole('search').getByLabel('岗位编码')).toHaveValue('');
  } finally {
    await removeMenus(9011);
  }
});

test('keeps a dialog in its tab, with its input', async ({ page }) => {
  await page.goto('/system/dict');
  await openFromMenu(page, '岗位管理');
  await expectRowVisible(page, 'duty-lead');
  await page.getByRole('button', { name: t('kit.list.add'), exact: true }).click();
  const field = page.getByRole('dialog').getByLabel('岗位编码');
  await field.fill('half-way');
  await page.goBack();
  await expectRowVisible(page, 'sys_yes_no');
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.goForward();
  await expect(field).toHaveValue('half-way');
});

test.describe('on a narrow screen', () => {
  test.use({ viewport: { width: 390, height: 800 } });

  test('scrolls the tabs with the wheel, and keeps the active one in view', async ({ page }) => {
    await page.goto('/system/dict');
    const bar = tabBar(page).getByRole('list');
    for (const type of ['sys_user_sex', 'sys_yes_no', 'sys_oper_type']) {
      await page.getByRole('link', { name: type }).click();
      await expect(page.getByRole('main').getByText(` · ${type}`)).toBeVisible();
      await page
        .getByRole('main')
        .getByRole('link', { name: t('system.dictType.title') })
        .click();
    }
    await expect(bar.getByRole('link')).toHaveCount(5);
    const last = bar.getByRole('link').last();
    await last.click();
    await expect(last).toHaveAttribute('aria-current', 'page');
    await expect(last).toBeInViewport();
    const shift = () => bar.evaluate((list) => list.scrollLeft);
    await bar.hover();
    await page.mouse.wheel(0, -400);
    await expect.poll(shift).toBe(0);
    await page.mouse.wheel(0, 60);
    await expect.poll(shift).toBeGreaterThan(0);
  });
});
