import { deviceCommand, oldCommand } from './commands.ts';
import { readFields } from './fields.ts';
import type { Version } from './packet.ts';

/** What a code does by the standard: `upload` comes from devices only, `answer` belongs to an exchange and is no command. */
export type CommandPurpose = 'read' | 'write' | 'operate' | 'upload' | 'answer';

const purposes: Readonly<Record<CommandPurpose, readonly number[]>> = {
  read: [
    deviceCommand.readClock,
    oldCommand.readAlarmLimits,
    oldCommand.readReportTarget,
    oldCommand.readReportTime,
    deviceCommand.readRealtimeInterval,
    deviceCommand.readMinuteInterval,
    deviceCommand.readDays,
    deviceCommand.readRunTimes,
    deviceCommand.readMinutes,
    deviceCommand.readHours,
    deviceCommand.readSamplingPeriod,
    deviceCommand.readSamplingTime,
    deviceCommand.readSerialNumber,
    deviceCommand.readParameter,
  ],
  write: [
    deviceCommand.setTimeouts,
    deviceCommand.setClock,
    oldCommand.setAlarmLimits,
    oldCommand.setReportTarget,
    oldCommand.setReportTime,
    deviceCommand.setRealtimeInterval,
    deviceCommand.setMinuteInterval,
    deviceCommand.setPassword,
    deviceCommand.setSamplingPeriod,
    deviceCommand.setParameters,
  ],
  operate: [
    deviceCommand.startRealtime,
    deviceCommand.stopRealtime,
    deviceCommand.startStates,
    deviceCommand.stopStates,
    deviceCommand.calibrate,
    deviceCommand.takeSample,
    deviceCommand.startCleaning,
    deviceCommand.takeComparisonSample,
    deviceCommand.keepSample,
  ],
  upload: [deviceCommand.requestTime, 2081],
  answer: [9011, 9012, 9013, 9014, deviceCommand.heartbeat],
};
const byCode = new Map<number, CommandPurpose>();
for (const [purpose, codes] of Object.entries(purposes))
  for (const code of codes) byCode.set(code, purpose as CommandPurpose);

/** Codes that only one version has, or that mean something else there. 1002 assigns the MN, 1014 the key. */
const ofVersion: Readonly<Record<Version, Readonly<Partial<Record<number, CommandPurpose>>>>> = {
  '2005': {
    [oldCommand.setAlarmDuration]: 'write',
    [oldCommand.readAlarms]: 'read',
    2072: 'upload',
    [deviceCommand.takeComparisonSample]: 'write',
  },
  '2017': {},
  '2025': { 1002: 'write', 1014: 'write' },
};

/** What a code does by a version of the standard; undefined for a code that the standard leaves to vendors. */
export function findCommandPurpose(code: number, version: Version): CommandPurpose | undefined {
  return ofVersion[version][code] ?? byCode.get(code);
}

const criticalCodes: readonly number[] = [
  deviceCommand.setRealtimeInterval,
  deviceCommand.setMinuteInterval,
  deviceCommand.setPassword,
  deviceCommand.setSamplingPeriod,
];

/** Station parameters that are as critical as the interval of reports: the measuring interval. */
const criticalInfo: readonly string[] = ['i13003'];

/**
 * Whether a request can cut off many devices at once, or stop them measuring: intervals, sampling periods (3014 in 2005)
 * and the password.
 */
export function isCriticalRequest(code: number, cp: string, versions: readonly Version[]): boolean {
  if (criticalCodes.includes(code)) return true;
  if (code === deviceCommand.takeComparisonSample && versions.includes('2005')) return true;
  // A template that leaves the parameter open can set any of them.
  return (
    code === deviceCommand.setParameters &&
    listSetInfo(cp).some((infoId) => criticalInfo.includes(infoId) || infoId.includes('{'))
  );
}

/** The station parameters that a CP names, each once: by `InfoId`, or as an item. */
function listSetInfo(cp: string): string[] {
  const named = readFields(cp).map(({ name, value }) =>
    name.trim() === 'InfoId' ? value : (/^(.*)-Info$/.exec(name.trim())?.[1] ?? ''),
  );
  return [...new Set(named.map((infoId) => infoId.trim().toLowerCase()))].filter((infoId) => infoId !== '');
}
