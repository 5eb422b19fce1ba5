import type { Page } from '@playwright/test';
import { createPerson, logInByApi, menus } from '../fixtures/people.ts';
import { insertPosts } from '../fixtures/posts.ts';
import {
  dialogButton,
  expectRowVisible,
  expectToast,
  expectTotal,
  findTableRow,
  listTableRows,
  searchFor,
  selectOption,
  toolButton,
  waitForList,
} from '../fixtures/screen.ts';
import { expect, logInAs, test } from '../fixtures/test.ts';
import { t } from '../fixtures/texts.ts';

const pageSize = (page: Page) => page.getByRole('combobox', { name: t('kit.list.pageSize') });
const pageNumber = (page: Page, number: number) =>
  page.getByRole('navigation', { name: t('kit.list.pages') }).getByTitle(String(number), { exact: true });
const heading = (page: Page, name: string) => page.getByRole('columnheader', { name, exact: true });
const firstCode = (page: Page) => listTableRows(page).first().getByRole('cell').nth(2);

test.beforeAll(() => insertPosts('list', 45));

test('searches with Enter or the button, reports no results, and can be hidden', async ({ page }) => {
  const search = page.getByRole('search');
  const code = search.getByLabel('岗位编码');
  const ask = search.getByRole('button', { name: t('kit.list.search'), exact: true });
  await page.goto('/system/post');

  await test.step('Enter and the button search; reset shows all rows', async () => {
    await searchFor(page, '岗位编码', ' list-4 ');
    await expectTotal(page, 6);
    await expectRowVisible(page, 'list-45');
    await search.getByLabel('岗位名称').fill('45');
    await ask.click();
    await expectTotal(page, 1);
    await page.getByRole('button', { name: t('kit.list.reset'), exact: true }).click();
    await expectRowVisible(page, 'duty-lead');
    await expect(code).toHaveValue('');
  });

  await test.step('state and date filter the rows', async () => {
    await code.fill('list-');
    await selectOption(page, search.getByRole('combobox', { name: '状态' }), '停用');
    await ask.click();
    await expect(page.getByText(t('kit.states.noMatch'))).toBeVisible();
    await selectOption(page, search.getByRole('combobox', { name: '状态' }), '正常');
    await search.getByLabel('创建时间').click();
    const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai' }).format(new Date());
    await page.getByTitle(today).first().click();
    await page.getByTitle(today).first().click();
    await ask.click();
    await expectTotal(page, 45);
  });

  await test.step('an empty result offers to show all rows', async () => {
    await searchFor(page, '岗位编码', 'no-such-code');
    await expect(page.getByText(t('kit.states.noMatch'))).toBeVisible();
    await page.getByRole('button', { name: t('kit.states.showAll') }).click();
    await expectRowVisible(page, 'duty-lead');
    await expect(code).toHaveValue('');
  });

  await test.step('the search is hidden and shown again', async () => {
    await page.getByRole('button', { name: t('kit.list.hideSearch') }).click();
    await expect(search).toBeHidden();
    await page.getByRole('button', { name: t('kit.list.showSearch') }).click();
    await expect(search).toBeVisible();
  });
});

test('sorts, pages and resizes a list, and keeps the page size and the hidden columns', async ({ page }) => {
  const { system, post } = menus;
  const person = await createPerson('chooser', { menus: [system, ...Object.values(post)] });
  await logInAs(page, await logInByApi(person));
  const columns = page.getByRole('group', { name: t('kit.list.columns') });
  await page.goto('/system/post');
  await searchFor(page, '岗位编码', 'list-');

  await test.step('headings sort the list and announce the order', async () => {
    await expect(firstCode(page)).toHaveText('list-01');
    await waitForList(page, () => heading(page, '岗位编码').click());
    await expect(heading(page, '岗位编码')).toHaveAttribute('aria-sort', 'ascending');
    await heading(page, '岗位编码').getByRole('button').press('Enter');
    await expect(heading(page, '岗位编码')).toHaveAttribute('aria-sort', 'descending');
    await expect(firstCode(page)).toHaveText('list-45');
    await heading(page, '岗位编码').click();
    await expect(heading(page, '岗位编码')).not.toHaveAttribute('aria-sort', /./);
    await expect(firstCode(page)).toHaveText('list-01');
  });

  await test.step('pages are turned and jumped to', async () => {
    await expectTotal(page, 45);
    await expect(listTableRows(page)).toHaveCount(20);
    await pageNumber(page, 3).click();
    await expect(listTableRows(page)).toHaveCount(5);
    await expect(firstCode(page)).toHaveText('list-41');
    await selectOption(page, pageSize(page), '10 条/页');
    await expect(listTableRows(page)).toHaveCount(10);
    await expect(firstCode(page)).toHaveText('list-01');
    const jump = page.getByRole('navigation', { name: t('kit.list.pages') }).getByRole('textbox');
    await jump.fill('5');
    await jump.press('Enter');
    await expect(firstCode(page)).toHaveText('list-41');
  });

  await test.step('a column can be hidden, except the one that names the row', async () => {
    await expect(heading(page, '显示顺序')).toBeVisible();
    await page.getByRole('button', { name: t('kit.list.columns') }).click();
    await expect(columns.getByRole('checkbox', { name: '岗位名称' })).toBeDisabled();
    const kept = page.waitForResponse('**/profile/choice**');
    await columns.getByRole('checkbox', { name: '显示顺序' }).uncheck();
    await kept;
    await expect(heading(page, '显示顺序')).toHaveCount(0);
  });

  await test.step('both are kept on other devices as well', async () => {
    await page.evaluate((locale) => {
      localStorage.clear();
      localStorage.setItem('locale', locale);
    }, 'zh');
    await page.reload();
    await expectRowVisible(page, 'duty-lead');
    await expect(listTableRows(page)).toHaveCount(10);
    await expect(heading(page, '岗位名称')).toBeVisible();
    await expect(heading(page, '显示顺序')).toHaveCount(0);
    await page.getByRole('button', { name: t('kit.list.columns') }).click();
    await columns.getByRole('checkbox', { name: t('kit.list.allColumns') }).check();
    await expect(heading(page, '显示顺序')).toBeVisible();
  });
});

