import { randomBytes } from 'node:crypto';
import { findAccessibilityViolations } from '../fixtures/axe.ts';
import { query } from '../fixtures/database.ts';
import { admin, createPerson, requestApi } from '../fixtures/people.ts';
import {
  closeDialog,
  dialogButton,
  expectNoLayoutProblems,
  expectToast,
  expectTotal,
  findTableRow,
  listTableRows,
  navigateInApp,
  searchFor,
  toolButton,
} from '../fixtures/screen.ts';
import { expect, test } from '../fixtures/test.ts';
import { t } from '../fixtures/texts.ts';

test('shows operations, unlocks accounts, and empties a whole log after naming its size', async ({
  page,
  tokenOf,
}) => {
  const word = randomBytes(4).toString('hex');
  const token = await tokenOf(admin);
  const dialog = page.getByRole('dialog');
  await requestApi(token, 'POST', '/system/post', {
    postCode: word,
    postName: word,
    postSort: 1,
    password: word,
  });

  await test.step('an operation shows its formatted input without secrets', async () => {
    await page.goto('/system/log/operlog');
    await searchFor(page, '系统模块', '岗位');
    const row = listTableRows(page).first();
    await expect(row).toContainText('新增');
    await row.getByRole('button', { name: /^详情/ }).click();
    await expect(dialog.getByRole('region', { name: '请求参数' })).toContainText(`"postCode": "${word}"`);
    await expect(dialog).toContainText('POST /system/post');
    await expect(dialog).not.toContainText('password');
    expect(await findAccessibilityViolations(dialog)).toEqual([]);
    await closeDialog(page);
    expect(await findAccessibilityViolations(page)).toEqual([]);
  });

  await test.step('a locked account is unlocked from its failed logins', async () => {
    const { userName } = await createPerson('locked');
    await query(
      `insert into sys_logininfor (user_name, ipaddr, status, msg, login_time, browser, os)
       values ($1, '10.1.1.1', '1', 'errors.auth.user_locked?count=5&minutes=10', now(), 'Chrome', 'Windows')`,
      [userName],
    );
    await query(
      `insert into login_failure (kind, account, address, locked_until, expires_at)
       values ('pair', $1, '10.1.1.1', now() + interval '10 minutes', now() + interval '10 minutes')`,
      [userName],
    );
    await navigateInApp(page, '/system/log/logininfor');
    await searchFor(page, '用户名称', userName);
    await expect(findTableRow(page, userName)).toContainText('密码输入错误5次，该账号在当前地址锁定10分钟');
    await page.getByRole('button', { name: `解锁 ${userName}` }).click();
    await dialogButton(page, 'monitor.loginLog.unlock').click();
    await expectToast(page, `“${userName}”已解锁`);
    expect(await query('select * from login_failure where account = $1', [userName])).toEqual([]);
  });

  await test.step('a log is emptied completely', async () => {
    await query(
      `insert into forward_log (type, business_key, handle_data, handle_result, error_msg, data_time, create_time)
       select 'HJ212', 'site-' || n, '##0101', (n % 2)::text, 'ECONNREFUSED', now(), now() from generate_series(1, 3) n`,
    );
    // Other specs have written to it as well.
    const [{ total } = { total: 0 }] = await query<{ total: number }>(
      'select count(*)::int as total from forward_log',
    );
    expect(total).toBeGreaterThanOrEqual(3);
    await navigateInApp(page, '/system/log/forward');
    await expectTotal(page, total);
    await toolButton(page, 'monitor.log.clean').click();
    await expect(dialog).toContainText(t('monitor.log.cleanQuestion', { title: '转发日志', total }));
    await dialogButton(page, 'monitor.log.clean').click();
    await expectToast(page, t('monitor.log.cleaned', { title: '转发日志' }));
    await expect(page.getByText(t('kit.states.empty'))).toBeVisible();
    await expectNoLayoutProblems(page);
  });
});

test('shows errors of browsers and of the server in the error log within five seconds', async ({
  page,
  context,
  tokenOf,
}) => {
  const word = randomBytes(4).toString('hex');
  await page.goto('/system/log/error');
  await expect(page.getByRole('search')).toBeVisible();

  await test.step('an error of a screen is logged with its position in the sources', async () => {
    const other = await context.newPage();
    await other.route('**/prod-api/system/post/list?*', (route) =>
      route.fulfill({ json: { code: 200, msg: '', total: 1, rows: { word } } }),
    );
    await other.goto('/system/post');
    await expect(other.getByRole('button', { name: t('shell.failure.reload') })).toBeVisible();
    const row = listTableRows(page).filter({ hasText: 'use-resource-list.ts:' }).first();
    await expect(row).toBeVisible({ timeout: 5000 });
    await expect(row).toContainText('浏览器');
    await other.close();
  });

  await test.step('a failed request is logged with its number, and stays resolved until it fails again', async () => {
    await query(
      `create function e2e_break() returns trigger language plpgsql as $$ begin raise 'paper jam'; end $$`,
    );
    await query(
      `create trigger e2e_break before insert on sys_post for each row when (new.post_code = '${word}')
       execute function e2e_break()`,
    );
    const token = await tokenOf(admin);
    const fail = () =>
      requestApi(token, 'POST', '/system/post', { postCode: word, postName: word, postSort: 1 });
    try {
      expect((await fail()).code).toBe(500);
      const row = listTableRows(page).filter({ hasText: 'paper jam' });
      await expect(row).toBeVisible({ timeout: 5000 });
      await row.getByRole('button', { name: /^详情/ }).click();
      const drawer = page.getByRole('dialog');
      await expect(drawer.getByRole('region', { name: '调用堆栈' })).toContainText(
        'server/src/crud/write.ts',
      );
      await expect(drawer).toContainText(/[0-9a-f]{8}-[0-9a-f]{4}-/);
      expect(await findAccessibilityViolations(drawer)).toEqual([]);
      await drawer.getByRole('button', { name: t('monitor.errorLog.resolve') }).click();
      await expectToast(page, t('monitor.errorLog.resolved'));
      await closeDialog(page);
      await expect(row).toContainText('已解决');
      await fail();
      await expect(row).toContainText(t('monitor.errorLog.cameBack', { count: 1 }), { timeout: 5000 });
    } finally {
      await query('drop trigger e2e_break on sys_post');
      await query('drop function e2e_break');
    }
  });
});
