import { randomBytes } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { findAccessibilityViolations } from '../fixtures/axe.ts';
import { useLoginPage } from '../fixtures/login-page.ts';
import { createPerson, logInByApi, menus, type Person, requestApi } from '../fixtures/people.ts';
import {
  dialogButton,
  expectToast,
  findTableRow,
  mainMenu,
  openFromMenu,
  searchFor,
  selectOption,
  toolButton,
} from '../fixtures/screen.ts';
import { serverOrigin } from '../fixtures/server.ts';
import { expect, logInAs, test } from '../fixtures/test.ts';
import { t } from '../fixtures/texts.ts';

const label = (name: string) => t(`system.role.fields.${name}`);
const treeOf = (page: Page) => page.getByRole('dialog').getByRole('tree');
const node = (page: Page, name: string) => treeOf(page).getByRole('treeitem', { name, exact: true });

async function tick(page: Page, name: string): Promise<void> {
  await node(page, name).getByText(name, { exact: true }).click();
}

/** Fills the fields of the open dialog by their labels. */
async function fillDialog(page: Page, values: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(values)) await field(page, name).fill(value);
}

function field(page: Page, name: string): Locator {
  return page.getByRole('dialog').getByLabel(name, { exact: true });
}

/** Chooses a node in a tree select. */
async function choosePlace(page: Page, picker: Locator, place: string): Promise<void> {
  await picker.click();
  await picker.fill(place);
  await page.locator('.ant-select-tree-title:visible').filter({ hasText: place }).click();
}

/** A sample of endpoints, with the permission that each needs. */
const calls: [method: string, path: string, right: string][] = [
  ['GET', '/system/post/list', 'system:post:list'],
  ['GET', '/system/post/99999', 'system:post:query'],
  ['POST', '/system/post', 'system:post:add'],
  ['PUT', '/system/post', 'system:post:edit'],
  ['DELETE', '/system/post/99999', 'system:post:remove'],
  ['GET', '/system/post/export', 'system:post:export'],
  ['POST', '/system/post/importData', 'system:post:import'],
  ['GET', '/system/user/list', 'system:user:list'],
  ['GET', '/system/user/1', 'system:user:query'],
  ['POST', '/system/user', 'system:user:add'],
  ['PUT', '/system/user/resetPwd', 'system:user:resetPwd'],
  ['GET', '/system/role/list', 'system:role:list'],
  ['PUT', '/system/role/dataScope', 'system:role:edit'],
  ['PUT', '/system/role/authUser/selectAll?roleId=1&userIds=2', 'system:role:edit'],
  ['GET', '/system/menu/list', 'system:menu:list'],
  ['DELETE', '/system/menu/1', 'system:menu:remove'],
  ['GET', '/system/dept/list', 'system:dept:list'],
  ['GET', '/system/dict/type/list', 'system:dict:list'],
  ['GET', '/system/config/list', 'system:config:list'],
  ['GET', '/monitor/operlog/list', 'monitor:operlog:list'],
  ['GET', '/monitor/online/list', 'monitor:online:list'],
  ['GET', '/v3/api-docs', 'tool:swagger:list'],
];

async function makeDepartment(page: Page, name: string): Promise<void> {
  await page.goto('/system/dept');
  await page
    .getByRole('button', { name: t('kit.tree.addBelow') })
    .first()
    .click();
  await fillDialog(page, { [t('system.department.fields.deptName')]: name });
  await dialogButton(page, 'kit.form.save').click();
  await expectToast(page, t('kit.form.added'));
}

/** Creates a role that may list and add posts within one department. */
async function makeRole(page: Page, name: string, department: string): Promise<void> {
  await openFromMenu(page, '角色管理');
  await toolButton(page, 'kit.list.add').click();
  await fillDialog(page, { [label('roleName')]: name, [label('roleKey')]: name });
  await field(page, t('system.role.tree.search')).fill('岗位');
  await tick(page, '新增');
  await expect(node(page, '岗位管理')).toHaveAttribute('aria-checked', 'mixed');
  await tick(page, '查询');
  expect(await findAccessibilityViolations(page.getByRole('dialog'))).toEqual([]);
  await dialogButton(page, 'kit.form.save').click();
  // The message may still be that of the department.
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await searchFor(page, label('roleName'), name);
  await page.getByRole('button', { name: `${t('system.role.scope.action')} ${name}` }).click();
  await page.getByRole('radio', { name: t('system.role.fields.dataScope_2') }).click();
  await field(page, t('system.role.tree.search')).fill(department);
  await tick(page, department);
  await dialogButton(page, 'kit.form.save').click();
  await expect(findTableRow(page, name).first().getByText(t('system.role.fields.dataScope_2'))).toBeVisible();
}

async function makeUser(page: Page, person: Person, department: string, roleName: string): Promise<void> {
  await openFromMenu(page, '用户管理');
  await toolButton(page, 'kit.list.add').click();
  const user = (name: string) => t(`system.user.fields.${name}`);
  await fillDialog(page, {
    [user('userName')]: person.userName,
    [user('nickName')]: person.userName,
    [user('password')]: person.password,
  });
  await choosePlace(page, field(page, user('deptId')), department);
  await field(page, user('roleIds')).fill(roleName);
  await selectOption(page, field(page, user('roleIds')), roleName);
  await dialogButton(page, 'kit.form.save').click();
  await expectToast(page, t('kit.form.added'));
}

