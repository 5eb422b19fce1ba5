import type { Locator, Page } from '@playwright/test';
import { takeRounds } from '../../server/src/testing/full-rounds.ts';
import { findAccessibilityViolations } from '../fixtures/axe.ts';
import { setParameter } from '../fixtures/parameters.ts';
import { admin, createPerson, menus } from '../fixtures/people.ts';
import { dialogButton, expectRowVisible, expectToast, tabBar } from '../fixtures/screen.ts';
import { expect, logInAs, test } from '../fixtures/test.ts';
import { t } from '../fixtures/texts.ts';

const panelName = t('shell.settings.title');
const root = (page: Page) => page.locator('html');
const panelOf = (page: Page) => page.getByRole('dialog', { name: panelName });
const readAccent = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--accent').trim());

const offerPanel = (isOffered: boolean) => setParameter('sys.index.showSettings', String(isOffered));

async function openUserMenu(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: t('shell.user.menu') }).click();
  const logout = page.getByRole('menuitem', { name: t('shell.user.logout') });
  await expect(logout).toBeVisible();
  return page.getByRole('menuitem', { name: panelName });
}

async function openPanel(page: Page): Promise<Locator> {
  await (await openUserMenu(page)).click();
  await expect(panelOf(page)).toBeVisible();
  return panelOf(page);
}

const choice = (panel: Locator, key: string) => panel.getByRole('radio', { name: t(key), exact: true });
const toggle = (panel: Locator, key: string) => panel.getByRole('switch', { name: t(key) });

/** Records every frame of the next load, to detect flickering. */
async function watchFrames(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const seen = new Set<string>();
    Object.assign(window, { seen });
    const look = () => {
      const { documentElement: html, body } = document;
      if (body) {
        const accent = html.style.getPropertyValue('--accent') || 'unpainted';
        const hasContent = document.querySelector('main') !== null;
        const tabs = document.querySelector('header + nav') !== null;
        const logo = document.querySelector('#sidebar a[href="/"]') !== null;
        seen.add(`${html.dataset['theme']} ${getComputedStyle(body).backgroundColor}`);
        if (hasContent) seen.add(`${accent} tabs:${tabs} logo:${logo}`);
      }
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  return () => page.evaluate(() => [...(window as unknown as { seen: Set<string> }).seen]);
}

test.afterAll(() => offerPanel(false));

test('shows the panel once the administrator enables it; each choice applies at once and is kept', async ({
  page,
}) => {
  await page.goto('/system/config');
  await expectRowVisible(page, 'sys.index.showSettings');
  await expect(await openUserMenu(page)).toHaveCount(0);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: '修改 界面设置面板开关' }).click();
  await page.getByRole('dialog').getByLabel('参数键值').fill('true');
  await dialogButton(page, 'kit.form.save').click();
  await expectToast(page, t('kit.form.saved'));

  const panel = await openPanel(page);
  await choice(panel, 'shell.settings.color.green').check({ force: true });
  await expect.poll(() => readAccent(page)).toMatch(/^#0[a-f0-9]{5}$/);
  const green = await readAccent(page);
  await panel.getByText(t('shell.settings.mode.dark')).click();
  await expect(root(page)).toHaveAttribute('data-theme', 'dark');
  await toggle(panel, 'shell.settings.tabs').click();
  await expect(tabBar(page)).toHaveCount(0);
  await toggle(panel, 'shell.settings.logo').click();
  await expect(page.locator('#sidebar a[href="/"]')).toHaveCount(0);
  await panel.getByText(t('shell.size.mini'), { exact: true }).click();
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await expect(page.getByRole('button', { name: t('shell.user.menu') })).toBeFocused();

  const readSeen = await watchFrames(page);
  await page.reload();
  await expectRowVisible(page, 'sys.index.showSettings');
  const accent = await readAccent(page);
  expect(accent).not.toBe(green);
  expect(new Set(await readSeen())).toEqual(
    new Set(['dark rgb(14, 20, 27)', `${accent} tabs:false logo:false`]),
  );
  await expect
    .poll(async () => (await page.getByRole('toolbar').getByRole('button').first().boundingBox())?.height)
    .toBe(28);

  await panelOf(page).waitFor({ state: 'hidden' });
  const again = await openPanel(page);
  await again.getByRole('button', { name: t('shell.settings.reset') }).click();
  await expect(root(page)).toHaveAttribute('data-theme', 'light');
  await expect(tabBar(page)).toBeVisible();
  await expect(page.locator('#sidebar a[href="/"]')).toBeVisible();
  await expect(choice(again, 'shell.settings.color.blue')).toBeChecked();
  await expect(choice(again, 'shell.size.medium')).toBeChecked();
});

