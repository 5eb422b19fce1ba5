import { type Language, languages } from '@limpid/contract/language';
import type { Page } from '@playwright/test';
import { takeRounds } from '../../server/src/testing/full-rounds.ts';
import { expectNoRawKeys } from '../fixtures/raw-keys.ts';
import {
  closeDialog,
  expectListLoaded,
  expectRowVisible,
  findTableRow,
  navigateInApp,
} from '../fixtures/screen.ts';
import { expect, test } from '../fixtures/test.ts';
import { t } from '../fixtures/texts.ts';

const words: Record<
  Language,
  { menu: string[]; headings: string[]; state: string; date: RegExp; from: string }
> = {
  zh: {
    menu: ['首页', '系统管理', '岗位管理', '字典管理', '参数设置'],
    headings: ['编号', '岗位编码', '岗位名称', '显示顺序', '状态', '创建时间', '操作'],
    state: '正常',
    date: /^\d{4}年\d{2}月\d{2}日 \d{2}:\d{2}:\d{2}$/,
    from: '开始日期',
  },
  en: {
    menu: ['Home', 'System', 'Posts', 'Dictionaries', 'Parameters'],
    headings: ['No.', 'Code', 'Name', 'Sort', 'State', 'Created', 'Actions'],
    state: 'Enabled',
    date: /^[A-Z][a-z]{2} \d{1,2}, \d{4} \d{2}:\d{2}:\d{2}$/,
    from: 'Start date',
  },
  fr: {
    menu: ['Accueil', 'Système', 'Postes', 'Dictionnaires', 'Paramètres'],
    headings: ['N°', 'Code', 'Nom', 'Ordre', 'État', 'Date de création', 'Actions'],
    state: 'Activé',
    date: /^\d{1,2} [a-zéû]{3,5}\.? \d{4} \d{2}:\d{2}:\d{2}$/,
    from: 'Date de début',
  },
};

for (const language of languages) {
  test.describe(language, () => {
    test.use({ language });
    const text = (key: string) => t(key, {}, language);
    const button = (page: Page, key: string) => page.getByRole('button', { name: text(key), exact: true });

    test(`shows a list in ${language}: menu, headings, dictionary labels, dates and server messages; every screen has its texts`, async ({
      page,
    }) => {
      await page.goto('/system/post');
      await expectRowVisible(page, 'duty-lead');
      const { menu, headings, state, date, from } = words[language];
      await expect(page.locator('html')).toHaveAttribute('lang', language);
      for (const title of menu)
        await expect(page.getByRole('menuitem', { name: title, exact: true })).toBeVisible();
      await expect(page.getByRole('columnheader').filter({ hasText: /\S/ })).toHaveText(headings);
      await expect(findTableRow(page, 'duty-lead')).toContainText(state);
      await expect(findTableRow(page, 'duty-lead').getByRole('time')).toHaveText(date);
      await expect(page.getByPlaceholder(from)).toBeVisible();

      await button(page, 'kit.list.add').click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel(text('system.post.fields.postCode')).fill('duty-lead');
      await dialog.getByLabel(text('system.post.fields.postName')).fill('x');
      await button(page, 'kit.form.save').click();
      const taken = t('errors.field.taken', { label: text('system.post.fields.postCode') }, language);
      await expect(dialog.getByText(taken)).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(button(page, 'kit.form.discard')).toBeVisible();
      await expectNoRawKeys(page);
      await button(page, 'kit.form.discard').click();
      await expect(dialog).toHaveCount(0);

      // keys.test.ts compares the languages, so each screen is opened in only one of them.
      const screens = [
        ['/monitor/overview', page.getByText('Asia/Shanghai')],
        ['/index', page.getByRole('region', { name: text('map.list.title') })],
        ['/404', page.getByRole('heading', { name: text('shell.notFound.title') })],
        ['/system/config', findTableRow(page, 'global_custom_config')],
        ['/system/dict', findTableRow(page, 'sys_yes_no')],
        ['/dict/type/data/3', page.getByText(' · sys_normal_disable')],
        ['/401', page.getByRole('heading', { name: text('shell.forbidden.title') })],
      ] as const;
      const isOwn = (_: unknown, index: number) => languages[index % languages.length] === language;
      for (const [path, sign] of takeRounds(screens, 4).filter(isOwn)) {
        await navigateInApp(page, path);
        await expect(sign.first()).toBeVisible();
        await expectListLoaded(page);
        await expect(page.locator('[aria-busy=true]:visible')).toHaveCount(0);
        await expectNoRawKeys(page);
        if (path !== '/system/config') continue;
        for (const open of ['kit.list.add', 'kit.list.import']) {
          await button(page, open).click();
          await expect(dialog).toBeVisible();
          await expectNoRawKeys(page);
          await closeDialog(page);
        }
        await button(page, 'kit.list.columns').click();
        await expect(page.getByRole('group', { name: text('kit.list.columns') })).toBeVisible();
        await expectNoRawKeys(page);
        await page.keyboard.press('Escape');
      }
    });
  });
}

test('reloads the page in the language chosen in the console, and keeps it', async ({ page }) => {
  await page.goto('/system/post');
  await expectRowVisible(page, 'duty-lead');
  const reloaded = page.waitForEvent('load');
  await page.getByRole('button', { name: '语言' }).click();
  await page.getByRole('menuitem', { name: 'Français' }).click();
  await reloaded;
  await expect(page.getByRole('heading', { level: 1, name: 'Postes' })).toBeAttached();
  await expect(page).toHaveTitle(/^Postes · /);
  expect(await page.evaluate(() => localStorage.getItem('locale'))).toBe('fr');
  await page.getByRole('button', { name: 'Langue' }).click();
  await page.getByRole('menuitem', { name: 'English' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Posts' })).toBeAttached();
});
