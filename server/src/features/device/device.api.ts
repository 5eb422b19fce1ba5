/** Commands to devices and the history of their connections, for the role that holds these. */

export { type CommandRunner, openCommandRunner } from './execution/command-runner.ts';
export { openConnectionHistory } from './page/connection-history.ts';
export { openUploadLog, type UploadLog } from './uploads/upload-log.ts';
