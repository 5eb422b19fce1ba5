import type { IssueTarget } from '@limpid/contract/calibration/issue';

/** What an issue or a roll-back changes. */
export interface IssueChange {
  id: number;
  siteName: string;
  channelCode: string;
  target: IssueTarget;
  /** From which moment of the past on the issue is to count, in the form of the wire; null for from now on. */
  since: string | null;
  from: { k: number; b: number };
  to: { k: number; b: number };
}
