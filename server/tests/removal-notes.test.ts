import { languages } from '@limpid/contract/language';
import { afterAll, expect, it } from 'vitest';
import { hasText } from '../src/platform/texts.ts';
import { openTestApp } from '../src/testing/app.ts';

const t = await openTestApp();
afterAll(() => t.close());

/** Tables with cascading deletes: the text of the confirmation that says so, or why it need not. */
const notes: Record<string, { texts: string } | { why: string }> = {
  sys_dept: { texts: 'system.department' },
  sys_notice: { texts: 'system.notice' },
  sys_role: { texts: 'system.role' },
  sys_user: { texts: 'system.user' },
  site: { texts: 'site.site' },
  sys_menu: { why: 'a menu that a role holds is not deleted' },
  basic_channel: {
    why: 'data rules, calibrations and unusual values have nothing to judge without the channel',
  },
  calibration_config: { texts: 'calibration.config' },
  calibration_run: { why: 'rounds are removed with their config, never by themselves' },
  reference_station: {
    why: 'only with the demonstration; which source publishes it says nothing without it',
  },
  reference_source: { why: 'only which stations it publishes; the stations and their hours stay' },
  reference_reading: { why: 'earlier values of a published hour say nothing without it' },
  basic_device_type: { texts: 'basedata.deviceType' },
  site_entity: { texts: 'site.entity' },
  alarm_rule: { texts: 'alarm.rule' },
  alarm_log: { why: 'alarms are removed by their retention or with their site, never by themselves' },
  device_log: { why: 'commands are removed by their retention or with their site, never by themselves' },
  notify_channel: { texts: 'notify.channel' },
  month_lock: { why: 'a month is unlocked and not deleted; an entity with locked months is kept' },
  fog_cannon: { texts: 'fogcannon.cannon' },
  fog_linkage_rule: { texts: 'fogcannon.linkage' },
  forward_target: { texts: 'forward.target' },
  forward_lane: { why: 'lanes end when a target no longer gets a site or kind' },
  forward_reissue: { why: 'reissues are stopped and not deleted' },
  report: { texts: 'report.report' },
  report_plan: { texts: 'report.plan' },
  notify_rota: { why: 'only timers of escalations that are waiting for it' },
  notify_subscription: { why: 'only timers of escalations that are waiting for it' },
};

it('every confirmation of a deletion names the rows that are deleted with it', async () => {
  const { rows } = await t.app.pool.query<{ name: string }>(
    `select distinct confrelid::regclass::text as name from pg_constraint
     where contype = 'f' and confdeltype = 'c' order by 1`,
  );
  const silent = rows.filter(({ name }) => {
    const note = notes[name];
    if (note === undefined) return true;
    return 'texts' in note && !languages.every((language) => hasText(language, `${note.texts}.removeNote`));
  });
  expect(silent).toEqual([]);
});
