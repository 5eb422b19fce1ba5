import { findAccessibilityViolations } from '../fixtures/axe.ts';
import { query } from '../fixtures/database.ts';
import { admin } from '../fixtures/people.ts';
import {
  dialogButton,
  expectFieldError,
  expectNoLayoutProblems,
  expectToast,
  findTableRow,
  searchFor,
  selectOption,
  toolButton,
} from '../fixtures/screen.ts';
import { expect, test } from '../fixtures/test.ts';
import { t } from '../fixtures/texts.ts';
import { openTouchPage } from '../fixtures/touch.ts';

const label = (name: string) => t(`monitor.task.fields.${name}`);
const name = 'e2e 每周一';

test('creates a task with the cron editor, runs it once, finds its log entry and resumes it', async ({
  page,
}) => {
  await query('delete from sys_job where job_name = $1', [name]);
  await query('delete from sys_job_log where job_name = $1', [name]);
  await page.goto('/monitor/job');
  await toolButton(page, 'kit.list.add').click();
  const form = page.getByRole('dialog', { name: t('monitor.task.add') });
  const target = form.getByLabel(label('invokeTarget'));
  const cron = form.getByLabel(label('cronExpression'));

  await test.step('errors are shown beside their field', async () => {
    await form.getByLabel(t('kit.form.inChinese', { label: label('jobName') })).fill(name);
    await selectOption(page, target, "ryTask.ryParams('ry')");
    await target.fill('ryTask.ryParams(5)');
    await cron.fill('0 0 3 30 2 ?');
    await expect(form.getByText(t('errors.task.cron_never'))).toBeVisible();
    await dialogButton(page, 'kit.form.save').click();
    await expect(target).toHaveAttribute('aria-invalid', 'true');
    await expect(form.getByText(/第 1 个参数应为带引号的文本/)).toBeVisible();
    await target.fill("ryTask.ryParams('雾, 炮')");
    await dialogButton(page, 'kit.form.save').click();
    await expectFieldError(cron, t('errors.task.cron_never'));
  });

  await test.step('the editor reads the expression, lets either the day or the weekday decide, and explains the result', async () => {
    await cron.fill('0 30 8 1 * ?');
    await form.getByRole('button', { name: t('monitor.cron.generate') }).click();
    const editor = page.getByRole('dialog', { name: t('monitor.cron.title') });
    const result = editor.getByRole('region', { name: t('monitor.cron.expression') });
    await expect(result.getByText('每月 1 日 08:30')).toBeVisible();
    await editor.getByRole('tab', { name: t('monitor.cron.parts.week'), exact: true }).click();
    await editor.getByRole('radio', { name: t('monitor.cron.kinds.list'), exact: true }).check();
    await editor.getByRole('checkbox', { name: '周一' }).check();
    await editor.getByRole('checkbox', { name: '周日' }).uncheck();
    await expect(result.getByText('0 30 8 ? * 2')).toBeVisible();
    await expect(result.getByText('每周一 08:30')).toBeVisible();
    await expect(result.getByRole('listitem')).toHaveCount(5);
    expect(await findAccessibilityViolations(editor)).toEqual([]);
    await editor.getByRole('button', { name: t('monitor.cron.take') }).click();
    await expect(cron).toHaveValue('0 30 8 ? * 2');
    await dialogButton(page, 'kit.form.save').click();
    await expectToast(page, t('kit.form.added'));
  });

  const log = page.getByRole('region', { name: t('monitor.taskLog.title'), exact: true });
  await test.step('a paused task runs once, and the log shows the run', async () => {
    await searchFor(page, label('jobName'), name);
    const row = findTableRow(page, name);
    await expect(row.getByRole('switch')).not.toBeChecked();
    await row.getByRole('button', { name: `${t('monitor.task.run')} ${name}` }).click();
    await dialogButton(page, 'monitor.task.run').click();
    await expectToast(page, t('monitor.task.asked'));
    await expect
      .poll(() => query('select from sys_job_log where job_name = $1', [name]).then(({ length }) => length))
      .toBe(1);
    await row.getByRole('button', { name: t('kit.list.actionsOf', { name }) }).click();
    await page.getByRole('menuitem', { name: t('monitor.task.toLog') }).click();
    await expect(page).toHaveURL(/\/job\/log\?jobId=\d+$/);
    await expect(log.getByText(/参数：雾, 炮$/)).toBeVisible();
    expect(await findAccessibilityViolations(page)).toEqual([]);
  });

  await test.step('a resumed task shows its next run', async () => {
    await log.getByRole('link', { name: t('monitor.task.title') }).click();
    const row = findTableRow(page, name);
    await row.getByRole('switch').click();
    await dialogButton(page, 'kit.status.start').click();
    await expect(row.getByRole('switch')).toBeChecked();
    await toolButton(page, 'kit.list.refresh').click();
    await expect(row.getByText(/08:30:00$/)).toBeVisible();
  });
  await query('delete from sys_job where job_name = $1', [name]);
});

test('fits the log and the cron editor on a phone in French', async ({ browser, tokenOf }) => {
  const page = await openTouchPage(browser, await tokenOf(admin), 'fr');
  const french = (key: string) => t(key, {}, 'fr');
  await page.goto('/monitor/job-log/index/0');
  await expect(page.getByRole('link', { name: french('monitor.task.title') })).toBeVisible();
  await expectNoLayoutProblems(page);
  await page.getByRole('link', { name: french('monitor.task.title') }).tap();
  await page
    .getByRole('toolbar')
    .getByRole('button', { name: french('kit.list.add') })
    .tap();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: french('monitor.cron.generate') })
    .tap();
  const editor = page.getByRole('dialog', { name: french('monitor.cron.title') });
  await expect(editor.getByText('À 03:00, chaque jour')).toBeVisible();
  await editor.getByRole('radio', { name: french('monitor.cron.kinds.step') }).check();
  await expect(editor.getByText(french('monitor.cron.labels.step'), { exact: true })).toBeVisible();
  await expectNoLayoutProblems(page);
  await page.context().close();
});