/** Logs in as a user whose first password was set by somebody else. */
async function enterFirst(page: Page, person: Person): Promise<void> {
  await page.context().clearCookies();
  const login = useLoginPage(page);
  await login.open();
  await login.logIn(person);
  const chosen = 'Deep-forest-7';
  await page.getByLabel(t('shell.password.fields.oldPassword')).fill(person.password);
  await page.getByLabel(t('shell.password.fields.newPassword')).fill(chosen);
  await page.getByLabel(t('shell.password.fields.confirmation')).fill(chosen);
  await page.getByRole('button', { name: t('shell.password.save') }).click();
  // Loading the home page closes a menu that was opened before.
  await expect(page.getByRole('heading', { name: t('shell.overview.installation') })).toBeVisible();
}

test('grants exactly what a new department, role and user are given', async ({ page }) => {
  const id = randomBytes(3).toString('hex');
  const person = { userName: `walker${id}`, password: 'Quiet-lake-9' };
  await makeDepartment(page, `巡检${id}`);
  await makeRole(page, `巡检员${id}`, `巡检${id}`);
  await makeUser(page, person, `巡检${id}`, `巡检员${id}`);
  await enterFirst(page, person);

  await mainMenu(page).getByRole('menuitem', { name: '系统管理' }).click();
  await expect(mainMenu(page).getByRole('link')).toHaveText(['首页', '岗位管理']);
  await openFromMenu(page, '岗位管理');
  await expect(toolButton(page, 'kit.list.add')).toBeVisible();
  for (const verb of ['edit', 'remove', 'import', 'export'])
    await expect(toolButton(page, `kit.list.${verb}`)).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^(修改|删除) / })).toHaveCount(0);

  const held = ['system:post:list', 'system:post:query', 'system:post:add'];
  const token = (await page.context().cookies()).find(({ name }) => name === 'Admin-Token')?.value ?? '';
  const responses = await Promise.all(calls.map(([method, path]) => requestApi(token, method, path)));
  const opened = calls.filter((_, index) => responses[index]?.code !== 403).map(([, , right]) => right);
  expect(opened).toEqual(calls.map(([, , right]) => right).filter((right) => held.includes(right)));
});

test('applies a granted, revoked or disabled role with the user’s next click in another browser', async ({
  page,
  browser,
  allowProblem,
}) => {
  allowProblem(/Failed to load resource/);
  const reader = await createPerson('reader', { menus: [menus.system, menus.post.screen, menus.post.query] });
  const adder = await createPerson('adder', { menus: [menus.post.add] });
  const context = await browser.newContext({ baseURL: serverOrigin, locale: 'zh-CN' });
  const other = await context.newPage();
  await logInAs(other, await logInByApi(reader));
  await other.goto('/system/post');
  await expect(findTableRow(other, 'duty-lead')).toBeVisible();
  const refresh = toolButton(other, 'kit.list.refresh');
  const adding = toolButton(other, 'kit.list.add');
  await expect(adding).toHaveCount(0);

  await page.goto(`/system/role-auth/user/${adder.roleId}`);
  await expect(findTableRow(page, adder.userName)).toBeVisible();
  await toolButton(page, 'system.roleUser.add').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('search').getByLabel(t('system.roleUser.fields.userName')).fill(reader.userName);
  await page.keyboard.press('Enter');
  const tickName = t('kit.list.tick', { name: reader.userName });
  await dialog.getByRole('checkbox', { name: tickName }).click();
  expect(await findAccessibilityViolations(dialog)).toEqual([]);
  await dialogButton(page, 'system.roleUser.addChosen').click();
  // The user's row stays in the dialog until it is saved.
  await expect(dialog).toHaveCount(0);
  await expect(findTableRow(page, reader.userName)).toBeVisible();
  await refresh.click();
  await expect(adding).toBeVisible();

  expect(await findAccessibilityViolations(page.getByRole('main'))).toEqual([]);
  await page.getByRole('checkbox', { name: tickName }).click();
  await toolButton(page, 'system.roleUser.cancel').click();
  await dialogButton(page, 'system.roleUser.cancelConfirm').click();
  await expect(findTableRow(page, reader.userName)).toHaveCount(0);
  await refresh.click();
  await expect(adding).toHaveCount(0);

  await page
    .getByRole('link', { name: t('system.roleUser.back') })
    .last()
    .click();
  await searchFor(page, label('roleName'), reader.userName);
  const line = findTableRow(page, reader.userName).first();
  await line.getByRole('switch').click();
  await dialogButton(page, 'kit.status.stop').click();
  await expect(line.getByRole('switch')).not.toBeChecked();
  await refresh.click();
  await expect(other).toHaveURL(`${serverOrigin}/404`);
  await expect(mainMenu(other).getByRole('link')).toHaveText(['首页']);
  await context.close();
});
