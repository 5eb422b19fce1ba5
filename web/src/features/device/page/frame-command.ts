import type { DeviceFrame } from '@limpid/contract/device/device-page';

/** Flags below this one are of the standard of 2005, where some codes mean something else; it may leave the flag out. */
const firstFlagOf2017 = 4;

/** The keys of the text for the command of a frame, the most exact first. */
export function listCommandKeys(header: DeviceFrame['header']): string[] {
  const valueOf = (wanted: string) => header.find(({ name }) => name === wanted)?.value ?? '';
  const key = `device.page.frames.commands.${valueOf('CN')}`;
  return Number(valueOf('Flag')) < firstFlagOf2017 ? [`${key}_2005`, key] : [key];
}
