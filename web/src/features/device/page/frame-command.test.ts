import { commands, oldCommand } from '@limpid/hj212/commands';
import { fieldNames } from '@limpid/hj212/names';
import { expect, it } from 'vitest';
import device from '../../../../../i18n/en/device.json' with { type: 'json' };
import { listCommandKeys } from './frame-command.ts';

const { frames } = device.page;
const header = (given: Record<string, string>) =>
  Object.entries(given).map(([name, value]) => ({ name, value }));

it.each([
  [{ CN: '3014', Flag: '5' }, ['3014']],
  [{ CN: '3014', Flag: '1' }, ['3014_2005', '3014']],
  [{ CN: '3014' }, ['3014_2005', '3014']],
])('the command of %o depends on the version', (given, keys) => {
  const expected = keys.map((key) => `device.page.frames.commands.${key}`);
  expect(listCommandKeys(header(given))).toEqual(expected);
});

it('every command of the standard has a text', () => {
  const codes = [...Object.keys(commands), ...Object.values(oldCommand).map(String)];
  expect(codes.filter((code) => !(code in frames.commands))).toEqual([]);
});

it('every field of a command or an answer has a text', () => {
  const rare = ['AlarmTime', 'AlarmType', 'SKCreateTime'];
  expect(fieldNames.filter((name) => !(name in frames.names) && !rare.includes(name))).toEqual([]);
});
