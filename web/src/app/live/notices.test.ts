import { expect, test } from 'vitest';
import { keepLatest, listNotices, shareRoom } from './notices.ts';

/** Texts as their keys and parameters. */
const translate = (key: string, params: Record<string, string>) =>
  [key.replace('alarm.part.', ''), ...Object.values(params)].join(' ');

test('makes one notice per item, with a localised number', () => {
  const item = { siteName: 'A', type: 'PM2.5', val: 1234.5, createTime: '2026-03-01 08:00:00' };
  expect(listNotices([item, { ...item, siteName: 'B', val: '-' }], 'fr', translate)).toEqual([
    { kind: 'alarm', siteName: 'A', facts: { type: 'PM2.5', val: '1\u202f234,5' }, time: item.createTime },
    { kind: 'alarm', siteName: 'B', facts: { type: 'PM2.5', val: '-' }, time: item.createTime },
  ]);
  expect(listNotices([], 'zh', translate)).toEqual([]);
});

test('tells the value with its unit and limit, in the language of the reader', () => {
  const item = {
    siteName: 'A',
    type: '可吸入颗粒物',
    val: 182,
    createTime: '2026-03-01 08:00:00',
    alarmId: 7,
    siteId: 3,
    severity: 'major' as const,
    event: 'raised' as const,
    channelName: '可吸入颗粒物',
    channelNameEn: 'PM10',
    channelNameFr: null,
    unit: 'µg/m³',
    decimals: 0,
    compare: 'gt' as const,
    limit: 150,
  };
  expect(listNotices([item], 'en', translate)).toMatchObject([
    {
      facts: { type: 'PM10', val: '182\u202fµg/m³ >\u202f150' },
      severity: 'major',
      event: 'raised',
      siteId: 3,
    },
  ]);
  const ended = { ...item, event: 'ended' as const, val: 120 };
  expect(listNotices([ended], 'en', translate)[0]?.facts['val']).toBe('120\u202fµg/m³');
});

test('makes one notice of a standby power warning', () => {
  const warning = {
    type: 'standbyPowerWarn' as const,
    entityName: 'E',
    siteName: 'S',
    time: '2026-03-01 08:00:00',
    desc: 'low',
  };
  expect(listNotices(warning, 'en', translate)).toEqual([
    { kind: 'standbyPower', siteName: 'S', facts: { entityName: 'E', desc: 'low' }, time: warning.time },
  ]);
});

test('tells a standby power warning of the platform in the language of the reader', () => {
  const warning = {
    type: 'standbyPowerWarn' as const,
    entityName: '北区',
    entityNameFr: 'Nord',
    siteName: 'S',
    time: '2026-03-01 08:00:00',
    desc: '供电：170 V',
    ruleName: 'Secteur',
    value: '170 V',
  };
  const factsOf = (event: 'raised' | 'ended') =>
    listNotices({ ...warning, event }, 'fr', translate)[0]?.facts;
  expect(factsOf('raised')).toEqual({ entityName: 'Nord', desc: 'Secteur · 170 V' });
  expect(factsOf('ended')).toEqual({ entityName: 'Nord', desc: 'Secteur' });
});

test('names the parts of a station that failed', () => {
  const facts = { siteName: 'S', createTime: '2026-03-01 08:00:00', type: '仪器故障', val: '-' };
  const parts = [
    { kind: 'instrument' as const, of: 'PM10' },
    { kind: 'logger' as const, of: null },
  ];
  expect(listNotices([{ ...facts, parts, alarmId: 7 }], 'en', translate)).toMatchObject([
    { facts: { type: 'list named instrument PM10 logger', val: '' } },
  ]);
  const warning = { ...facts, type: 'standbyPowerWarn' as const, entityName: 'E', time: '', desc: '' };
  const mains = { ruleName: 'Power', parts: [{ kind: 'mains' as const, of: null }] };
  expect(listNotices({ ...warning, ...mains }, 'en', translate)).toMatchObject([
    { facts: { desc: 'Power · mains' } },
  ]);
});

test('keeps the latest notice of each alarm, and all that have no alarm', () => {
  const notices = [
    { alarmId: 1, event: 'raised' },
    { alarmId: undefined, event: 'a' },
    { alarmId: 2, event: 'raised' },
    { alarmId: 1, event: 'ended' },
    { alarmId: undefined, event: 'b' },
  ];
  expect(keepLatest(notices).map(({ event }) => event)).toEqual(['a', 'raised', 'ended', 'b']);
});

test.each([
  [0, 1, 1, 0],
  [0, 3, 3, 0],
  [0, 50, 3, 47],
  [2, 2, 1, 1],
  [3, 1, 0, 1],
  [4, 2, 0, 2],
])('with %i shown and %i new notices, opens %i and counts %i', (shown, added, open, more) => {
  expect(shareRoom(shown, added)).toEqual({ open, more });
});

test('on a phone opens one and counts the others', () => {
  expect(shareRoom(0, 5, true)).toEqual({ open: 1, more: 4 });
  expect(shareRoom(1, 2, true)).toEqual({ open: 0, more: 2 });
});
