import { describe, expect, it } from 'vitest';
import { findReadBack } from './read-back.rule.ts';

const range = { sinceVersion: '2005', untilVersion: '2025', deviceTypeIds: [] };
const command = (commandId: number, commandCode: string, configParams: string | null, more: object = {}) => ({
  commandId,
  commandCode,
  commandType: '0',
  configParams,
  ...range,
  ...more,
});
const commands = [
  command(1, '1061', null),
  command(2, '3020', 'PolId={PolId};InfoId=i13007'),
  command(3, '3020', 'PolId={PolId};InfoId=i13008'),
  command(4, '3020', 'PolId={PolId};InfoId=i13008;BeginTime={BeginTime}', { commandType: '4' }),
  command(5, '1041', null, { untilVersion: '2005' }),
  command(6, '3017', 'PolId={PolId}'),
];
const device = { protocol: 'hj212-2017', deviceTypeId: 1 };

describe('a parameter that was written', () => {
  it.each([
    ['of the station', { polId: '', code: 'RtdInterval', readCode: '1061' }, 1],
    ['of an instrument, by its information', { polId: 'a34004', code: 'i13008', readCode: '3020' }, 3],
    ['of a channel', { polId: 'a34004', code: 'Ctime', readCode: '3017' }, 6],
    ['of an instrument without a channel', { polId: '', code: 'i13008', readCode: '3020' }, undefined],
    ['that no command reads', { polId: 'a34004', code: 'i13001', readCode: '3020' }, undefined],
    ['of another version', { polId: '', code: 'ReportTime', readCode: '1041' }, undefined],
    ['by a command without a pair', { polId: '', code: 'x', readCode: null }, undefined],
  ])('%s is read back by its command', (_, parameter, commandId) => {
    expect(findReadBack(commands, device, parameter)?.commandId).toBe(commandId);
  });
});
