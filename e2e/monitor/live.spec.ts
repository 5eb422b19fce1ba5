import type { Language } from '@limpid/contract/language';
import type { Browser, Page } from '@playwright/test';
import { takeRounds } from '../../server/src/testing/full-rounds.ts';
import { findAccessibilityViolations } from '../fixtures/axe.ts';
import { query } from '../fixtures/database.ts';
import { createPerson, endSessions, grant, logInByApi, type Person } from '../fixtures/people.ts';
import { expectNoLayoutProblems } from '../fixtures/screen.ts';
import { serverOrigin } from '../fixtures/server.ts';
import { expect, logInAs, test } from '../fixtures/test.ts';
import { t } from '../fixtures/texts.ts';

test.use({ person: null, closesAlarms: false });

const permission = 'alarm:log:list';

/** Creates a department and a user who may receive alarms of this department alone. */
async function addWatcher(name: string): Promise<Person & { deptId: number }> {
  const [dept] = await query<{ dept_id: number }>(
    `insert into sys_dept (parent_id, ancestors, dept_name) values (100, '{0,100}', $1) returning dept_id`,
    [name],
  );
  const deptId = dept?.dept_id ?? 0;
  const person = await createPerson(name);
  await query('update sys_user set dept_id = $1 where user_name = $2', [deptId, person.userName]);
  await query(`update sys_role set data_scope = '4' where role_id = $1`, [person.roleId]);
  const [menu] = await query<{ menu_id: number }>(
    `insert into sys_menu (menu_name, menu_type, perms) values ($1, 'F', $2) returning menu_id`,
    [`alarms of ${name}`, permission],
  );
  await grant(person.roleId, [menu?.menu_id ?? 0]);
  return { ...person, deptId };
}

/** Publishes an alarm, as any process of the installation does. */
async function publish(deptId: number, payload: unknown): Promise<void> {
  await query(
    `with numbered as (update live_counter set last_seq = last_seq + 1 returning last_seq)
     insert into live_message (seq, dept_id, topic, payload, kept, created_at)
     select last_seq, $1, 'alarm', $2, true, now() from numbered`,
    [deptId, JSON.stringify(payload)],
  );
  await query(`select pg_notify('limpid_bus', '{"from":"test","topic":"message.stored","payload":null}')`);
}

const alarm = (siteName: string) => ({
  siteName,
  type: 'PM2.5',
  val: 1234.5,
  createTime: '2026-03-01 08:30:00',
});
const notices = (page: Page) => page.locator('[role="status"]');

async function openHome(page: Page, person: Person, language: Language = 'zh'): Promise<void> {
  await logInAs(page, await logInByApi(person), language);
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
}

/** Waits until the server has accepted the connection and sent the sequence number to start from. */
async function expectConnected(page: Page): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => Object.keys(localStorage).some((key) => key.startsWith('limpid.live.'))))
    .toBe(true);
}

async function openContext(browser: Browser) {
  const context = await browser.newContext({ baseURL: serverOrigin, reducedMotion: 'reduce' });
  context.setDefaultTimeout(15_000);
  return { context, page: await context.newPage() };
}

test('delivers to two users only alarms of their own department, and shares one connection between two tabs', async ({
  browser,
}) => {
  const [east, west] = [await addWatcher('east'), await addWatcher('west')];
  const [one, other] = [await openContext(browser), await openContext(browser)];
  await openHome(one.page, east);
  await openHome(other.page, west);
  const direct: string[] = [];
  one.context.on('page', (page) => page.on('websocket', (socket) => direct.push(socket.url())));
  const second = await one.context.newPage();
  await second.goto('/');
  await expect(second.getByRole('heading', { level: 1 })).toBeAttached();
  await expectConnected(other.page);
  await expectConnected(second);

  await publish(east.deptId, [alarm('东门')]);
  await publish(west.deptId, [alarm('西门')]);
  for (const page of [one.page, second]) await expect(notices(page)).toHaveText([/东门[^]*PM2\.5：1,234\.5/]);
  await expect(notices(other.page)).toHaveText([/西门/]);

  const session = await browser.newBrowserCDPSession();
  const listWorkers = async () => {
    const { targetInfos } = await session.send('Target.getTargets');
    return targetInfos.flatMap(({ type, browserContextId }) =>
      type === 'shared_worker' ? [browserContextId] : [],
    );
  };
  // The worker of a page that another test has just closed may still be running.
  await expect.poll(async () => (await listWorkers()).length).toBe(2);
  expect(new Set(await listWorkers()).size).toBe(2);
  expect(direct).toEqual([]);

  // After the first tab has closed, the other one still receives alarms.
  await one.page.close();
  await publish(east.deptId, [alarm('后门')]);
  await expect(notices(second).filter({ hasText: '后门' })).toBeVisible();

  await endSessions(east.userName);
  await expect(second.getByRole('dialog')).toContainText(t('shell.expired.text'));
  await one.context.close();
  await other.context.close();
});

