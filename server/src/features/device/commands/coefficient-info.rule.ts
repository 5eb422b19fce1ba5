import { deviceCommand } from '@limpid/hj212/commands';
import { readFields } from '@limpid/hj212/fields';

/** Slope and intercept of an instrument among the station information. */
export const [slopeInfo, interceptInfo] = ['i13008', 'i13007'] as const;

const writeCode = String(deviceCommand.setParameters);
/** With these values a device corrects nothing. */
const neutral: Readonly<Record<string, number>> = { [slopeInfo]: 1, [interceptInfo]: 0 };

/** Whether a command writes K or B of an instrument, by the template of its CP. */
export function writesCoefficient(commandCode: string, template: string | null): boolean {
  return commandCode === writeCode && Object.keys(neutral).some((info) => (template ?? '').includes(info));
}

/** Whether a CP, as it is sent, makes a device correct its values by K or B. */
export function correctsOnDevice(commandCode: string, cp: string): boolean {
  if (commandCode !== writeCode) return false;
  return readFields(cp).some(({ name, value }) => {
    const without =
      neutral[
        name
          .trim()
          .replace(/-Info$/i, '')
          .toLowerCase()
      ];
    return without !== undefined && Number(value) !== without;
  });
}
