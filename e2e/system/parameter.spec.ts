import { query } from '../fixtures/database.ts';
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

test('protects parameters of the program, refuses invalid JSON, and adds and deletes custom ones', async ({
  page,
}) => {
  await query("delete from sys_config where config_key in ('e2e.color', 'e2e.secret')");
  const dialog = page.getByRole('dialog');
  await page.goto('/system/config');
  await expectRowVisible(page, 'sys.account.captchaEnabled');

  await test.step('a parameter of the program cannot be deleted or renamed', async () => {
    await expect(page.getByRole('button', { name: '删除 登录验证码开关' })).toHaveCount(0);
    await page.getByRole('checkbox', { name: '选择“登录验证码开关”' }).check();
    await toolButton(page, 'kit.list.remove').click();
    await dialogButton(page, 'kit.remove.confirm').click();
    await expectToast(page, '内置参数“sys.account.captchaEnabled”不能删除');
    await expect(dialog).toHaveCount(0);
    await page.getByRole('button', { name: '修改 登录验证码开关' }).click();
    const key = dialog.getByLabel('参数键名');
    await key.fill('sys.other');
    await dialogButton(page, 'kit.form.save').click();
    await expectFieldError(key, '内置参数的参数键名不能修改');
    await page.keyboard.press('Escape');
    await dialogButton(page, 'kit.form.discard').click();
    await expect(dialog).toHaveCount(0);
  });

  await test.step('a parameter of JSON refuses other text', async () => {
    await page.getByRole('button', { name: '修改 全局自定义配置' }).click();
    const value = dialog.getByLabel('参数键值');
    await value.fill('{"UNLOAD_MAP_USER": ');
    await dialogButton(page, 'kit.form.save').click();
    await expectFieldError(value, '参数键值必须是 JSON 对象');
    await expect(value).toHaveValue('{"UNLOAD_MAP_USER": ');
    await value.fill('{"UNLOAD_MAP_USER": ""}');
    await dialogButton(page, 'kit.form.save').click();
    await expectToast(page, t('kit.form.saved'));
    await expect(dialog).toHaveCount(0);
  });

  await test.step('a custom parameter is added and deleted', async () => {
    await toolButton(page, 'kit.list.add').click();
    await dialog.getByLabel('参数名称（中文）').fill('颜色');
    await dialog.getByLabel('参数键名').fill('e2e.color');
    await dialog.getByLabel('参数键值').fill('blue');
    await dialogButton(page, 'kit.form.save').click();
    await expectToast(page, t('kit.form.added'));
    await searchFor(page, '参数键名', 'e2e.');
    await page.getByRole('button', { name: '删除 颜色' }).click();
    await dialogButton(page, 'kit.remove.confirm').click();
    await expectToast(page, t('kit.remove.done'));
    await expect(findTableRow(page, 'e2e.color')).toHaveCount(0);
  });

  await test.step('a secret parameter is typed once and never shown', async () => {
    await toolButton(page, 'kit.list.add').click();
    await dialog.getByLabel('参数名称（中文）').fill('推送密钥');
    await dialog.getByLabel('参数键名').fill('e2e.secret');
    // By position, because a test of dictionaries changes the label meanwhile.
    await dialog.getByRole('radiogroup', { name: '是否保密' }).getByRole('radio').first().check();
    await expect(dialog.getByLabel('参数键值')).toHaveCount(0);
    await dialog.getByLabel('保密值').fill('hunter2');
    await dialogButton(page, 'kit.form.save').click();
    await expectToast(page, t('kit.form.added'));
    await expect(findTableRow(page, 'e2e.secret')).toContainText('已隐藏');
    await page.getByRole('button', { name: '修改 推送密钥' }).click();
    await expect(dialog.getByLabel('保密值')).toHaveValue('');
    await dialog.getByLabel('参数名称（中文）').fill('推送');
    await dialogButton(page, 'kit.form.save').click();
    await expectToast(page, t('kit.form.saved'));
    const stored = await query(
      `select config_name, config_value, secret_value like 'v1.%' as sealed from sys_config where config_key = 'e2e.secret'`,
    );
    expect(stored).toEqual([{ config_name: '推送', config_value: null, sealed: true }]);
    await query("delete from sys_config where config_key = 'e2e.secret'");
  });
});
