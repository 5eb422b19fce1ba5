import { expect, it } from 'vitest';
import { judgeAmap } from './judge-amap.ts';

const refusal = (info: string) => JSON.stringify({ status: '0', info, infocode: '10001' });

it.each([
  ['{"status":"1","info":"OK","infocode":"10000"}', { outcome: 'accepted' }],
  [refusal('INVALID_USER_KEY'), { outcome: 'unknownKey', info: 'INVALID_USER_KEY' }],
  [refusal('USER_KEY_RECYCLED'), { outcome: 'unknownKey', info: 'USER_KEY_RECYCLED' }],
  [refusal('INVALID_USER_SCODE'), { outcome: 'wrongCode', info: 'INVALID_USER_SCODE' }],
  [refusal('USERKEY_PLAT_NOMATCH'), { outcome: 'wrongType', info: 'USERKEY_PLAT_NOMATCH' }],
  [refusal('INVALID_USER_DOMAIN'), { outcome: 'wrongAddress', info: 'INVALID_USER_DOMAIN' }],
  [refusal('USER_DAILY_QUERY_OVER_LIMIT'), { outcome: 'overQuota', info: 'USER_DAILY_QUERY_OVER_LIMIT' }],
  [refusal('CUQPS_HAS_EXCEEDED_THE_LIMIT'), { outcome: 'overQuota', info: 'CUQPS_HAS_EXCEEDED_THE_LIMIT' }],
  [refusal('INVALID_USER_IP'), { outcome: 'otherRefusal', info: 'INVALID_USER_IP' }],
  [refusal('<b>sign in</b>'), { outcome: 'unreadable' }],
  ['<!doctype html><title>Sign in</title>', { outcome: 'unreadable' }],
  ['[]', { outcome: 'unreadable' }],
  ['', { outcome: 'unreadable' }],
])('judges the answer %s', (text, verdict) => {
  expect(judgeAmap({ status: 200, text })).toEqual(verdict);
});

it('judges an error of the server by its status', () => {
  expect(judgeAmap({ status: 502, text: '<html>' })).toEqual({ outcome: 'failed', status: 502 });
});
