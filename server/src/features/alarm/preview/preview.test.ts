import type { RulePreview } from '@limpid/contract/alarm/rule-preview';
import { MINUTE_MS } from '@limpid/contract/durations';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../../testing/app.ts';
import { testMinute } from '../../../testing/clock.ts';
import { errorText } from '../../../testing/error-text.ts';
import { addSite } from '../../../testing/stations.ts';
import {
  addRule,
  evaluateAll,
  findTestChannel,
  listLog,
  makeEvaluator,
  storeValue,
} from '../evaluation/alarm.fixture.ts';

let t: TestApp;
let token: string;
let siteId: number;
let pm: { channelId: number; slot: number };
const zero = testMinute - 30 * MINUTE_MS;
/** Two alarms of a rule "above 75, ends at 70": the second value inside the dead band ends none. */
const values = [60, 80, 90, 72, 80, 60, 60, 100, 60];

beforeAll(async () => {
  t = await openTestApp();
  token = await t.login();
  siteId = await addSite(t, { mn: 'PREVIEW' });
  pm = findTestChannel(t, 'PM2.5');
});
afterAll(() => t.close());

const rule = () => ({
  alarmType: 'limit',
  severity: 'minor',
  target: 'site',
  siteId,
  channelId: pm.channelId,
  basis: 'minute',
  compare: 'gt',
  threshold: 75,
  deadBand: 5,
  interval: 0,
  intervalUnit: 'min',
});

async function preview(more: object = {}): Promise<RulePreview> {
  const { body } = await t.send('POST', '/alarm/config/preview', { token, json: { ...rule(), ...more } });
  if (body.code !== 200) throw new Error(body.msg);
  return body['data'] as RulePreview;
}

describe('the preview of a rule', () => {
  it('says that a site has no values', async () => {
    expect(await preview()).toMatchObject({
      siteId,
      values: 0,
      count: 0,
      episodes: [],
      limit: 75,
      endLimit: 70,
    });
  });

  it('finds the alarms that the rule raises when it is stored', async () => {
    await addRule(t, {
      rule_name: 'live',
      target: 'site',
      site_id: siteId,
      device_type_id: null,
      channel_id: pm.channelId,
      threshold: 75,
      dead_band: 5,
      interval: 0,
    });
    for (const [index, value] of values.entries())
      await storeValue(t, siteId, pm.slot, zero + index * MINUTE_MS, value);
    await evaluateAll(makeEvaluator(t));
    const found = await preview();
    const minutes = (at: number | null) => (at === null ? null : (at - zero) / MINUTE_MS);
    const log = await listLog(t, siteId, zero);
    expect(found.episodes.map(({ from, to, peak }) => [minutes(from), minutes(to), peak])).toEqual(
      log.map(({ raised, ended, peak }) => [raised, ended, peak]),
    );
    expect(found).toMatchObject({ count: 2, seconds: 5 * 60, messages: 4, values: values.length });
    expect(Math.max(...found.line.high.map(Number))).toBe(100);
  });

  it('takes a site of the target that measures the channel', async () => {
    const byType = { target: 'deviceType', deviceTypeId: 1 };
    expect(await preview(byType)).toMatchObject({ siteId });
    const other = await addSite(t, { mn: 'ANOTHER' });
    expect(await preview({ ...byType, previewSiteId: other })).toMatchObject({ siteId: other, values: 0 });
    const empty = { target: 'deviceType', deviceTypeId: 2, alarmType: 'offline', previewSiteId: other };
    await expect(preview(empty)).rejects.toThrow(errorText('alarm_rule.no_site'));
  });

  it('refuses what a stored rule would be refused for', async () => {
    await expect(preview({ deadBand: 80 })).rejects.toThrow(
      errorText('alarm_rule.dead_band', { limit: 75, unit: 'µg/m³' }),
    );
  });
});
