/**
 * Commands to devices and the history of their connections for the role that holds these, and K and B for sites whose
 * device applies them.
 */

export {
  doubtDeviceCoefficients,
  forgetChannelCoefficient,
  forgetDevice,
  forgetDeviceCoefficients,
  listCoefficientsOnDevice,
  listDeviceCoefficients,
} from './coefficients/coefficient.store.ts';
export { listCoefficientChanges, noteCoefficientChange } from './coefficients/coefficient-change.store.ts';
export { listHeldLines } from './coefficients/coefficient-history.store.ts';
export { findCoefficientProgress, forgetFailedOrder } from './coefficients/coefficient-progress.store.ts';
export { judgeCoefficient, listAppliedByPlatform } from './coefficients/coefficient-state.rule.ts';
export { confirmCoefficients } from './coefficients/confirm-coefficients.ts';
export { orderCoefficients, takesCoefficients } from './coefficients/order-coefficients.ts';
export { listReportedCoefficients } from './coefficients/reported-coefficients.store.ts';
export { hasCommands } from './commands/command-range.rule.ts';
export { orderPeriod } from './equipment/order-period.ts';
export { openOrderProgress } from './equipment/order-progress.ts';
export { findProgramCommandProblem, listProgramCommands } from './equipment/program-command.ts';
export { openCommandRunner } from './execution/command-runner.ts';
export { findOrderResult } from './execution/order.store.ts';
export { orderClock } from './execution/order-clock.ts';
export { cancelForProgram, findProgramResult, orderForProgram } from './execution/order-for-program.ts';
export { orderReading } from './execution/order-reading.ts';
export { removePasswordChanges } from './execution/password-change.store.ts';
export { openRequestNumbers, type RequestNumbers } from './execution/request-numbers.ts';
export type { CommandRunner } from './execution/runner-options.ts';
export { openStationPasswords, type StationPasswords } from './execution/station-passwords.ts';
export { openConnectionHistory } from './page/connection-history.ts';
export { openReferenceAnswers, type ReferenceAnswers } from './references/answer-reference.ts';
export { openUploadLog, type UploadLog } from './uploads/upload-log.ts';
