import type { RowOf } from '@limpid/contract/kit/row';
import type { report, SignOff } from '@limpid/contract/report/report';
import type { ReportState } from '@limpid/contract/report/report-plan';

/** A report of the list. */
export type ReportRow = RowOf<typeof report>;

/** The report whose document is open, so that messages can link to it. */
export const reportParameter = 'reportId';

export const stateLooks: Record<ReportState, string> = {
  waiting: 'info',
  making: 'primary',
  done: 'success',
  failed: 'danger',
};

export const signOffLooks: Record<SignOff, string> = {
  draft: 'info',
  reviewed: 'primary',
  published: 'success',
};
