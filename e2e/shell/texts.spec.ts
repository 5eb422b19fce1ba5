import { expectNoRawKeys } from '../fixtures/raw-keys.ts';
import { navigateInApp } from '../fixtures/screen.ts';
import { expect, test } from '../fixtures/test.ts';
import { t } from '../fixtures/texts.ts';

test.use({ language: 'fr' });
const text = (key: string) => t(key, {}, 'fr');

test('home and tabs show no raw key while the texts of other screens are under way, and those screens wait for them', async ({
  page,
}) => {
  const otherTexts = '**/other-texts-fr-*.js';
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(otherTexts, async (route) => {
    await released;
    await route.continue();
  });

  await test.step('a screen as first page asks for them at once', async () => {
    const request = page.waitForRequest(otherTexts);
    await page.goto('/user/profile');
    await request;
    await expect(page.getByRole('navigation', { name: text('shell.tabs.title') })).toContainText(
      text('shell.pages.profile'),
    );
    await expectNoRawKeys(page);
  });

  await test.step('inner pages have their titles', async () => {
    for (const [path, title] of [
      ['/job/log', 'taskLog'],
      ['/system/role-auth/user/1', 'roleUsers'],
      ['/dict/type/data/3', 'dictData'],
      ['/site/forwardTarget/1', 'forwardTarget'],
    ] as const) {
      await navigateInApp(page, path);
      await expect(
        page.getByRole('heading', { level: 1, name: text(`shell.pages.${title}`) }),
      ).toBeAttached();
    }
    await expectNoRawKeys(page);
  });

  await test.step('the home page and the menu of the user are complete', async () => {
    await navigateInApp(page, '/index');
    await expect(page.getByRole('region', { name: text('map.list.title') })).toBeVisible();
    await page.getByRole('button', { name: text('shell.user.menu') }).click();
    await expect(page.getByRole('menuitem', { name: text('shell.pages.profile') })).toBeVisible();
    await expectNoRawKeys(page);
    await page.keyboard.press('Escape');
  });

  await test.step('a screen appears with its texts once they have arrived', async () => {
    const board = page.getByRole('tab', { name: text('system.profile.tabs.basic') });
    await navigateInApp(page, '/user/profile');
    await expect(page.getByText(text('shell.loading')).first()).toBeAttached();
    await expect(board).toHaveCount(0);
    release();
    await expect(board).toBeVisible();
    await expectNoRawKeys(page);
  });
});
