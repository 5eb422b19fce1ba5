import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import { query } from '../fixtures/database.ts';
import { admin, createPerson, type Person, requestApi } from '../fixtures/people.ts';
import { openHttpReceiver, openMailServer, signCall } from '../fixtures/receivers.ts';
import { listTableRows, navigateInApp } from '../fixtures/screen.ts';
import { serverOrigin } from '../fixtures/server.ts';
import { openStation } from '../fixtures/station.ts';
import { expect, logInAs, test } from '../fixtures/test.ts';
import { t } from '../fixtures/texts.ts';

test.use({ person: null, closesAlarms: false });

/** Ids of the seeded menus: the catalog and the right of the map, the catalog and the log of alarms. */
const menus = [1410, 1430, 1500, 1502];
const patience = { timeout: 60_000 };
/** From the packet on the socket to the notification in the browser. */
const longestMs = 2000;

interface Place extends Person {
  name: string;
  deptId: number;
}

/** A department with a site, a rule for it, and a user who sees nothing else. */
async function addPlace(token: string, name: string): Promise<Place> {
  const [dept] = await query<{ dept_id: number }>(
    `insert into sys_dept (parent_id, ancestors, dept_name) values (100, '{0,100}', $1) returning dept_id`,
    [name],
  );
  const deptId = dept?.dept_id ?? 0;
  await send(token, '/site/entity', { entityCode: name, entityName: name, deptId, orderNum: 1 });
  const [entity] = await query('select entity_id from site_entity where entity_code = $1', [name]);
  const site = { siteCode: name, siteName: name, mn: name, deviceTypeId: 1, entityId: entity?.['entity_id'] };
  await send(token, '/site/site', { ...site, longitude: 4.83, latitude: 45.75 });
  const [row] = await query('select site_id from site where site_code = $1', [name]);
  const [channel] = await query(`select channel_id from basic_channel where channel_code = 'PM10'`);
  await send(token, '/alarm/config', {
    ruleName: name,
    alarmType: 'limit',
    severity: 'major',
    target: 'site',
    siteId: row?.['site_id'],
    channelId: channel?.['channel_id'],
    basis: 'realtime',
    compare: 'gt',
    threshold: 150,
    intervalUnit: 'min',
  });
  const person = await createPerson(name, { menus });
  await query('update sys_user set dept_id = $1 where user_name = $2', [deptId, person.userName]);
  await query(`update sys_role set data_scope = '3' where role_id = $1`, [person.roleId]);
  return { ...person, name, deptId };
}

async function send(token: string, path: string, json: object): Promise<void> {
  const { code, msg } = await requestApi(token, 'POST', path, json);
  expect(code, msg).toBe(200);
}

/** Adds a channel of a department and returns its id. */
async function addChannel(token: string, name: string, facts: object): Promise<number> {
  await send(token, '/alarm/channel', {
    notifyChannelName: name,
    minSeverity: 'info',
    language: 'en',
    ...facts,
  });
  const [row] = await query('select notify_channel_id from notify_channel where notify_channel_name = $1', [
    name,
  ]);
  return Number(row?.['notify_channel_id']);
}

/** Opens a screen that loads quickly. */
async function openProfile(page: Page, token: string): Promise<void> {
  await logInAs(page, token, 'zh');
  await page.goto('/user/profile');
  // The server has accepted the connection when the browser knows where to start from.
  await expect
    .poll(() => page.evaluate(() => Object.keys(localStorage).some((key) => key.startsWith('limpid.live.'))))
    .toBe(true);
}

const notices = (page: Page) => page.locator('[role="status"].ant-notification-notice');

/** The moment at which the page shows a notification, by its own clock. */
function watchNotices(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((seen) => {
        new MutationObserver((_, observer) => {
          if (!document.querySelector('.ant-notification-notice')) return;
          observer.disconnect();
          seen(Date.now());
        }).observe(document.body, { childList: true, subtree: true });
      }),
  );
}

