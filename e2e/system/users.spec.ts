import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { findAccessibilityViolations } from '../fixtures/axe.ts';
import { query } from '../fixtures/database.ts';
import { findLayoutProblems } from '../fixtures/layout.ts';
import { admin, logInByApi, requestApi } from '../fixtures/people.ts';
import {
  dialogButton,
  expectToast,
  expectTotal,
  findTableRow,
  searchFor,
  toolButton,
} from '../fixtures/screen.ts';
import { makeSheet, readDownloadedSheet } from '../fixtures/sheets.ts';
import { expect, test } from '../fixtures/test.ts';
import { t } from '../fixtures/texts.ts';
import { openTouchPage } from '../fixtures/touch.ts';

/** Workbooks of other origins and the expected message: locked, broken, hostile, old, or about another subject. */
const noUsers = t('errors.sheet.columns_missing', { label: t('system.user.fields.userName') });
const foreignWorkbooks: [name: string, problem: string][] = [
  ['protected_passtika.xlsx', t('errors.sheet.encrypted')],
  ['xlsx-corrupted.xlsx', t('errors.sheet.corrupt')],
  ['invalid-xml.xlsx', t('errors.sheet.empty')],
  ['chinese-provinces.xls', noUsers],
  ['poc-xmlbomb.xlsx', t('errors.sheet.corrupt')],
  ['Employee.xls', noUsers],
];
const foreignFolder = new URL('../../../shared/data/spreadsheets/', import.meta.url);

/** Creates a department for this test alone, with one child. */
async function addDepartments(): Promise<{ mark: string; top: string; below: string }> {
  const mark = `u${randomBytes(3).toString('hex')}`;
  const [top, below] = [`分部${mark}`, `班组${mark}`];
  await query(
    `with top as (
      insert into sys_dept (parent_id, ancestors, dept_name) values (100, '{0,100}', $1) returning dept_id)
    insert into sys_dept (parent_id, ancestors, dept_name)
    select dept_id, array[0, 100, dept_id], $2 from top`,
    [top, below],
  );
  return { mark, top, below };
}

function departments(page: Page) {
  return page.getByRole('tree', { name: t('system.user.departments.title') });
}

async function chooseDepartment(page: Page, name: string): Promise<void> {
  await page.getByRole('textbox', { name: t('system.user.departments.search') }).fill(name);
  await departments(page).getByTitle(name).click();
}

async function rowAction(page: Page, userName: string, key: string): Promise<void> {
  const row = findTableRow(page, userName);
  await row.getByRole('button', { name: t('kit.list.actionsOf', { name: userName }) }).click();
  await page.getByRole('menuitem', { name: t(key) }).click();
}

test('adds a user to a department, assigns roles and a password, disables and deletes the user', async ({
  page,
}) => {
  const { mark, top, below } = await addDepartments();
  const userName = `mei.${mark}`;
  await page.goto('/system/user');
  await chooseDepartment(page, top);
  await expect(page.getByText(t('system.user.departments.chosen', { name: top }))).toBeVisible();
  await expect(page.getByText(t('kit.states.empty'))).toBeVisible();

  await toolButton(page, 'kit.list.add').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(t('system.user.fields.userName')).fill(userName);
  await dialog.getByLabel(t('system.user.fields.nickName')).fill('小梅');
  await expect(dialog.getByText(top)).toBeVisible();
  const first = dialog.getByLabel(t('system.user.fields.password'), { exact: true });
  await expect(first).toHaveValue(/^\w{16}$/);
  await first.fill('12345');
  await dialogButton(page, 'kit.form.save').click();
  await expect(dialog.getByText(t('system.user.fields.password_pattern'))).toBeVisible();
  await dialog.getByRole('button', { name: t('system.user.password.generate') }).click();
  const password = await first.inputValue();
  await dialog.getByLabel(t('system.user.fields.roleIds')).fill('值班员');
  await page.locator('.ant-select-item-option:visible').filter({ hasText: '值班员' }).click();
  await page.keyboard.press('Escape');
  expect(await findAccessibilityViolations(dialog)).toEqual([]);
  await dialogButton(page, 'kit.form.save').click();
  await expectToast(page, t('kit.form.added'));
  await expect(findTableRow(page, userName)).toContainText(top);
  await expect(departments(page).getByTitle(top)).toHaveText(`${top}1`);
  expect(await findAccessibilityViolations(page)).toEqual([]);

  // The department has one user, its child has none.
  await chooseDepartment(page, below);
  await expect(page.getByText(t('kit.states.empty'))).toBeVisible();
  await chooseDepartment(page, top);

  await findTableRow(page, userName)
    .getByRole('button', { name: t('system.user.roles.action') })
    .click();
  await expect(dialog.getByRole('checkbox', { name: '值班员' })).toBeChecked();
  await dialog.getByRole('checkbox', { name: '只读' }).check();
  expect(await findAccessibilityViolations(dialog)).toEqual([]);
  await dialogButton(page, 'kit.form.save').click();
  await expectToast(page, t('system.user.roles.saved'));

  const own = await logInByApi({ userName, password });
  await rowAction(page, userName, 'system.user.reset.action');
  await dialogButton(page, 'system.user.reset.save').click();
  const generatedPassword = dialog.locator('output');
  await expect(generatedPassword).toHaveText(/^\w{16}$/);
  expect((await requestApi(own, 'GET', '/getInfo')).code).toBe(401);
  expect(await logInByApi({ userName, password: await generatedPassword.innerText() })).toBeTruthy();
  await dialogButton(page, 'system.user.reset.close').click();

  await findTableRow(page, userName).getByRole('switch').click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('kit.status.stop') })
    .click();
  await expect(findTableRow(page, userName).getByRole('switch')).not.toBeChecked();

  await rowAction(page, userName, 'kit.list.remove');
  await expect(page.getByRole('dialog')).toContainText(t('system.user.removeNote'));
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('kit.remove.confirm') })
    .click();
  await expect(page.getByText(t('kit.states.empty'))).toBeVisible();

  // The super administrator can be viewed.
  await page.getByRole('button', { name: t('system.user.departments.clear') }).click();
  await searchFor(page, t('system.user.fields.userName'), 'admin');
  await expect(findTableRow(page, 'admin').getByRole('switch')).toBeDisabled();
  await expect(findTableRow(page, 'admin').getByRole('button')).toHaveCount(0);
});

