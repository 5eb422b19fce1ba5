import type { Page } from '@playwright/test';
import { fullRounds, takeRounds } from '../../server/src/testing/full-rounds.ts';
import { type AuditPart, findAccessibilityViolations } from '../fixtures/axe.ts';
import {
  closeDialog,
  closeTabsExceptCurrent,
  dialogButton,
  expectRowVisible,
  navigateInApp,
  toolButton,
} from '../fixtures/screen.ts';
import { expect, test } from '../fixtures/test.ts';
import { t } from '../fixtures/texts.ts';

type Look = { width: number; colorScheme: 'light' | 'dark'; part?: AuditPart };

const desk: Look = { width: 1440, colorScheme: 'light' };
const deskAtNight: Look = { width: 1440, colorScheme: 'dark' };
const tablet: Look = { width: 800, colorScheme: 'dark' };
const phone: Look = { width: 390, colorScheme: 'dark' };
const wall: Look = { width: 2560, colorScheme: 'light' };

/** For pages made of the same components as a page that is audited in every look. */
const extremes = [desk, phone];
const everyLook: Look[] = [
  ...extremes,
  { ...deskAtNight, part: 'colours' },
  { width: 800, colorScheme: 'light', part: 'structure' },
  { ...wall, part: 'structure' },
];

async function setTheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme);
}

/** Audits the current page in one look, or in several in `npm run soak`; dialogs stay open meanwhile. */
async function expectNoBarriers(page: Page, look: Look, looks = extremes): Promise<void> {
  for (const { width, colorScheme, part } of fullRounds ? looks : [look]) {
    await page.setViewportSize({ width, height: 900 });
    await setTheme(page, colorScheme);
    expect(await findAccessibilityViolations(page, part), `${width} px, ${colorScheme}`).toEqual([]);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
}

const button = (page: Page, key: string) => page.getByRole('button', { name: t(key), exact: true });

test.describe('without a session', () => {
  test.use({ person: null });

  test('finds no barriers on the login and its messages', async ({ page }) => {
    await page.goto('/login');
    await expect(page.getByRole('img', { name: t('shell.login.captcha') })).toBeVisible();
    await expectNoBarriers(page, phone, everyLook);
    await button(page, 'shell.login.submit').click();
    await expect(page.getByText('账号不能为空')).toBeVisible();
    await expectNoBarriers(page, desk);
  });
});

test('finds no barriers on the overview, the error pages, the lists and the personal centre', async ({
  page,
}) => {
  await test.step('overview', async () => {
    await page.goto('/monitor/overview');
    await expect(page.getByText('Asia/Shanghai')).toBeVisible();
    await expectNoBarriers(page, deskAtNight, everyLook);
  });
  const errorPages = [
    ['/404', 'shell.notFound.title'],
    ['/401', 'shell.forbidden.title'],
  ] as const;
  for (const [path, key] of takeRounds(errorPages, 1)) {
    await test.step(path, async () => {
      await navigateInApp(page, path);
      await expect(page.getByRole('heading', { level: 1, name: t(key) })).toBeVisible();
      await expectNoBarriers(page, tablet);
    });
  }
  // The next test audits a list of the same components.
  const lists = [
    ['/system/dict', 'sys_yes_no'],
    ['/dict/type/data/3', '停用'],
    ['/system/config', 'global_custom_config'],
  ] as const;
  for (const [path, row] of takeRounds(lists, 0)) {
    await test.step(path, async () => {
      await navigateInApp(page, path);
      await expectRowVisible(page, row);
      await closeTabsExceptCurrent(page);
      await expectNoBarriers(page, desk);
    });
  }
  await test.step('the personal centre and its picture', async () => {
    await navigateInApp(page, '/user/profile?tab=sessions');
    await expect(page.getByText(t('system.profile.sessions.current'))).toBeVisible();
    await closeTabsExceptCurrent(page);
    await expectNoBarriers(page, phone);
    await page.getByRole('tab', { name: t('system.profile.tabs.basic') }).click();
    await button(page, 'system.profile.avatar.change').click();
    const buffer = await page.screenshot();
    await page.locator('input[type=file]').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer });
    await expect(page.getByRole('slider', { name: t('system.profile.avatar.zoom') })).toBeVisible();
    await expectNoBarriers(page, desk);
  });
});

test('finds no barriers in a list, its dialogs, menus and confirmations', async ({ page }) => {
  await page.goto('/system/post');
  await expectRowVisible(page, 'duty-lead');
  await test.step('list', () => expectNoBarriers(page, wall, everyLook));

  await test.step('tooltips and hovered controls', async () => {
    await page.getByRole('checkbox', { name: '选择“值班长”' }).check();
    const pointed = ['add', 'edit', 'remove', 'export'].map((key) => toolButton(page, `kit.list.${key}`));
    for (const colorScheme of takeRounds(['dark', 'light'] as const, 1)) {
      await setTheme(page, colorScheme);
      for (const one of [...pointed, page.getByRole('button', { name: '修改 值班长' })]) {
        await one.hover();
        expect(await findAccessibilityViolations(one, 'colours'), colorScheme).toEqual([]);
      }
    }
  });

  await test.step('form with its messages', async () => {
    await button(page, 'kit.list.add').click();
    await button(page, 'kit.form.save').click();
    await expect(page.getByText('岗位编码不能为空')).toBeVisible();
    await expectNoBarriers(page, phone);
    await closeDialog(page);
  });

  await test.step('import', async () => {
    await button(page, 'kit.list.import').click();
    await expect(dialogButton(page, 'kit.import.start')).toBeVisible();
    await expectNoBarriers(page, tablet);
    await closeDialog(page);
  });

  await test.step('menu and search of the shell', async () => {
    await button(page, 'shell.language').click();
    await expect(page.getByRole('menuitem', { name: 'Français' })).toBeVisible();
    expect(await findAccessibilityViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('menuitem', { name: 'Français' })).toBeHidden();
    await page.getByRole('button', { name: t('shell.search.title') }).click();
    await expect(page.getByRole('combobox', { name: t('shell.search.title') })).toBeFocused();
    expect(await findAccessibilityViolations(page)).toEqual([]);
    await closeDialog(page);
  });

  await test.step('question', async () => {
    await page.getByRole('button', { name: '删除 值班长' }).click();
    await dialogButton(page, 'kit.remove.confirm').hover();
    await expectNoBarriers(page, deskAtNight);
  });
});
