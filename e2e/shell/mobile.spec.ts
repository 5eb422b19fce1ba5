import { takeRounds } from '../../server/src/testing/full-rounds.ts';
import { listAdministrationScreens } from '../fixtures/administration-screens.ts';
import { admin } from '../fixtures/people.ts';
import {
  closeDialog,
  expectNoLayoutProblems,
  expectRowVisible,
  mainMenu,
  navigateInApp,
  tabBar,
  toolButton,
} from '../fixtures/screen.ts';
import { expect, test } from '../fixtures/test.ts';
import { t } from '../fixtures/texts.ts';
import { findSmallTargets, openTouchPage, phone } from '../fixtures/touch.ts';

test('makes menu, list, search, dialog and pagination usable by touch on a phone', async ({
  browser,
  tokenOf,
}) => {
  const page = await openTouchPage(browser, await tokenOf(admin), 'zh');
  await page.goto('/system/post');
  await expectRowVisible(page, 'duty-lead');
  await expectNoLayoutProblems(page);
  await expect.poll(() => findSmallTargets(page)).toEqual([]);
  await expect(tabBar(page)).toBeInViewport();

  // The menu traps the focus until it closes, and then restores it.
  const opener = page.getByRole('button', { name: t('shell.sidebar.open') });
  await opener.tap();
  const close = page.getByRole('complementary').getByRole('button', { name: t('shell.sidebar.close') });
  await expect(close).toBeFocused();
  for (let step = 0; step < 12; step += 1) {
    await page.keyboard.press('Tab');
    const isOutside = await page.evaluate(() =>
      document.getElementById('content')?.parentElement?.contains(document.activeElement),
    );
    expect(isOutside).toBe(false);
  }
  await page.keyboard.press('Escape');
  await expect(opener).toBeFocused();
  await opener.tap();
  await mainMenu(page).getByRole('menuitem', { name: '字典管理' }).tap();
  await expect(mainMenu(page)).not.toBeInViewport();
  await expectRowVisible(page, 'sys_yes_no');
  await expect(page.getByRole('main')).toBeFocused();
  await page.goBack();
  await expectRowVisible(page, 'duty-lead');

  // The name column stays while the other columns scroll.
  const name = page.getByRole('cell', { name: '值班长', exact: true });
  const before = await name.boundingBox();
  await page
    .getByRole('rowgroup')
    .last()
    .evaluate((rows) => rows.closest('div')?.scrollBy(400, 0));
  await expect(page.getByRole('columnheader', { name: '创建时间' })).toBeInViewport();
  expect((await name.boundingBox())?.x).toBe(before?.x);
  await expect(page.locator('.ant-pagination-simple:visible')).toHaveCount(1);

  const search = page.getByRole('search');
  await expect(search).toBeHidden();
  await toolButton(page, 'kit.list.showSearch').tap();
  await search.getByRole('button', { name: t('kit.list.more') }).tap();
  await expect(search.getByRole('button', { name: t('kit.list.less') })).toBeVisible();
  const boxes = await search
    .locator('.ant-form-item')
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().x));
  expect(new Set(boxes).size).toBe(1);
  await expectNoLayoutProblems(page);
  await search.getByLabel('创建时间').first().tap();
  await expect(page.locator('.ant-picker-panels')).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('Escape');
  await expect(page.locator('.ant-picker-panels')).toBeHidden();

  await toolButton(page, 'kit.list.add').tap();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  expect(await dialog.boundingBox()).toMatchObject({ x: 0, y: 0, width: phone.width });
  expect((await dialog.boundingBox())?.height).toBeGreaterThanOrEqual(phone.height);
  await expect.poll(() => findSmallTargets(page)).toEqual([]);
  await page.context().close();
});

test('fits administration screens in French on a phone and lists on a tablet, with touch targets large enough', async ({
  browser,
  tokenOf,
}) => {
  const page = await openTouchPage(browser, await tokenOf(admin), 'fr');
  const expectFits = async (message: string) => {
    await expectNoLayoutProblems(page, message);
    await expect.poll(() => findSmallTargets(page), { message }).toEqual([]);
  };
  await page.goto('/index');
  for (const [path, text] of listAdministrationScreens('fr')) {
    await navigateInApp(page, path);
    await expect(page.getByRole('main').getByText(text, { exact: true }).first()).toBeAttached();
    await expectFits(path);
  }
  const lists = [
    ['/system/post', 'duty-lead'],
    ['/system/config', 'global_custom_config'],
  ] as const;
  for (const viewport of [{ width: 800, height: 1100 }, phone]) {
    await page.setViewportSize(viewport);
    for (const [path, row] of takeRounds(lists, 1)) {
      await navigateInApp(page, path);
      await expectRowVisible(page, row);
      await expectFits(`${path}, ${viewport.width} px`);
    }
    await page.getByRole('button', { name: t('shell.user.menu', {}, 'fr') }).tap();
    const logout = page.getByRole('menuitem', { name: t('shell.user.logout', {}, 'fr') });
    await expect(logout).toBeInViewport();
    await expectNoLayoutProblems(page);
    await page.keyboard.press('Escape');
    await expect(logout).toBeHidden();
    await page.getByRole('button', { name: t('kit.list.import', {}, 'fr'), exact: true }).tap();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toBeVisible();
    expect((await dialog.boundingBox())?.width).toBe(viewport.width);
    await expectNoLayoutProblems(page);
    await closeDialog(page);
  }
  await page.context().close();
});
