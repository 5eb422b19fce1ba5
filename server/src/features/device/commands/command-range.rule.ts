import { commandVersions } from '@limpid/contract/device/command';

/** The devices that a command is for: versions of the protocol and types; no type stands for all. */
export interface CommandRange {
  sinceVersion: string;
  untilVersion: string;
  deviceTypeIds: readonly number[];
}

interface DeviceKind {
  protocol: string;
  deviceTypeId: number;
}

/** Whether the protocol and the type of a device have the command. */
export function isCommandFor(
  { sinceVersion, untilVersion, deviceTypeIds }: CommandRange,
  { protocol, deviceTypeId }: DeviceKind,
): boolean {
  const isForType = deviceTypeIds.length === 0 || deviceTypeIds.includes(deviceTypeId);
  return isForType && isForProtocol({ sinceVersion, untilVersion }, protocol);
}

/** Whether the version of a protocol has the command. */
export function isForProtocol(
  { sinceVersion, untilVersion }: Pick<CommandRange, 'sinceVersion' | 'untilVersion'>,
  protocol: string,
): boolean {
  const version = versionOf(protocol);
  const since = commandVersions.findIndex((one) => one === sinceVersion);
  const until = commandVersions.findIndex((one) => one === untilVersion);
  return version >= 0 && version >= since && version <= until;
}

/** Whether devices of a protocol get commands at all. */
export function hasCommands(protocol: string): boolean {
  return versionOf(protocol) >= 0;
}

function versionOf(protocol: string): number {
  return commandVersions.findIndex((one) => protocol === `hj212-${one}`);
}
