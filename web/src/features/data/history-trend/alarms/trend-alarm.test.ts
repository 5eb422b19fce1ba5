import { expect, it } from 'vitest';
import { arrangeRows, pickAlarms, type TrendAlarm } from './trend-alarm.ts';

const alarm = (alarmId: number, siteId: number, channel: string | null): TrendAlarm => ({
  alarmId,
  siteId,
  channel,
  severity: 'major',
  from: 0,
  to: 1,
  colour: '',
  text: '',
});

it('shows the alarms of the sites and channels of lines, and those of whole stations', () => {
  const alarms = [alarm(1, 7, 'PM10'), alarm(2, 7, 'CO'), alarm(3, 7, null), alarm(4, 8, 'PM10')];
  const lines = [
    { siteId: 7, code: 'PM10' },
    { siteId: undefined, code: 'CO' },
  ];
  expect(pickAlarms(alarms, lines).map(({ alarmId }) => alarmId)).toEqual([1, 3]);
});

it('puts alarms at the same time into different rows, as long as there are any', () => {
  const spans = [
    { from: 60, to: 70 },
    { from: 0, to: 50 },
    { from: 10, to: 20 },
    { from: 12, to: 90 },
    { from: 25, to: 30 },
  ];
  expect(arrangeRows(spans, 3, 4)).toEqual([0, 0, 1, 2, 1]);
  expect(arrangeRows(spans, 2, 4)).toEqual([0, 0, 1, 1, 1]);
});
