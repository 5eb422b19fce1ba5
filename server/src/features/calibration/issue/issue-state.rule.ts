import type { IssueState } from '@limpid/contract/calibration/config';

/** The states that may follow each state. A failed issue may be sent again. */
const following: Readonly<Record<IssueState, readonly IssueState[]>> = {
  draft: ['pending', 'confirmed', 'failed'],
  pending: ['sent', 'confirmed', 'failed'],
  sent: ['confirmed', 'failed'],
  confirmed: ['rolledBack'],
  failed: ['pending', 'confirmed', 'failed'],
  rolledBack: [],
};

/** The states from which an issue may come into this one. */
export function listStatesBefore(next: IssueState): IssueState[] {
  return (Object.keys(following) as IssueState[]).filter((state) => following[state].includes(next));
}

/** What is known about the commands that write K and B to a device and read them back. */
export interface DeviceProgress {
  /** Whether K and B of the channel were ordered again since. */
  isReplaced: boolean;
  isSent: boolean;
  hasEnded: boolean;
  /** What the device has of the platform's K and B. */
  held: { k: number; b: number };
  isInDoubt: boolean;
  /** Why the first command failed, as it is stored; null if none has. */
  problem: string | null;
}

type DeviceStep =
  | { state: 'pending' | 'sent' | 'confirmed' }
  | { state: 'failed'; reason: string; isReplaced: boolean };

/** How far the writing of K and B is: what the device says it has decides, not the result of a write. */
export function judgeProgress(
  wanted: { k: number; b: number },
  { isReplaced, isSent, hasEnded, held, isInDoubt, problem }: DeviceProgress,
): DeviceStep {
  if (isReplaced) return { state: 'failed', reason: 'calibration.issue.reasons.replaced', isReplaced };
  if (!hasEnded) return { state: isSent ? 'sent' : 'pending' };
  if (isInDoubt) return { state: 'failed', reason: 'calibration.issue.reasons.doubt', isReplaced };
  if (held.k === wanted.k && held.b === wanted.b) return { state: 'confirmed' };
  return { state: 'failed', reason: problem ?? 'calibration.issue.reasons.differs', isReplaced };
}

/** Where a site applies K and B, and what is set for it. */
export interface SiteCoefficientPlace {
  place: 'platform' | 'device';
  /** Whether the device gets K and B by command. */
  takesCommands: boolean;
  /** Whether people have set any K and B for the site. */
  hasCoefficients: boolean;
  /** Whether the device has K or B of the platform, or may have. */
  deviceHolds: boolean;
}

/** Why K and B cannot go to this target: they are either on the platform or on the device of a site, never on both. */
export function findPlaceProblem(
  target: 'platform' | 'device',
  { place, takesCommands, hasCoefficients, deviceHolds }: SiteCoefficientPlace,
):
  | 'calibration_issue.no_command'
  | 'calibration_issue.place_platform'
  | 'calibration_issue.place_device'
  | undefined {
  if (target === 'device') {
    if (!takesCommands) return 'calibration_issue.no_command';
    return place === 'platform' && hasCoefficients ? 'calibration_issue.place_platform' : undefined;
  }
  const isOnDevice = deviceHolds || (place === 'device' && hasCoefficients);
  return isOnDevice ? 'calibration_issue.place_device' : undefined;
}
