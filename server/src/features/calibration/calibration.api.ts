/** Rounds and issues of calibration, for the demonstration. */
export { issueResults } from './issue/issue.service.ts';
export { decideResults, listProposedResults } from './runs/result.store.ts';
export { findRunSettings } from './runs/run.store.ts';
export { beginRun, type CalibrationServices, runCalibration } from './runs/run-calibration.ts';
