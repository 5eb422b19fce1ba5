import { randomBytes } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { findAccessibilityViolations } from '../fixtures/axe.ts';
import { query } from '../fixtures/database.ts';
import { createPerson } from '../fixtures/people.ts';
import { openHttpReceiver } from '../fixtures/receivers.ts';
import {
  dialogButton,
  expectNoLayoutProblems,
  expectToast,
  listTableRows,
  navigateInApp,
  selectOption,
} from '../fixtures/screen.ts';
import { expect, logInAs, test } from '../fixtures/test.ts';
import { t } from '../fixtures/texts.ts';

test.use({ person: null });

/** Ids of the seeded menus: the log, channels, subscriptions, rotas and deliveries with their buttons. */
const menus = [1500, 1502, 1503, 1504, 1505, 1506, 1531, 1532, 1533, 1535, 1541, 1542, 1552];
const patience = { timeout: 60_000 };

const channelField = (name: string) => t(`notify.channel.fields.${name}`);
const subscriptionField = (name: string) => t(`notify.subscription.fields.${name}`);

/** A department with a site and a person who sees nothing else; other tests raise alarms elsewhere. */
async function addDepartment(name: string) {
  const [dept] = await query<{ dept_id: number }>(
    `insert into sys_dept (parent_id, ancestors, dept_name) values (100, '{0,100}', $1) returning dept_id`,
    [name],
  );
  await query(
    `with entity as (
       insert into site_entity (entity_code, entity_name, dept_id) values ($1, $1, $2) returning entity_id)
     insert into site (site_code, site_name, entity_id, mn, device_type_id) select $1, $1, entity_id, $1, 1 from entity`,
    [name, dept?.dept_id],
  );
  const person = await createPerson(name, { menus });
  await query('update sys_user set dept_id = $1 where user_name = $2', [dept?.dept_id, person.userName]);
  await query(`update sys_role set data_scope = '3' where role_id = $1`, [person.roleId]);
  return person;
}

/** An alarm with its message in the outbox, as the evaluation writes them. */
async function raiseAlarm(name: string): Promise<void> {
  await query(
    `with alarm as (
       insert into alarm_log (site_id, rule_name, alarm_type, severity, basis, value, limit_value, peak, peak_at,
         last_value, raised_at, message_at)
       select site_id, $1, 'limit', 'major', 'minute', 182, 150, 182, now(), 182, now(), now() from site
       where site_code = $1 returning alarm_id)
     insert into alarm_message (alarm_id, event, at, value, created_at) select alarm_id, 'raised', now(), 182, now() from alarm`,
    [name],
  );
}

async function openDialog(page: Page, path: string, add: string) {
  await navigateInApp(page, path);
  const button = page.getByRole('button', { name: add, exact: true });
  await button.filter({ visible: true }).first().click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  return dialog;
}

async function expectSound(page: Page, screen: Locator): Promise<void> {
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(await findAccessibilityViolations(screen)).toEqual([]);
  await expectNoLayoutProblems(page);
}

test('a channel is tested, a subscription has quiet hours, a rota shows its gap, and deliveries are listed', async ({
  page,
  tokenOf,
}) => {
  const name = `NT${randomBytes(3).toString('hex')}`;
  const receiver = await openHttpReceiver();
  const person = await addDepartment(name);
  await logInAs(page, await tokenOf(person), 'zh');
  await page.goto('/alarm/log');

  await test.step('a webhook is added, and its test reaches the receiver', async () => {
    const dialog = await openDialog(page, '/alarm/channel', t('kit.list.add'));
    await dialog.getByLabel(channelField('notifyChannelName'), { exact: true }).fill(name);
    await selectOption(
      page,
      dialog.getByLabel(channelField('kind'), { exact: true }),
      channelField('kind_webhook'),
    );
    await dialog
      .getByLabel(channelField('url'), { exact: true })
      .fill(`http://127.0.0.1:${receiver.port}/alarms`);
    await dialogButton(page, 'kit.form.save').click();
    await expectToast(page, t('kit.form.added'));
    await raiseAlarm(name);
    await page.getByRole('button', { name: `${t('notify.channel.test')} ${name}`, exact: true }).click();
    await expectToast(page, t('notify.channel.testSent'));
    expect(receiver.received.map(({ body }) => JSON.parse(body).type)).toContain('alarm.test');
    await expectSound(page, page.getByRole('region', { name: t('notify.channel.title'), exact: true }));
  });

  await test.step('a subscription says when it is quiet', async () => {
    await query(
      `insert into notify_channel (notify_channel_name, kind, dept_id)
       select $1, 'browser', dept_id from sys_user where user_name = $2`,
      [`${name}-page`, person.userName],
    );
    const dialog = await openDialog(page, '/alarm/subscription', t('notify.subscription.add'));
    await dialog.getByLabel(subscriptionField('subscriptionName'), { exact: true }).fill(`${name}-night`);
    await dialog.getByRole('checkbox', { name: new RegExp(`^${name}-page`) }).check();
    await dialog.getByRole('switch', { name: subscriptionField('quiet') }).check();
    await dialog.getByLabel(subscriptionField('quietFrom'), { exact: true }).fill('25:00');
    await dialog.getByLabel(subscriptionField('quietTo'), { exact: true }).fill('06:30');
    await dialogButton(page, 'kit.form.save').click();
    await expect(dialog.getByText(t('notify.subscription.timeForm'))).toBeVisible();
    await dialog.getByLabel(subscriptionField('quietFrom'), { exact: true }).fill('22:00');
    await dialogButton(page, 'kit.form.save').click();
    const card = page.getByRole('listitem').filter({ hasText: `${name}-night` });
    await expect(card).toContainText(t('notify.subscription.quietSpan', { from: '22:00', to: '06:30' }));
    await expectSound(page, page.getByRole('region', { name: t('notify.subscription.title'), exact: true }));
  });

  await test.step('a rota names the hours without anybody on call', async () => {
    const dialog = await openDialog(page, '/alarm/rota', t('kit.list.add'));
    await dialog.getByLabel(t('notify.rota.fields.rotaName'), { exact: true }).fill(name);
    await dialog.getByRole('button', { name: t('kit.parts.add') }).click();
    const label = t('notify.rota.shiftFields.userId');
    await selectOption(
      page,
      dialog.getByLabel(t('kit.parts.line', { line: 1, label }), { exact: true }),
      person.userName,
    );
    const spans = t('notify.rota.daily', { from: '20:00', to: '08:00' });
    const gap = t('notify.rota.uncovered', { spans });
    await expect(dialog.getByRole('alert').filter({ hasText: gap })).toBeVisible();
    await dialogButton(page, 'kit.form.save').click();
    await expect(listTableRows(page).filter({ hasText: name }).getByLabel(gap)).toBeVisible();
    await expectSound(page, page.getByRole('region', { name: t('notify.rota.title'), exact: true }));
  });

  await test.step('the delivery log has the message', async () => {
    await expect
      .poll(() => receiver.received.map(({ body }) => JSON.parse(body).type), patience)
      .toContain('alarm.changed');
    await navigateInApp(page, '/alarm/delivery');
    // The alarm has no rule, so that the evaluation may have ended it by now.
    const row = listTableRows(page)
      .filter({ hasText: name })
      .filter({ hasText: t('notify.delivery.fields.event_raised') });
    await expect(row).toContainText(t('notify.delivery.fields.state_sent'), patience);
    await expectSound(page, page.getByRole('region', { name: t('notify.delivery.title'), exact: true }));
  });
  receiver.close();
});