test('keeps the lightest and the darkest primary colour legible in both themes and in the panel', async ({
  page,
}) => {
  await offerPanel(true);
  await page.goto('/system/post');
  await expectRowVisible(page, 'duty-lead');
  await page.getByRole('checkbox', { name: '选择“值班长”' }).check();
  const panel = await openPanel(page);
  // colors.test.ts measures the derived colours; this test audits the rendered page.
  const looks = [
    ['cyan', 'light', 1440, 'all'],
    ['ink', 'dark', 1440, 'colours'],
    ['ink', 'light', 1440, 'colours'],
    ['cyan', 'dark', 1440, 'colours'],
    ['cyan', 'dark', 390, 'all'],
    ['cyan', 'dark', 800, 'structure'],
    ['cyan', 'dark', 2560, 'structure'],
  ] as const;
  for (const [color, colorScheme, width, part] of takeRounds(looks, 2)) {
    await choice(panel, `shell.settings.color.${color}`).check({ force: true });
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 900 });
    await expect(root(page)).toHaveAttribute('data-theme', colorScheme);
    expect(await findAccessibilityViolations(page, part), `${color}, ${colorScheme}, ${width} px`).toEqual(
      [],
    );
  }
});

test('applies the look of each user on the login page as well, and ignores an unreadable one', async ({
  page,
  tokenOf,
  allowProblem,
}) => {
  allowProblem(/401/);
  await offerPanel(true);
  const other = await createPerson('looks', { menus: [menus.system, menus.post.screen] });
  await page.goto('/index');
  await choice(await openPanel(page), 'shell.settings.color.red').check({ force: true });
  await panelOf(page).getByText(t('shell.settings.mode.dark')).click();
  const red = await readAccent(page);

  await logInAs(page, await tokenOf(other));
  await page.goto('/index');
  await expect(root(page)).toHaveAttribute('data-theme', 'light');
  await expect.poll(() => readAccent(page)).toBe('#1668dc');
  await logInAs(page, await tokenOf(admin));
  await page.goto('/index');
  await expect(root(page)).toHaveAttribute('data-theme', 'dark');
  await expect.poll(() => readAccent(page)).toBe(red);

  await page.context().clearCookies();
  await page.evaluate(() => localStorage.removeItem('token'));
  const readSeen = await watchFrames(page);
  await page.goto('/login');
  await expect(page.getByRole('button', { name: t('shell.login.submit') })).toBeVisible();
  expect(await readSeen()).toContain('dark rgb(14, 20, 27)');
  expect((await readSeen()).filter((one) => one.startsWith('light'))).toEqual([]);
  expect(await readAccent(page)).toBe(red);

  await page.evaluate(() => localStorage.setItem('limpid:admin:look', '{"mode":[],"color":"__proto__'));
  await page.reload();
  await expect(page.getByRole('button', { name: t('shell.login.submit') })).toBeVisible();
  await expect(root(page)).toHaveAttribute('data-theme', 'light');
  expect(await readAccent(page)).toBe('#1668dc');
});

test('ignores the choices of the panel while it is disabled, and keeps light and dark available to everybody', async ({
  page,
}) => {
  await offerPanel(true);
  await page.goto('/index');
  await choice(await openPanel(page), 'shell.settings.color.violet').check({ force: true });
  await toggle(panelOf(page), 'shell.settings.tabs').click();
  await offerPanel(false);
  await page.reload();
  await expect(tabBar(page)).toBeVisible();
  await expect.poll(() => readAccent(page)).toBe('#1668dc');
  await expect(await openUserMenu(page)).toHaveCount(0);
  const dark = page.getByRole('menuitemradio', { name: t('shell.settings.mode.dark') });
  await dark.click();
  await expect(root(page)).toHaveAttribute('data-theme', 'dark');
  await page.reload();
  await expect(root(page)).toHaveAttribute('data-theme', 'dark');
  await openUserMenu(page);
  await expect(dark).toHaveAttribute('aria-checked', 'true');
});

test('keeps table headings below a fixed header, and scales the page on a wall screen', async ({ page }) => {
  await offerPanel(true);
  await page.setViewportSize({ width: 1440, height: 420 });
  await page.goto('/system/post');
  await expectRowVisible(page, 'duty-lead');

  await test.step('a fixed header stays above the table headings', async () => {
    await toggle(await openPanel(page), 'shell.settings.fixedHeader').click();
    await page.keyboard.press('Escape');
    await expect(panelOf(page)).toBeHidden();
    await page.mouse.move(700, 300);
    await page.mouse.wheel(0, 260);
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(200);
    const bar = () => page.getByRole('banner').locator('..').boundingBox();
    await expect.poll(async () => (await bar())?.y).toBe(0);
    await expect
      .poll(async () => (await page.getByRole('columnheader').first().boundingBox())?.y)
      .toBe((await bar())?.height);
  });

  await test.step('a wall screen scales the page', async () => {
    const add = page.getByRole('button', { name: t('kit.list.add'), exact: true });
    const sizes = async () => ({
      root: await root(page).evaluate((html) => getComputedStyle(html).fontSize),
      words: await add.evaluate((button) => getComputedStyle(button).fontSize),
      control: (await add.boundingBox())?.height,
      side: (await page.getByRole('complementary').boundingBox())?.width,
    });
    for (const [width, root, words, control, side] of [
      [1280, '16px', '14px', 36, 250],
      [1920, '16px', '14px', 36, 250],
      [2560, '21px', '18px', 47, 328.125],
      [3840, '32px', '28px', 72, 500],
    ] as const) {
      await page.setViewportSize({ width, height: 1000 });
      await expect.poll(sizes, { message: `${width} px` }).toEqual({ root, words, control, side });
    }
  });
});
