import type { Page } from '@playwright/test';
import { query } from '../fixtures/database.ts';
import { admin, requestApi } from '../fixtures/people.ts';
import { insertPosts } from '../fixtures/posts.ts';
import {
  dialogButton,
  expectFieldError,
  expectRowVisible,
  expectToast,
  findTableRow,
  searchFor,
  toolButton,
} from '../fixtures/screen.ts';
import { expect, test } from '../fixtures/test.ts';
import { t } from '../fixtures/texts.ts';

// With animated dialogs, as most users see them.
test.use({ contextOptions: { reducedMotion: 'no-preference' } });

const field = (page: Page, label: string) => page.getByRole('dialog').getByLabel(label);

test('adds a post; errors are shown beside their fields and no input is lost', async ({
  page,
  context,
  allowProblem,
}) => {
  await insertPosts('form', 1);
  await page.goto('/system/post');

  await test.step('closing a changed form asks for confirmation', async () => {
    await toolButton(page, 'kit.list.add').click();
    await expect(page.getByRole('dialog')).toHaveAccessibleName(t('system.post.add'));
    await expect(field(page, '岗位编码')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await toolButton(page, 'kit.list.add').click();
    await field(page, '岗位编码').fill('almost');
    await page.keyboard.press('Escape');
    const question = page.getByRole('dialog', { name: t('kit.form.discardTitle') });
    await question.getByRole('button', { name: t('kit.form.keepEditing') }).click();
    await expect(question).toHaveCount(0);
    await expect(field(page, '岗位编码')).toHaveValue('almost');
    await dialogButton(page, 'kit.cancel').click();
    await question.getByRole('button', { name: t('kit.form.discard'), exact: true }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await toolButton(page, 'kit.list.add').click();
    await expect(field(page, '岗位编码')).toBeFocused();
    await expect(field(page, '岗位编码')).toHaveValue('');
  });

  await test.step('errors are shown beside their fields', async () => {
    await field(page, '岗位名称').fill('   ');
    await field(page, '显示顺序').fill('-1');
    await dialogButton(page, 'kit.form.save').click();
    await expectFieldError(field(page, '岗位编码'), '岗位编码不能为空');
    await expectFieldError(field(page, '岗位名称'), '岗位名称不能为空');
    await expectFieldError(field(page, '显示顺序'), '显示顺序不能小于 0');
    await expect(field(page, '岗位编码')).toBeFocused();
    await field(page, '岗位名称').fill('名'.repeat(51));
    await expectFieldError(field(page, '岗位名称'), '岗位名称不能超过 50 个字符');
    await field(page, '岗位编码').fill('form-01');
    await field(page, '岗位名称').fill('<b onclick="alert(1)">巡查员</b>');
    await field(page, '显示顺序').fill('7');
    await field(page, '备注').fill('早班');
    await dialogButton(page, 'kit.form.save').click();
    await expectFieldError(field(page, '岗位编码'), '岗位编码已存在');
    await expect(field(page, '岗位编码')).toBeFocused();
    await expect(field(page, '备注')).toHaveValue('早班');
  });

  await test.step('a save without a network is refused at once, and not sent later', async () => {
    allowProblem(/Failed to load resource/);
    await field(page, '岗位编码').fill('form-02');
    await context.setOffline(true);
    await dialogButton(page, 'kit.form.save').click();
    await expectToast(page, t('shell.errors.network'));
    await expect(field(page, '备注')).toHaveValue('早班');
    let sent = 0;
    page.on('request', (request) => (sent += request.method() === 'POST' ? 1 : 0));
    const back = await page.evaluateHandle(() => ({
      event: new Promise((done) => addEventListener('online', () => done(true), { once: true })),
    }));
    await context.setOffline(false);
    await back.evaluate(({ event }) => event);
    // Requests triggered by being online again have been sent before this one returns.
    await page.evaluate(() => fetch('/logo.svg', { cache: 'no-store' }).then((response) => response.text()));
    expect(sent).toBe(0);
  });

  await test.step('the post is saved', async () => {
    await field(page, '岗位编码').press('Enter');
    await expectToast(page, t('kit.form.added'));
    await expect(page.getByRole('dialog')).toBeHidden();
    await searchFor(page, '岗位编码', 'form-02');
    await expect(findTableRow(page, 'form-02').getByRole('cell').nth(3)).toHaveText(
      '<b onclick="alert(1)">巡查员</b>',
    );
  });
});

test('edits a post from its row and from the toolbar, and reports one that was deleted meanwhile', async ({
  page,
  tokenOf,
}) => {
  const token = await tokenOf(admin);
  await insertPosts('change', 2);
  await page.goto('/system/post');
  await searchFor(page, '岗位编码', 'change-');

  await test.step('a post is edited from its row', async () => {
    await page.getByRole('button', { name: '修改 岗位 change-01' }).click();
    await expect(page.getByRole('dialog')).toHaveAccessibleName('修改“岗位 change-01”');
    await field(page, '岗位名称').fill('change 改名');
    await page.getByRole('dialog').getByRole('radio', { name: '停用' }).check();
    await dialogButton(page, 'kit.form.save').click();
    await expectToast(page, t('kit.form.saved'));
    await expect(findTableRow(page, 'change-01')).toContainText('change 改名');
    await expect(findTableRow(page, 'change-01')).toContainText('停用');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  await test.step('a post is edited from the toolbar', async () => {
    await expect(toolButton(page, 'kit.list.edit')).toBeDisabled();
    await page.getByRole('checkbox', { name: '选择“岗位 change-02”' }).check();
    await toolButton(page, 'kit.list.edit').click();
    await expect(field(page, '岗位编码')).toHaveValue('change-02');
    await dialogButton(page, 'kit.cancel').click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  await test.step('a post that was deleted meanwhile is reported', async () => {
    const [row] = await query<{ post_id: number }>(
      "select post_id from sys_post where post_code = 'change-02'",
    );
    await requestApi(token, 'DELETE', `/system/post/${row?.post_id}`);
    await page.getByRole('button', { name: '修改 岗位 change-02' }).click();
    await expect(page.getByRole('dialog')).toContainText(t('errors.row.gone'));
  });
});

test('adds a post with the keyboard alone, and restores the focus', async ({ page }) => {
  await query("delete from sys_post where post_code = 'keys-01'");
  await page.goto('/system/post');
  await expectRowVisible(page, 'duty-lead');
  const add = toolButton(page, 'kit.list.add');
  for (let press = 0; press < 60; press++) {
    await page.keyboard.press('Tab');
    if (await add.evaluate((button) => button === document.activeElement)) break;
  }
  await expect(add).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(field(page, '岗位编码')).toBeFocused();
  await page.keyboard.type('keys-01');
  await page.keyboard.press('Tab');
  await page.keyboard.type('键盘岗位');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Control+a');
  await page.keyboard.type('3');
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('dialog').getByRole('radio', { name: '停用' })).toBeChecked();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  await expectToast(page, t('kit.form.added'));
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(add).toBeFocused();
  const rows = await query("select post_name, post_sort, status from sys_post where post_code = 'keys-01'");
  expect(rows).toEqual([{ post_name: '键盘岗位', post_sort: 3, status: '1' }]);
});
