import { query } from '../fixtures/database.ts';
import { admin, requestApi } from '../fixtures/people.ts';
import {
  dialogButton,
  expectFieldError,
  expectRowVisible,
  expectToast,
  findTableRow,
  openFromMenu,
  searchFor,
  selectOption,
  tabBar,
  toolButton,
} from '../fixtures/screen.ts';
import { serverOrigin } from '../fixtures/server.ts';
import { expect, test } from '../fixtures/test.ts';
import { t } from '../fixtures/texts.ts';

const labels = { zh: '是', en: 'Yes', fr: 'Oui' };

async function setYes(token: string, { zh, en, fr }: typeof labels): Promise<void> {
  const [row] = await query<{ dict_code: number }>(
    "select dict_code from sys_dict_data where dict_type = 'sys_yes_no' and dict_value = 'Y'",
  );
  const { data } = await requestApi(token, 'GET', `/system/dict/data/${row?.dict_code}`);
  const change = { dictLabel: zh, dictLabelEn: en, dictLabelFr: fr };
  await requestApi(token, 'PUT', '/system/dict/data', { ...Object(data), ...change });
}

test('creates and fills a dictionary, switches to another, and protects those of the program', async ({
  page,
}) => {
  await query("delete from sys_dict_type where dict_type = 'e2e_wind'");
  await page.goto('/system/dict');
  const dialog = page.getByRole('dialog');

  await test.step('dictionaries of the program cannot be deleted', async () => {
    await page.getByRole('button', { name: '删除 系统开关' }).click();
    await dialogButton(page, 'kit.remove.confirm').click();
    await expectToast(page, '“系统开关”是系统内置字典，不能删除');
    await expect(dialog).toHaveCount(0);
    await expectRowVisible(page, 'sys_normal_disable');
  });

  await test.step('a type is created', async () => {
    await toolButton(page, 'kit.list.add').click();
    await dialog.getByLabel('字典名称（中文）').fill('风向');
    await dialog.getByLabel('字典类型').fill('E2E Wind');
    await dialogButton(page, 'kit.form.save').click();
    await expectFieldError(dialog.getByLabel('字典类型'), t('system.dictType.fields.dictType_pattern'));
    await dialog.getByLabel('字典类型').fill('e2e_wind');
    await dialogButton(page, 'kit.form.save').click();
    await expectToast(page, t('kit.form.added'));
    await searchFor(page, '字典类型', 'e2e_wind');
  });

  await test.step('its entries are added', async () => {
    await page.getByRole('link', { name: 'e2e_wind' }).click();
    await expect(page).toHaveURL(/\/dict\/type\/data\/\d+$/);
    await expect(page.getByText('风向 · e2e_wind')).toBeVisible();
    await expect(tabBar(page).getByRole('link', { name: '字典数据 · e2e_wind' })).toBeVisible();
    await expect(page.getByText(t('kit.states.empty'))).toBeVisible();
    await page
      .getByRole('main')
      .getByRole('button', { name: t('kit.list.add'), exact: true })
      .last()
      .click();
    await dialog.getByLabel('字典标签（中文）').fill('东');
    await dialog.getByLabel('英文标签').fill('East');
    await dialog.getByLabel('法文标签').fill('Est');
    await dialog.getByLabel('字典键值').fill('E');
    await selectOption(page, dialog.getByRole('combobox', { name: '回显样式' }), '成功');
    await dialogButton(page, 'kit.form.save').click();
    await expectRowVisible(page, '东');
    await expect(findTableRow(page, '东')).toContainText('成功');
  });

  await test.step('another type is chosen on the same screen', async () => {
    await selectOption(
      page,
      page.getByRole('combobox', { name: t('system.dictType.title') }),
      'sys_show_hide',
    );
    await expect(page).toHaveURL(`${serverOrigin}/dict/type/data/2`);
    await expectRowVisible(page, '隐藏');
  });
});

test('shows a changed label on other screens at once, and one changed in the database after a cache refresh', async ({
  page,
  tokenOf,
}) => {
  const parameter = findTableRow(page, 'global_custom_config');
  await page.goto('/system/config');
  await expect(parameter).toContainText('是');
  try {
    await openFromMenu(page, '字典管理');
    await page.getByRole('link', { name: 'sys_yes_no' }).click();
    await page.getByRole('button', { name: '修改 是' }).click();
    await page.getByRole('dialog').getByLabel('字典标签（中文）').fill('对的');
    await dialogButton(page, 'kit.form.save').click();
    await expectRowVisible(page, '对的');
    await openFromMenu(page, '参数设置');
    await expect(parameter).toContainText('对的');

    await query(
      "update sys_dict_data set dict_label = '改过了' where dict_type = 'sys_yes_no' and dict_value = 'Y'",
    );
    await page.reload();
    await expect(parameter).toContainText('对的');
    await openFromMenu(page, '字典管理');
    await toolButton(page, 'kit.list.refreshCache').click();
    await expectToast(page, t('kit.list.cacheRefreshed'));
    await openFromMenu(page, '参数设置');
    await expect(parameter).toContainText('改过了');
  } finally {
    await setYes(await tokenOf(admin), labels);
  }
});

test.describe('in French', () => {
  test.use({ language: 'fr' });

  test('shows the French label, and the Chinese one where it is missing', async ({ page, tokenOf }) => {
    const token = await tokenOf(admin);
    try {
      await setYes(token, { zh: '是', en: 'Yes', fr: 'Affirmatif' });
      await page.goto('/system/config');
      await expect(findTableRow(page, 'global_custom_config')).toContainText('Affirmatif');
      await setYes(token, { zh: '是', en: 'Yes', fr: '' });
      await page.reload();
      await expect(findTableRow(page, 'global_custom_config')).toContainText('是');
    } finally {
      await setYes(token, labels);
    }
  });
});
