import { describe, expect, it } from 'vitest';
import { findSentCode } from './sent-code.rule.ts';

const sulphur = { channelId: 4, code: 'SO2', gbCode: 'a21026', aliases: ['SO2_1', '02'] };
const deviceChannel = { channelId: 4, code: 'SO2', slot: 1, min: null, max: null };
const channels = new Map(['a21026', 'so2', '02', 'xso2'].map((code) => [code, deviceChannel]));

describe('the code of a channel for a device', () => {
  it.each<[string, string, [number, string][], string[], string]>([
    ['that of the standard', 'hj212-2017', [], [], 'a21026'],
    ['that of 2005', 'hj212-2005', [], [], '02'],
    ['the alias of the device type', 'hj212-2005', [[4, 'XSO2']], [], 'XSO2'],
    ['an alias of another channel is not used', 'hj212-2017', [[5, 'XSO2']], [], 'a21026'],
    [
      'as the device itself writes it',
      'hj212-2005',
      [[4, 'XSO2']],
      ['DataTime=1;so2-Rtd=3,so2-Flag=N'],
      'so2',
    ],
    ['as it writes it last', 'hj212-2017', [], ['02-Rtd=3', 'a34004-Rtd=3;SO2-Rtd=3'], 'SO2'],
  ])('%s', (_, protocol, ownCodes, contents, expected) => {
    const device = { channels, ownCodes: new Map(ownCodes), kind: { protocol, deviceTypeId: 1 } };
    expect(findSentCode(device, sulphur, contents)).toBe(expected);
  });

  it('of 2005 is a name where that standard has no number', () => {
    const device = { channels, ownCodes: new Map(), kind: { protocol: 'hj212-2005', deviceTypeId: 1 } };
    expect(findSentCode(device, { ...sulphur, aliases: ['PM25'] })).toBe('PM25');
    expect(findSentCode(device, { ...sulphur, aliases: [] })).toBe('SO2');
  });
});
