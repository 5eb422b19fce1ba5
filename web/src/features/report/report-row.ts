import type { RowOf } from '@limpid/contract/kit/row';
import type { report } from '@limpid/contract/report/report';

/** A report of the list. */
export type ReportRow = RowOf<typeof report>;

/** The report whose document is open, so that messages can link to it. */
export const reportParameter = 'reportId';

export const stateLooks: Record<ReportRow['state'] & string, string> = {
  waiting: 'info',
  making: 'primary',
  done: 'success',
  failed: 'danger',
};

export const signOffLooks: Record<ReportRow['signOff'] & string, string> = {
  draft: 'info',
  reviewed: 'primary',
  published: 'success',
};