test('imports users from a sheet and shows their passwords once; every control is reachable on a phone', async ({
  page,
  browser,
  tokenOf,
}) => {
  const { mark, top, below } = await addDepartments();
  await page.goto('/system/user');
  await toolButton(page, 'kit.list.import').click();
  const dialog = page.getByRole('dialog');
  for (const [name, problem] of foreignWorkbooks) {
    const file = new URL(name, foreignFolder);
    if (!existsSync(file)) {
      test.info().annotations.push({ type: 'skipped', description: `there is no ${file.pathname}` });
      continue;
    }
    await dialog.locator('input[type=file]').setInputFiles(fileURLToPath(file));
    await expect(dialog.getByRole('alert')).toHaveCount(0);
    await dialogButton(page, 'kit.import.start').click();
    await expect(dialog.getByText(problem)).toBeVisible();
  }
  const sheet = makeSheet('用户.xlsx', [
    ['用户名称', '用户昵称', '归属部门', '手机号码'],
    [`${mark}-a`, '甲', `${top}/${below}`, `1390${parseInt(mark.slice(1), 16)}`],
    [`${mark}-b`, '乙', '没有这个部门', ''],
    [`${mark}-a`, '丙', '', ''],
  ]);
  await dialog.locator('input[type=file]').setInputFiles(sheet);
  await dialogButton(page, 'kit.import.start').click();
  await expect(dialog.getByText('新增 1 条，更新 0 条，失败 2 条')).toBeVisible();
  await expect(dialog.getByText(t('kit.import.secrets', { number: 1 }))).toBeVisible();
  expect(await findAccessibilityViolations(dialog)).toEqual([]);
  const saved = page.waitForEvent('download');
  await dialog.getByRole('button', { name: t('kit.import.result') }).click();
  const rows = await readDownloadedSheet(await saved);
  expect(rows.map((row) => row.slice(0, 3))).toEqual([
    ['行号', '名称', '结果'],
    [2, `${mark}-a`, '已新增'],
    [3, `${mark}-b`, '失败'],
    [4, `${mark}-a`, '失败'],
  ]);
  expect(await logInByApi({ userName: `${mark}-a`, password: String(rows[1]?.[4]) })).toBeTruthy();
  await expect(dialog.getByText(t('kit.import.secretsFetched'))).toBeVisible();
  await expect(dialog.getByRole('button', { name: t('kit.import.result') })).toBeDisabled();
  await dialogButton(page, 'kit.import.close').click();

  // All rows of this sheet are valid, with roles, which the list can show in an optional column.
  await toolButton(page, 'kit.list.import').click();
  const right = makeSheet('新用户.xlsx', [
    ['登录名称', '用户昵称', '归属部门', '角色', '备注'],
    [`${mark}-c`, '丁', below, '值班员, 只读', '夜班'],
  ]);
  await dialog.locator('input[type=file]').setInputFiles(right);
  await dialogButton(page, 'kit.import.start').click();
  await expect(dialog.getByText('新增 1 条，更新 0 条，失败 0 条')).toBeVisible();
  await dialogButton(page, 'kit.import.close').click();
  await searchFor(page, t('system.user.fields.userName'), mark);
  await expectTotal(page, 2);
  await expect(findTableRow(page, `${mark}-a`)).toContainText(below);
  await expect(findTableRow(page, `${mark}-c`)).not.toContainText('值班员');
  await page.getByRole('button', { name: t('kit.list.columns') }).click();
  await page.getByRole('checkbox', { name: t('system.user.fields.roleIds') }).check();
  await page.getByRole('checkbox', { name: t('kit.fields.remark') }).check();
  await expect(findTableRow(page, `${mark}-c`)).toContainText(/值班员, 只读.*夜班/);

  const hand = await openTouchPage(browser, await tokenOf(admin), 'fr');
  await hand.goto('/system/user');
  await hand.getByRole('button', { name: t('kit.list.aside', {}, 'fr') }).tap();
  await hand.getByRole('textbox', { name: t('system.user.departments.search', {}, 'fr') }).fill(below);
  await hand.getByTitle(below).tap();
  await hand.keyboard.press('Escape');
  await expect(hand.getByRole('cell', { name: `${mark}-a`, exact: true })).toBeVisible();
  expect(await findLayoutProblems(hand)).toEqual([]);
  await hand.context().close();
});
