import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import { findAccessibilityViolations } from '../fixtures/axe.ts';
import { query } from '../fixtures/database.ts';
import {
  dialogButton,
  expectFieldError,
  expectToast,
  findTableRow,
  mainMenu,
  searchFor,
  toolButton,
} from '../fixtures/screen.ts';
import { expect, test } from '../fixtures/test.ts';
import { t } from '../fixtures/texts.ts';

const unique = (name: string) => `${name}${randomBytes(3).toString('hex')}`;

/** The items of a row's overflow menu. */
async function chooseAction(page: Page, name: string, key: string): Promise<void> {
  await page.getByRole('button', { name: t('kit.list.actionsOf', { name }) }).click();
  await page.getByRole('menuitem', { name: t(key) }).click();
}

function rowButton(page: Page, key: string, name: string) {
  return page.getByRole('button', { name: `${t(key)} ${name}`, exact: true });
}

async function save(page: Page, said: string): Promise<void> {
  await dialogButton(page, 'kit.form.save').click();
  await expectToast(page, t(said));
  await expect(page.getByRole('dialog')).toBeHidden();
}

test('adds a department, moves it with its children, and deletes it once it is empty', async ({ page }) => {
  const [outer, inner, other] = [unique('区域'), unique('班组'), unique('分部')];
  await page.goto('/system/dept');
  const dialog = page.getByRole('dialog');
  const field = (name: string) => dialog.getByLabel(t(`system.department.fields.${name}`));

  async function addBelow(parent: string, name: string): Promise<void> {
    await rowButton(page, 'kit.tree.addBelow', parent).click();
    await field('deptName').fill(name);
    await save(page, 'kit.form.added');
  }

  // The top department cannot be moved or deleted.
  await expect(rowButton(page, 'kit.tree.addBelow', 'Limpid')).toBeVisible();
  await expect(page.getByRole('button', { name: t('kit.list.actionsOf', { name: 'Limpid' }) })).toHaveCount(
    0,
  );
  await rowButton(page, 'kit.list.edit', 'Limpid').click();
  await expect(field('parentId')).toHaveValue(t('system.tree.top'));
  await expect(field('parentId')).toBeDisabled();
  await dialogButton(page, 'kit.cancel').click();

  await rowButton(page, 'kit.tree.addBelow', 'Limpid').click();
  await field('deptName').fill(outer);
  await field('leader').fill('王建国');
  await field('phone').fill('打电话');
  await field('email').fill('team@example.com');
  await dialogButton(page, 'kit.form.save').click();
  await expectFieldError(field('phone'), t('system.department.fields.phone_pattern'));
  expect(await findAccessibilityViolations(dialog)).toEqual([]);
  await field('phone').fill('010 6552 1234');
  await save(page, 'kit.form.added');
  await expect(findTableRow(page, outer)).toContainText('team@example.com');
  await addBelow(outer, inner);
  await addBelow('Limpid', other);

  await rowButton(page, 'kit.list.edit', outer).click();
  // Other tests add departments too, and only those in sight are in the page: they are found by their names.
  const offered = page.locator('.ant-select-tree-title');
  await field('parentId').fill(outer);
  await expect(offered.filter({ hasText: outer })).toHaveCount(0);
  await field('parentId').fill(other);
  await expect(offered.filter({ hasText: other })).toBeVisible();
  await offered.filter({ hasText: other }).click();
  await save(page, 'kit.form.saved');
  await toolButton(page, 'kit.tree.expand').click();
  const order = page.getByRole('row').filter({ hasText: new RegExp(`${outer}|${inner}|${other}`) });
  await expect(order).toContainText([other, outer, inner]);

  await chooseAction(page, outer, 'kit.list.remove');
  await expect(dialog).toContainText(t('system.department.removeNote'));
  await dialogButton(page, 'kit.remove.confirm').click();
  await expectToast(page, t('errors.department.has_children', { name: outer }));
  for (const name of [inner, outer, other]) {
    await chooseAction(page, name, 'kit.list.remove');
    await dialogButton(page, 'kit.remove.confirm').click();
    await expect(page.getByRole('row').filter({ hasText: name })).toHaveCount(0);
  }
});

test('creates menus of every type with icon and names, and shows them in the sidebar at once', async ({
  page,
}) => {
  const [catalog, screen, right] = [unique('巡检'), unique('记录'), unique('导出')];
  const path = unique('rounds');
  await page.goto('/system/menu');
  const dialog = page.getByRole('dialog', { name: t('system.menu.add') });
  const field = (name: string) => dialog.getByLabel(t(`system.menu.fields.${name}`), { exact: true });
  const chineseName = dialog.getByLabel(t('kit.form.inChinese', { label: t('system.menu.fields.menuName') }));
  const kind = (value: string) =>
    dialog.getByRole('radio', { name: t(`system.menu.fields.menuType_${value}`), exact: true });
  await rowButton(page, 'kit.list.edit', '菜单管理').click();
  const editing = page.getByRole('dialog');
  await editing.getByRole('radio', { name: '停用' }).check();
  await expect(editing.getByLabel(t('system.menu.fields.path'))).toHaveCount(0);
  await dialogButton(page, 'kit.form.save').click();
  await expect(editing.getByText(t('errors.menu.keeps_way', { name: '菜单管理' }))).toBeVisible();
  await dialogButton(page, 'kit.cancel').click();
  await dialogButton(page, 'kit.form.discard').click();

  try {
    await toolButton(page, 'kit.list.add').click();
    await chineseName.fill(catalog);
    await field('menuNameFr').fill('Rondes');
    await field('path').fill(path);
    await expect(field('component')).toBeHidden();
    await dialog.getByRole('button', { name: t('system.menu.fields.icon') }).click();
    const icons = page.getByRole('region', { name: t('kit.icons.title') });
    await expect(icons.getByRole('button', { name: 'camera' })).toBeVisible();
    expect(await findAccessibilityViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(icons).toBeHidden();
    await page.keyboard.press('Enter');
    await icons.getByRole('textbox').fill('comp');
    await page.keyboard.press('Enter');
    await expect(
      dialog.getByRole('button', { name: `${t('system.menu.fields.icon')} compass` }),
    ).toBeFocused();
    await save(page, 'kit.form.added');

    await rowButton(page, 'kit.tree.addBelow', catalog).click();
    await expect(kind('C')).toBeChecked();
    await chineseName.fill(screen);
    await field('component').fill('system/post/index');
    await field('path').fill('post');
    await dialogButton(page, 'kit.form.save').click();
    const clash = t('errors.menu.route_name_taken', { name: '岗位管理' });
    await expectFieldError(field('routeName'), clash);
    await field('routeName').fill(unique('Post'));
    await save(page, 'kit.form.added');
    await mainMenu(page).getByRole('menuitem', { name: catalog }).click();
    await expect(mainMenu(page).getByRole('menuitem', { name: screen })).toBeVisible();

    await rowButton(page, 'kit.tree.addBelow', screen).click();
    await expect(kind('F')).toBeChecked();
    await expect(field('path')).toBeHidden();
    await chineseName.fill(right);
    await field('perms').fill('system:post:export');
    await save(page, 'kit.form.added');
    await searchFor(page, t('system.menu.fields.menuName'), right);
    await expect(findTableRow(page, right)).toContainText('system:post:export');
  } finally {
    await query('delete from sys_menu where menu_name = any($1)', [[catalog, screen, right]]);
  }
});