for (const language of takeRounds(['zh', 'fr', 'en'] as const, 2)) {
  test(`shows both kinds in ${language}, at most three at once and the rest as a number`, async ({
    page,
  }) => {
    const person = await addWatcher(`words-${language}`);
    await page.clock.install();
    await openHome(page, person, language);
    await expectConnected(page);
    const speak = (key: string, blanks = {}) => t(`live.${key}`, blanks, language);
    await publish(person.deptId, {
      type: 'standbyPowerWarn',
      entityName: 'City & Co',
      siteName: '<b>Nord</b>',
      time: '2026-03-01 08:31:00',
      desc: '11.2 V',
    });
    const warning = notices(page).first();
    await expect(warning).toContainText(speak('standbyPower.title', { siteName: '<b>Nord</b>' }));
    await expect(warning).toContainText(
      speak('standbyPower.text', { entityName: 'City & Co', desc: '11.2 V' }),
    );
    await expect(warning).toHaveRole('status');
    // While the pointer is on one of them none disappears, however slow this machine is.
    await warning.hover();

    await publish(person.deptId, ['A', 'B', 'C', 'D', 'E'].map(alarm));
    await expect(notices(page)).toHaveCount(4);
    await expect(notices(page).last()).toContainText(speak('more', { count: 3 }));
    await publish(person.deptId, ['F', 'G'].map(alarm));
    await expect(notices(page).last()).toContainText(speak('more', { count: 5 }));
    expect(await findAccessibilityViolations(page)).toEqual([]);
    await expectNoLayoutProblems(page);
    if (language !== 'zh') return;

    // One is dismissed by keyboard, one is kept by the pointer, the others disappear after their time.
    await warning.getByRole('button', { name: speak('dismiss') }).focus();
    await page.keyboard.press('Escape');
    await expect(notices(page)).toHaveCount(3);
    await notices(page).first().hover();
    await page.clock.runFor(12_000);
    await expect(notices(page)).toHaveCount(3);
    await page.mouse.move(10, 10);
    await page.clock.runFor(12_000);
    await expect(notices(page)).toHaveCount(0);
  });
}

test('shows a lost connection discreetly, and delivers missed messages afterwards', async ({
  page,
  allowProblem,
}) => {
  allowProblem(/WebSocket connection/);
  // Without a shared worker the page holds the connection itself, as in browsers that have none.
  await page.addInitScript(() => Reflect.deleteProperty(window, 'SharedWorker'));
  let isCut = false;
  let cut = () => undefined as unknown;
  await page.routeWebSocket(/\/ws\/alarm\/user\//, (socket) => {
    if (isCut) return void socket.close({ code: 1011 });
    socket.connectToServer();
    cut = () => socket.close({ code: 1011 });
  });
  const person = await addWatcher('moles');
  await openHome(page, person);
  await expectConnected(page);
  const lost = page.getByRole('status').filter({ hasText: t('live.lost') });
  await expect(lost).toHaveCount(0);
  isCut = true;
  cut();
  await publish(person.deptId, [alarm('地下')]);
  await expect(lost).toBeVisible();
  expect(await findAccessibilityViolations(page)).toEqual([]);
  await expect(notices(page)).toHaveCount(0);
  isCut = false;
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect(notices(page)).toHaveText([/地下/]);
  await expect(lost).toHaveCount(0);

  // A message that was received is not delivered again.
  await page.reload();
  await expectConnected(page);
  await publish(person.deptId, [alarm('新的')]);
  await expect(notices(page)).toHaveText([/新的/]);

  // What comes while nobody sees the page is shown when somebody does, the latest of each alarm.
  await notices(page).getByRole('button').click();
  const seen = await readPosition(page);
  await setVisibility(page, 'hidden');
  const raised = { ...alarm('远处'), alarmId: 1, siteId: 1, severity: 'critical', event: 'raised' };
  await publish(person.deptId, [raised]);
  await publish(person.deptId, [{ ...raised, event: 'ended' }, alarm('近处')]);
  await expect.poll(() => readPosition(page)).toBe(seen + 2);
  await expect(notices(page)).toHaveCount(0);
  await setVisibility(page, 'visible');
  await expect(notices(page)).toHaveText([new RegExp(t('live.alarm.ended', { siteName: '远处' })), /近处/]);
});

/** The number of the last message that the page has received. */
function readPosition(page: Page): Promise<number> {
  return page.evaluate(() => {
    const key = Object.keys(localStorage).find((name) => name.startsWith('limpid.live.'));
    return Number(localStorage.getItem(key ?? ''));
  });
}

async function setVisibility(page: Page, state: 'hidden' | 'visible'): Promise<void> {
  await page.evaluate((value) => {
    Object.defineProperty(document, 'visibilityState', { value, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }, state);
}
