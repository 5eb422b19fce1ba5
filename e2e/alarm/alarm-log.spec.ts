import { findAccessibilityViolations } from '../fixtures/axe.ts';
import { query } from '../fixtures/database.ts';
import {
  dialogButton,
  expectNoLayoutProblems,
  expectToast,
  listTableRows,
  searchFor,
} from '../fixtures/screen.ts';
import { expect, test } from '../fixtures/test.ts';
import { t } from '../fixtures/texts.ts';

/** A site with an active alarm whose condition is still met; every process is told. */
async function raiseAlarm(name: string): Promise<number> {
  const [site] = await query(
    `with entity as (
       insert into site_entity (entity_code, entity_name, dept_id) values ($1, $1, 100) returning entity_id
     )
     insert into site (site_code, site_name, entity_id, mn, device_type_id)
     select $1, $1, entity_id, $1, 1 from entity returning site_id`,
    [name],
  );
  const [rule] = await query(
    `insert into alarm_rule (rule_name, alarm_type, severity, target, site_id, dept_id, remind_minutes, status)
     values ($1, 'limit', 'critical', 'site', $2, 100, 30, '0') returning rule_id`,
    [name, site?.['site_id']],
  );
  const [alarm] = await query(
    `insert into alarm_log (site_id, rule_id, rule_name, alarm_type, severity, channel_id, basis, compare, value,
       limit_value, peak, peak_at, last_value, raised_at, message_at)
     values ($1, $2, $3, 'limit', 'critical', (select channel_id from basic_channel where channel_code = 'PM10'),
       'minute', 'gt', 182, 150, 196, now(), 190, now() - interval '5 minutes', now())
     returning alarm_id`,
    [site?.['site_id'], rule?.['rule_id'], name],
  );
  const alarmId = Number(alarm?.['alarm_id']);
  await query(`insert into alarm_event (alarm_id, event, at, value) values ($1, 'raised', now(), 182)`, [
    alarmId,
  ]);
  await query(`select pg_notify('limpid_bus', '{"from":"","topic":"alarm.changed","payload":null}')`);
  return alarmId;
}

test('an alarm appears live, is acknowledged, commented and cleared, and its timeline says by whom', async ({
  page,
}, { retry }) => {
  const name = `E2E-ALARM-${retry}`;
  await page.goto('/alarm/log');
  await expect(page.getByRole('table', { name: t('alarm.log.title') })).toBeVisible();
  await raiseAlarm(name);
  const row = listTableRows(page).filter({ hasText: name });
  await expect(row).toContainText('182');
  await expect(row).toContainText(/>\s150/);
  expect(await findAccessibilityViolations(page)).toEqual([]);
  await expectNoLayoutProblems(page);

  await test.step('the button of the top bar lists it', async () => {
    await page.getByRole('button', { name: new RegExp(t('alarm.bell.title')) }).click();
    await expect(page.getByRole('tooltip').getByText(name)).toBeVisible();
    await page.keyboard.press('Escape');
  });

  await test.step('it is acknowledged with a comment', async () => {
    await row.getByRole('button', { name: `${t('alarm.log.actions.acknowledge')} ${name}` }).click();
    await page.getByLabel(t('alarm.log.dialog.optionalComment')).fill('on my way');
    await dialogButton(page, 'alarm.log.actions.acknowledge').click();
    await expectToast(page, t('alarm.log.done.acknowledge', { count: 1 }));
    await expect(row).toContainText('admin');
  });

  await test.step('it is cleared', async () => {
    await row.getByRole('button', { name: `${t('alarm.log.actions.clear')} ${name}` }).click();
    await dialogButton(page, 'alarm.log.actions.clear').click();
    await expect(row).toContainText(t('alarm.log.fields.state_ended'));
  });

  await test.step('its details have the timeline', async () => {
    await searchFor(page, t('alarm.log.fields.siteName'), name);
    await row.getByRole('button', { name: new RegExp(t('alarm.log.actions.detail')) }).click();
    const drawer = page.getByRole('dialog');
    await expect(drawer.getByText('on my way')).toBeVisible();
    await expect(drawer.getByRole('link', { name: t('alarm.log.links.trend') })).toHaveAttribute(
      'href',
      /\/data\/trend\?.*period=\d+/,
    );
    await expect(drawer.getByRole('listitem')).toHaveCount(3);
  });

  await test.step('statistics count it', async () => {
    await page.goto('/alarm/log?tab=statistics');
    await expect(page.getByRole('figure', { name: t('alarm.statistics.by.hour') })).toBeVisible();
    expect(await findAccessibilityViolations(page)).toEqual([]);
  });
});
