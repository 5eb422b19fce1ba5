import { deviceCommand } from '@limpid/hj212/commands';
import { readFields } from '@limpid/hj212/fields';

/** Slope and intercept of an instrument among the station information. */
export const [slopeInfo, interceptInfo] = ['i13008', 'i13007'] as const;

const writeCode = String(deviceCommand.setParameters);
/** With these values a device corrects nothing. */
const neutral: ReadonlyMap<string, number> = new Map([
  [slopeInfo, 1],
  [interceptInfo, 0],
]);

/** Whether a command writes K or B of an instrument, or may do so because its template leaves open what it sets. */
export function writesCoefficient(commandCode: string, template: string | null): boolean {
  if (commandCode !== writeCode) return false;
  return readFields(template ?? '').some(({ name }) => name.includes('{') || neutral.has(readInfoId(name)));
}

/** Whether a CP, as it is sent, makes a device correct its values by K or B. */
export function correctsOnDevice(commandCode: string, cp: string): boolean {
  if (commandCode !== writeCode) return false;
  return readFields(cp).some(({ name, value }) => {
    const without = neutral.get(readInfoId(name));
    return without !== undefined && Number(value) !== without;
  });
}

function readInfoId(name: string): string {
  return name
    .trim()
    .replace(/-Info$/i, '')
    .toLowerCase();
}