test('an exceedance reaches the browsers of its department, the log, mail and webhook, and so does its end', async ({
  page,
  browser,
  tokenOf,
}) => {
  const token = await tokenOf(admin);
  const group = `N${randomBytes(3).toString('hex')}`;
  const [mail, hook] = [await openMailServer(), await openHttpReceiver()];
  const [here, there] = [await addPlace(token, `${group}-here`), await addPlace(token, `${group}-there`)];
  const { deptId } = here;
  await addChannel(token, `${group}-mail`, {
    kind: 'email',
    deptId,
    smtpUrl: `smtp://127.0.0.1:${mail.port}`,
    mailFrom: 'alarms@example.org',
    recipients: 'duty@example.org',
  });
  const hookId = await addChannel(token, `${group}-hook`, {
    kind: 'webhook',
    deptId,
    url: `http://127.0.0.1:${hook.port}/alarms`,
  });
  const { data } = await requestApi(token, 'POST', `/alarm/channel/secret/${hookId}`);
  const { secret } = data as { secret: string };

  const context = await browser.newContext({ baseURL: serverOrigin });
  const other = await context.newPage();
  await Promise.all([openProfile(other, await tokenOf(there)), openProfile(page, await tokenOf(here))]);
  const [station, neighbour] = [await openStation(here.name), await openStation(there.name)];
  await expect
    .poll(
      () => {
        for (const one of [station, neighbour]) one.report({ a34002: 40 });
        return [station, neighbour].map((one) => one.received().includes('CN=9014'));
      },
      { ...patience, intervals: [200, 1100] },
    )
    .toEqual([true, true]);

  await test.step('a notification appears within two seconds, in browsers of the department only', async () => {
    const seen = watchNotices(page);
    const sentAt = Date.now();
    station.report({ a34002: 182 });
    expect((await seen) - sentAt).toBeLessThan(longestMs);
    await expect(notices(page)).toHaveText([new RegExp(`${here.name}[^]*182\\u202fµg/m³ >\\u202f150`)]);
    neighbour.report({ a34002: 199 });
    await expect(notices(other)).toHaveText([new RegExp(there.name)]);
    await expect(notices(page)).toHaveCount(1);
  });

  await test.step('a click opens the site with the alarm', async () => {
    await notices(page).click();
    await expect(page).toHaveURL(/\/home\?site=\d+&alarm=\d+/);
    const panel = page.getByRole('region', { name: here.name });
    await expect(panel.locator('li[aria-current]')).toContainText(/182[^]*150/);
    await expect(panel.locator('li[aria-current]')).toContainText(here.name);
  });

  const row = listTableRows(page).filter({ hasText: here.name });
  await test.step('the log has it, and nothing of other departments', async () => {
    await navigateInApp(page, '/alarm/log');
    await expect(row).toContainText(t('alarm.log.fields.state_active'));
    await expect(listTableRows(page)).toHaveCount(1);
  });

  await test.step('mail and webhook have the start', async () => {
    await expect.poll(() => mail.received.map(({ subject }) => subject), patience).toHaveLength(1);
    await expect.poll(() => hook.received.length, patience).toBe(1);
  });

  await test.step('the end reaches all of them', async () => {
    station.report({ a34002: 35 });
    await expect(notices(page)).toHaveText([new RegExp(t('live.alarm.ended', { siteName: here.name }))]);
    await expect(row).toContainText(t('alarm.log.fields.state_ended'));
    await expect.poll(() => mail.received.length, patience).toBe(2);
    await expect.poll(() => hook.received.length, patience).toBe(2);
  });

  const [start, end] = mail.received;
  expect(start).toMatchObject({
    subject: expect.stringMatching(new RegExp(`Raised.*${here.name}.*182`)),
    from: { address: 'alarms@example.org' },
    to: [{ address: 'duty@example.org' }],
  });
  expect(end?.subject).toMatch(new RegExp(`Ended.*${here.name}`));
  const alarms = hook.received.map(({ body }) => JSON.parse(body).data.alarms);
  expect(alarms).toMatchObject([
    [{ event: 'raised', site: here.name, severity: 'major', value: 182, limit: 150 }],
    [{ event: 'ended', site: here.name }],
  ]);
  for (const call of hook.received) {
    const signatures = String(call.headers['webhook-signature']).split(' ');
    expect(signatures).toContain(signCall(call, secret));
  }
  for (const one of [station, neighbour]) one.end();
  for (const one of [mail, hook]) one.close();
  await context.close();
});
