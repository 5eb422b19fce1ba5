/** Reports for the area `demo`. */
export { lastEndedPeriod } from './facts/periods.rule.ts';
export { reportsWaiting } from './report-changed.ts';
export { askForReports } from './reports/ask-for-reports.ts';
