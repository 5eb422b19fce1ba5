import { query } from '../fixtures/database.ts';
import { createPerson, grant, logInByApi, menus, requestApi } from '../fixtures/people.ts';
import { expectRowVisible, mainMenu, navigateInApp, toolButton } from '../fixtures/screen.ts';
import { serverOrigin } from '../fixtures/server.ts';
import { expect, logInAs, test } from '../fixtures/test.ts';
import { t } from '../fixtures/texts.ts';

test.use({ person: null });

const reader = { menus: [menus.system, menus.post.screen, menus.post.query] };
const verbs = ['add', 'edit', 'remove', 'import', 'export'];

test('shows a read-only user no editing button and no other menu, and logs a disabled user out', async ({
  page,
}) => {
  const person = await createPerson('reader', reader);
  const token = await logInByApi(person);
  await logInAs(page, token);

  await test.step('only reading controls are shown', async () => {
    await page.goto('/system/post');
    await expectRowVisible(page, 'duty-lead');
    for (const verb of verbs) await expect(toolButton(page, `kit.list.${verb}`)).toHaveCount(0);
    await expect(page.getByRole('main').getByRole('checkbox')).toHaveCount(0);
    await expect(page.getByRole('button', { name: /^(修改|删除) / })).toHaveCount(0);
    await expect(mainMenu(page).getByRole('link')).toHaveText(['首页', '岗位管理']);
    await page.keyboard.press('/');
    await expect(page.getByRole('option')).toHaveCount(2);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('option')).toHaveCount(0);
  });

  await test.step('other addresses are not found', async () => {
    await page.goto('/system/dict');
    await expect(page).toHaveURL(`${serverOrigin}/404`);
    await expect(mainMenu(page)).toBeVisible();
    for (const path of ['/system/config', '/dict/type/data/3']) {
      await navigateInApp(page, path);
      await expect(page).toHaveURL(`${serverOrigin}/404`);
    }
    const post = { postCode: 'forbidden', postName: 'forbidden', postSort: 1 };
    expect(await requestApi(token, 'POST', '/system/post', post)).toMatchObject({
      code: 403,
      msg: t('errors.auth.forbidden'),
    });
    expect((await requestApi(token, 'DELETE', '/system/post/100')).code).toBe(403);
    expect((await requestApi(token, 'GET', '/system/config/list')).code).toBe(403);
  });

  await test.step('a disabled user is logged out with the next click', async () => {
    await navigateInApp(page, '/index');
    const links = page.getByRole('main').getByRole('link');
    await expect(links).toHaveText([/岗位/]);
    await links.click();
    await expectRowVisible(page, 'duty-lead');
    await query("update sys_user set status = '1' where user_name = $1", [person.userName]);
    // The live connection may have noticed it before: then the dialog already covers the button.
    await toolButton(page, 'kit.list.refresh').dispatchEvent('click');
    const dialog = page.getByRole('dialog', { name: t('shell.expired.title') });
    await expect(dialog).toContainText('登录状态已过期，您可以继续留在该页面，或者重新登录');
  });
});

test('shows a button once its permission is granted, and hides it with the next click after it is revoked', async ({
  page,
  allowProblem,
}) => {
  allowProblem(/Failed to load resource/);
  const person = await createPerson('promoted', reader);
  await logInAs(page, await logInByApi(person));
  await page.goto('/system/post');
  await expectRowVisible(page, 'duty-lead');
  await expect(toolButton(page, 'kit.list.add')).toHaveCount(0);
  await grant(person.roleId, [menus.post.add, menus.post.remove]);
  await page.reload();
  await expect(toolButton(page, 'kit.list.add')).toBeVisible();
  await expect(page.getByRole('button', { name: '删除 值班长' })).toBeVisible();
  await expect(toolButton(page, 'kit.list.edit')).toHaveCount(0);
  await expect(page.getByRole('button', { name: '修改 值班长' })).toHaveCount(0);

  await query('delete from sys_role_menu where role_id = $1', [person.roleId]);
  await toolButton(page, 'kit.list.refresh').click();
  await expect(
    page
      .getByRole('alert')
      .filter({ hasText: t('errors.auth.forbidden') })
      .first(),
  ).toBeVisible();
  await page.reload();
  await expect(page).toHaveURL(`${serverOrigin}/404`);
  await expect(mainMenu(page)).toBeVisible();
  await navigateInApp(page, '/index');
  await expect(page.getByText(t('shell.overview.none'))).toBeVisible();
});
