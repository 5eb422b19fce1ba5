import type { IssueTarget } from '@limpid/contract/calibration/issue';

/** What an issue or a roll-back changes. */
export interface IssueChange {
  id: number;
  siteName: string;
  channelCode: string;
  target: IssueTarget;
  from: { k: number; b: number };
  to: { k: number; b: number };
}
