import { MINUTE_MS } from '@limpid/contract/durations';
import { serverNow, useServerTime } from '../../api/server-clock.ts';
import { useSession } from '../../api/session.ts';
import { readMoment } from '../alarms/alarm.ts';

/** A cannon that a person may have switched. */
export interface ManualCannon {
  cannonId: number;
  /** A date-time of the wire. */
  manualUntil: string | null;
}

/** Whether a person is in control of a cannon at this moment. */
export function useIsManual(): (cannon: ManualCannon) => boolean {
  const zone = useSession((session) => session.zone);
  return ({ manualUntil }) => manualUntil !== null && readMoment(manualUntil, zone) > serverNow();
}

/** The time of day until which a person is in control; undefined once it is over. */
export function useManualTime(cannon: ManualCannon): string | undefined {
  const isManual = useIsManual();
  useServerTime(MINUTE_MS / 4);
  // Manual control lasts a day at most, so the time of day is enough.
  return isManual(cannon) ? cannon.manualUntil?.slice(11, 16) : undefined;
}
