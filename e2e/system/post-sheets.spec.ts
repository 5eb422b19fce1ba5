import type { Page } from '@playwright/test';
import { query } from '../fixtures/database.ts';
import { createPerson, logInByApi, menus } from '../fixtures/people.ts';
import { insertPosts } from '../fixtures/posts.ts';
import { dialogButton, expectTotal, findTableRow, searchFor, toolButton } from '../fixtures/screen.ts';
import { makeSheet, readDownloadedSheet } from '../fixtures/sheets.ts';
import { expect, logInAs, test } from '../fixtures/test.ts';
import { t } from '../fixtures/texts.ts';

const headings = ['岗位编码', '岗位名称', '显示顺序', '状态', '备注'];

async function pickFile(page: Page, file: ReturnType<typeof makeSheet>): Promise<void> {
  // The file input is invisible: users see the area around it.
  await page.getByRole('dialog').locator('input[type=file]').setInputFiles(file);
}

test('exports every row of the search, not only the current page', async ({ page }) => {
  await insertPosts('sheetout', 45);
  // A separate user, whose list of long tasks is empty.
  const { system, post } = menus;
  const person = await createPerson('exporter', { menus: [system, post.screen, post.query, post.export] });
  await logInAs(page, await logInByApi(person));
  await page.goto('/system/post');
  await searchFor(page, '岗位编码', 'sheetout-');
  await expectTotal(page, 45);
  const saved = page.waitForEvent('download');
  await toolButton(page, 'kit.list.export').click();
  const download = await saved;
  expect(download.suggestedFilename()).toMatch(/岗位.*\.xlsx$/);
  const [first, ...rows] = await readDownloadedSheet(download);
  expect(first).toEqual(['编号', ...headings, '创建时间']);
  expect(rows).toHaveLength(45);
  expect(rows.map((row) => row[1])).toEqual(
    Array.from({ length: 45 }, (_, index) => `sheetout-${String(index + 1).padStart(2, '0')}`),
  );
  expect(rows[0]?.[4]).toBe('正常');

  // The task and its file are kept for a day.
  await page.getByRole('button', { name: t('shell.work.title') }).click();
  const item = page.getByRole('listitem').filter({ hasText: '导出岗位' }).first();
  await expect(item).toContainText(t('shell.work.states.done'));
  const again = page.waitForEvent('download');
  await item.getByRole('button', { name: t('shell.work.download') }).click();
  expect(await readDownloadedSheet(await again)).toHaveLength(46);
  await item.getByRole('button', { name: t('shell.work.forget', { title: '导出岗位' }) }).click();
  await expect(item).toHaveCount(0);
});

test('imports a sheet row by row, lists bad rows with their line, and refuses other files', async ({
  page,
}) => {
  await query("delete from sys_post where post_code like 'sheetin-%'");
  await insertPosts('sheetup', 1);
  const dialog = page.getByRole('dialog');
  const open = () => toolButton(page, 'kit.list.import').click();
  const start = dialogButton(page, 'kit.import.start');
  const close = async () => {
    await dialogButton(page, 'kit.import.close').click();
    await expect(dialog).toHaveCount(0);
  };
  await page.goto('/system/post');

  await test.step('a file is refused by its name at once, and by its content after the upload', async () => {
    await open();
    await expect(start).toBeDisabled();
    const buffer = Buffer.from('just some words');
    await pickFile(page, { name: 'notes.txt', mimeType: 'text/plain', buffer });
    await expect(dialog.getByRole('alert')).toHaveText(t('kit.import.wrongType'));
    await expect(start).toBeDisabled();
    await pickFile(page, { name: 'notes.xlsx', mimeType: 'application/octet-stream', buffer });
    await start.click();
    await expect(dialog.getByRole('alert')).toHaveText('仅允许导入 xls、xlsx 格式文件');
    await pickFile(
      page,
      makeSheet('other.xlsx', [
        ['something', 'else'],
        ['1', '2'],
      ]),
    );
    await start.click();
    await expect(dialog.getByRole('alert')).toHaveText('表格缺少“岗位编码”列');
  });

  await test.step('rows are imported one by one', async () => {
    const saved = page.waitForEvent('download');
    await dialogButton(page, 'kit.import.template').click();
    expect((await readDownloadedSheet(await saved))[0]).toEqual(headings);
    await pickFile(
      page,
      makeSheet('岗位.xlsx', [
        headings,
        ['sheetin-01', '导入一', 1, '正常', '好'],
        ['', '没有<b>编码</b>', 2, '正常', ''],
        ['sheetin-03', '导入三', 'many', '正常', ''],
        ['sheetin-04', '导入四', 4, 'Disabled', ''],
        ['sheetin-01', '导入五', 5, '正常', ''],
      ]),
    );
    await expect(dialog.getByText('岗位.xlsx')).toBeVisible();
    await start.click();
    await expect(dialog.getByText('新增 2 条，更新 0 条，失败 3 条')).toBeVisible();
    const report = dialog.getByRole('row').filter({ has: page.getByRole('cell') });
    await expect(report).toHaveCount(3);
    await expect(report.nth(0)).toContainText(/^3没有<b>编码<\/b>.*岗位编码不能为空/);
    await expect(report.nth(1)).toContainText(/^4导入三.*显示顺序必须是整数/);
    await expect(report.nth(2)).toContainText(/^6导入五.*岗位编码已存在/);
    await close();
    await searchFor(page, '岗位编码', 'sheetin-');
    await expectTotal(page, 2);
    await expect(findTableRow(page, 'sheetin-04')).toContainText('停用');
  });

  await test.step('existing rows are changed only if that is enabled', async () => {
    const file = makeSheet('update.xlsx', [headings, ['sheetup-01', '更新后的名称', 9, '停用', null]]);
    await open();
    await pickFile(page, file);
    await start.click();
    await expect(dialog.getByText(t('kit.import.noneDone'))).toBeVisible();
    await close();
    await open();
    await pickFile(page, file);
    await dialog.getByRole('switch', { name: t('kit.import.update') }).click();
    await start.click();
    await expect(dialog.getByText('新增 0 条，更新 1 条，失败 0 条')).toBeVisible();
    await close();
    await searchFor(page, '岗位编码', 'sheetup-');
    await expect(findTableRow(page, 'sheetup-01')).toContainText('更新后的名称');
  });
});

test('shows the progress of a long import, and cancels it', async ({ page }) => {
  const rows = Array.from({ length: 8_000 }, (_, n) => [`stopped-${n}`, `停 ${n}`, 1, '正常', '']);
  await page.goto('/system/post');
  await toolButton(page, 'kit.list.import').click();
  await pickFile(page, makeSheet('long.xlsx', [headings, ...rows]));
  await dialogButton(page, 'kit.import.start').click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('progressbar')).toHaveAttribute('aria-valuenow', /[1-9]/);
  await dialogButton(page, 'kit.import.stop').click();
  await expect(dialog.getByText(t('kit.import.stopped'))).toBeVisible();
  await query("delete from sys_post where post_code like 'stopped-%'");
});
