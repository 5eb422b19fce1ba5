import type { Page } from '@playwright/test';
import { admin } from './people.ts';
import { expectNoMisfits, expectRowVisible, follow, mainMenu, tabBar, toolButton } from './screen.ts';
import { expect, test } from './test.ts';
import { say } from './texts.ts';
import { openTouched, phone } from './touch.ts';

/** What a finger could miss: anything to tap that answers on less than 44 by 44 pixels around its middle. */
function findSmallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const reach = 21;
    const selector = 'button, a[href], input, [role=menuitem], [role=combobox], [role=switch]';
    const dialog = document.querySelector('[role=dialog]');
    const small: string[] = [];
    for (const element of (dialog ?? document).querySelectorAll<HTMLElement>(selector)) {
      // An input is tapped anywhere in the box that is drawn around it.
      const target =
        element.closest<HTMLElement>(
          '.ant-select, .ant-input-affix-wrapper, .ant-picker, .ant-input-number, label',
        ) ?? element;
      const box = target.getBoundingClientRect();
      const x = box.x + Math.min(box.width / 2, 40);
      const y = box.y + box.height / 2;
      const isSeen = element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
      const isInside = y > reach && y < innerHeight - reach && x > reach && x < innerWidth - reach;
      if (!isSeen || !isInside || element.closest('.visually-hidden, [inert]')) continue;
      const answers = (dx: number, dy: number) => {
        const hit = document.elementFromPoint(x + dx, y + dy);
        return hit !== null && (target.contains(hit) || hit.contains(target));
      };
      const isOwn = target.contains(document.elementFromPoint(x, y));
      const tall = answers(0, -reach) && answers(0, reach) && (box.height >= 44 || target.matches('label'));
      const wide = box.width >= 44 || target.matches('label');
      if (isOwn && !(tall && wide))
        small.push(
          `${target.tagName} "${element.ariaLabel ?? element.innerText}" ${box.width} × ${box.height}`,
        );
    }
    return small;
  });
}

test('a phone: menu, list, search, dialog and pages are made for a finger', async ({ browser, tokenOf }) => {
  const page = await openTouched(browser, await tokenOf(admin), 'zh');
  await page.goto('/system/post');
  await expectRowVisible(page, 'duty-lead');
  await expectNoMisfits(page);
  await expect.poll(() => findSmallTargets(page)).toEqual([]);
  await expect(tabBar(page)).toBeInViewport();

  // The menu keeps the keyboard until it closes, and gives it back.
  const opener = page.getByRole('button', { name: say('shell.sidebar.open') });
  await opener.tap();
  const close = page.getByRole('complementary').getByRole('button', { name: say('shell.sidebar.close') });
  await expect(close).toBeFocused();
  for (let step = 0; step < 12; step += 1) {
    await page.keyboard.press('Tab');
    const isOutside = await page.evaluate(() => document.activeElement?.closest('.shell-main') !== null);
    expect(isOutside && (await page.evaluate(() => document.activeElement !== document.body))).toBe(false);
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

  // The name stays while the rest of the row is moved past it.
  const name = page.getByRole('cell', { name: '值班长', exact: true });
  const before = await name.boundingBox();
  await page.locator('.ant-table-body:visible').evaluate((table) => table.scrollBy(400, 0));
  await expect(page.getByRole('columnheader', { name: '创建时间' })).toBeInViewport();
  expect((await name.boundingBox())?.x).toBe(before?.x);
  await expect(page.locator('.ant-pagination-simple:visible')).toHaveCount(1);

  const search = page.getByRole('search');
  await expect(search).toBeHidden();
  await toolButton(page, 'kit.list.showSearch').tap();
  await search.getByRole('button', { name: say('kit.list.more') }).tap();
  await expect(search.getByRole('button', { name: say('kit.list.less') })).toBeVisible();
  const boxes = await search
    .locator('.ant-form-item')
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().x));
  expect(new Set(boxes).size).toBe(1);
  await expectNoMisfits(page);
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

test('a phone and a tablet in French: nothing is cut, nothing moves sideways', async ({
  browser,
  tokenOf,
}) => {
  for (const viewport of [phone, { width: 800, height: 1100 }]) {
    const page = await openTouched(browser, await tokenOf(admin), 'fr', viewport);
    await page.goto('/system/config');
    for (const [path, row] of [
      ['/system/config', 'global_custom_config'],
      ['/system/post', 'duty-lead'],
    ] as const) {
      const message = `${path}, ${viewport.width} px`;
      if (!page.url().endsWith(path)) await follow(page, path);
      await expectRowVisible(page, row);
      await expectNoMisfits(page, message);
      await expect.poll(() => findSmallTargets(page), { message }).toEqual([]);
    }
    await page.getByRole('button', { name: say('shell.user.menu', {}, 'fr') }).tap();
    await expect(page.getByRole('menuitem', { name: say('shell.user.logout', {}, 'fr') })).toBeInViewport();
    await expectNoMisfits(page);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('menuitem', { name: say('shell.user.logout', {}, 'fr') })).toBeHidden();
    await page.getByRole('button', { name: say('kit.list.import', {}, 'fr'), exact: true }).tap();
    await expect(page.getByRole('dialog')).toBeVisible();
    expect((await page.getByRole('dialog').boundingBox())?.width).toBe(viewport.width);
    await expectNoMisfits(page);
    await page.context().close();
  }
});
