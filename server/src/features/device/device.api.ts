/** Commands to devices, for the role that holds their connections. */
export { type CommandRunner, openCommandRunner } from './execution/command-runner.ts';