test('explains why a list could not be loaded, and loads it on retry', async ({ page, allowProblem }) => {
  allowProblem(/Failed to load resource/);
  await page.route('**/system/post/list**', (route) => route.abort());
  await page.goto('/system/post');
  const failure = page.getByRole('alert').filter({ hasText: t('kit.states.listFailed') });
  await expect(failure).toBeVisible();
  await expectToast(page, t('shell.errors.network'));
  await page.unroute('**/system/post/list**');
  await failure.getByRole('button', { name: t('kit.states.retry') }).click();
  await expectRowVisible(page, 'duty-lead');

  await page.route('**/system/post/list**', (route) => route.abort());
  await toolButton(page, 'kit.list.refresh').click();
  await expect(page.getByText(t('kit.states.outdated'))).toBeVisible();
  await expectRowVisible(page, 'duty-lead');
});

test('asks before deleting one or several posts by name, and leaves an emptied last page', async ({
  page,
}) => {
  await insertPosts('drop', 1);
  await insertPosts('batch', 15);
  const dialog = page.getByRole('dialog');
  await page.goto('/system/post');

  await test.step('nothing is deleted after cancelling', async () => {
    await searchFor(page, '岗位编码', 'drop-');
    await page.getByRole('button', { name: '删除 岗位 drop-01' }).click();
    await expect(dialog).toContainText('“岗位 drop-01”');
    await expect(dialogButton(page, 'kit.cancel')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    await expectRowVisible(page, 'drop-01');
    await page.getByRole('button', { name: '删除 岗位 drop-01' }).click();
    await dialogButton(page, 'kit.remove.confirm').click();
    await expectToast(page, t('kit.remove.done'));
    await expect(findTableRow(page, 'drop-01')).toHaveCount(0);
    await expect(dialog).toHaveCount(0);
  });

  await test.step('several posts: some are named and the rest is counted', async () => {
    await searchFor(page, '岗位编码', 'batch-');
    await waitForList(
      page,
      () => selectOption(page, pageSize(page), '10 条/页'),
      (query) => query.get('pageSize') === '10',
    );
    await pageNumber(page, 2).click();
    await expect(listTableRows(page)).toHaveCount(5);
    await expect(toolButton(page, 'kit.list.remove')).toBeDisabled();
    await page.getByRole('checkbox', { name: t('kit.list.tickAll') }).check();
    await page.getByRole('checkbox', { name: '选择“岗位 batch-15”' }).uncheck();
    await toolButton(page, 'kit.list.remove').click();
    await expect(dialog).toContainText('“岗位 batch-11”、“岗位 batch-12”、“岗位 batch-13”以及另外 1 项');
    await dialogButton(page, 'kit.remove.confirm').click();
    await expect(listTableRows(page)).toHaveCount(1);
    await expectRowVisible(page, 'batch-15');
    await expect(dialog).toHaveCount(0);
  });

  await test.step('the last post of its page is deleted', async () => {
    await page.getByRole('button', { name: '删除 岗位 batch-15' }).click();
    await dialogButton(page, 'kit.remove.confirm').click();
    await expect(listTableRows(page)).toHaveCount(10);
    await expect(firstCode(page)).toHaveText('batch-01');
    await expectTotal(page, 10);
  });
});
