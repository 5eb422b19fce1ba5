import { findAccessibilityViolations } from '../fixtures/axe.ts';
import { query } from '../fixtures/database.ts';
import { findLayoutProblems } from '../fixtures/layout.ts';
import { admin, createPerson, logInByApi, requestApi } from '../fixtures/people.ts';
import {
  dialogButton,
  expectToast,
  findTableRow,
  navigateInApp,
  searchFor,
  toolButton,
} from '../fixtures/screen.ts';
import { serverOrigin } from '../fixtures/server.ts';
import { expect, logInAs, test } from '../fixtures/test.ts';
import { t } from '../fixtures/texts.ts';

/** A picture of one pixel. */
const dot =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';

test('delivers a notice to another user’s bell, and shows a forced logout at once', async ({
  page,
  browser,
}) => {
  const person = await createPerson('reader');
  const context = await browser.newContext({
    baseURL: serverOrigin,
    reducedMotion: 'reduce',
    locale: 'zh-CN',
  });
  const reader = await context.newPage();
  await logInAs(reader, await logInByApi(person));
  await query(
    'insert into notice_read select user_id, notice_id from sys_notice, sys_user where user_name = $1',
    [person.userName],
  );
  await reader.goto('/index');
  const bell = reader.getByRole('button', { name: t('shell.notices.title') });
  await expect(bell).toBeVisible();

  await test.step('the notice is written', async () => {
    await page.goto('/system/notice');
    await toolButton(page, 'kit.list.add').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(t('system.notice.fields.noticeTitle')).fill('ring-01');
    await dialog.getByRole('textbox', { name: t('system.notice.fields.noticeContent') }).click();
    await dialog.getByRole('button', { name: t('kit.editor.bold') }).click();
    await page.keyboard.type('Fog');
    expect(await findAccessibilityViolations(page)).toEqual([]);
    await dialogButton(page, 'kit.form.save').click();
    await expectToast(page, t('kit.form.added'));
    await searchFor(page, t('system.notice.fields.noticeTitle'), 'ring-01');
    await expect(findTableRow(page, 'ring-01')).toBeVisible();
  });

  await test.step('the bell counts the notice, and the reader opens it', async () => {
    const unread = reader.getByRole('button', { name: t('shell.notices.unread', { count: 1 }) });
    await unread.click();
    await reader.getByRole('button', { name: /ring-01/ }).click();
    await expect(reader.getByRole('dialog').locator('b, strong')).toHaveText('Fog');
    await reader.keyboard.press('Escape');
    await expect(bell).toBeVisible();
  });

  await test.step('markup of the editor is shown as it was written', async () => {
    const [row] = await query<{ notice_id: number }>(
      `select notice_id from sys_notice where notice_title = 'ring-01'`,
    );
    const noticeContent =
      '<p class="ql-align-center"><span style="color: rgb(230, 0, 0);">Red</span></p>' +
      `<p><img src="data:image/png;base64,${dot}"></p>`;
    const notice = { noticeId: row?.notice_id, noticeTitle: 'ring-01', noticeType: '1', noticeContent };
    expect(await requestApi(await logInByApi(admin), 'PUT', '/system/notice', notice)).toMatchObject({
      code: 200,
    });
    await bell.click();
    await reader.getByRole('button', { name: /ring-01/ }).click();
    const text = reader.getByRole('dialog').getByRole('article');
    await expect(text.getByText('Red')).toHaveCSS('color', 'rgb(230, 0, 0)');
    await expect(text.locator('.ql-align-center')).toHaveCSS('text-align', 'center');
    await expect
      .poll(() => text.locator('img').evaluate((picture: HTMLImageElement) => picture.naturalWidth))
      .toBe(1);
    await reader.keyboard.press('Escape');
  });

  await test.step('the reader is logged out by the administrator', async () => {
    await navigateInApp(page, '/monitor/online');
    await searchFor(page, t('monitor.online.fields.userName'), person.userName);
    const row = findTableRow(page, person.userName).first();
    await row.getByRole('button', { name: t('monitor.online.forceLogout') }).click();
    await dialogButton(page, 'monitor.online.forceLogout').click();
    await expectToast(page, t('monitor.online.ended'));
    await expect(reader.getByRole('dialog')).toContainText(t('shell.expired.text'));
  });
  await context.close();
});

test.describe('in French', () => {
  test.use({ language: 'fr' });

  test('lists the API, shows an endpoint and sends a request to it', async ({ page }) => {
    await page.goto('/tool/swagger');
    await page.getByRole('searchbox').fill('post list');
    await page.getByRole('button', { name: 'GET /system/post/list' }).click();
    const detail = page.getByRole('article');
    await expect(detail).toContainText('system:post:list');
    await detail.getByLabel('pageSize').fill('1');
    await detail.getByRole('button', { name: t('tools.interface.send', {}, 'fr') }).click();
    await expect(detail.getByRole('status')).toContainText('"code": 200');
    expect(await findAccessibilityViolations(page)).toEqual([]);
    expect(await findLayoutProblems(page)).toEqual([]);
  });
});
