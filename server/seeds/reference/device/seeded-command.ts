import type { Titles } from '../../insert.ts';

export interface SeededCommand {
  code: string;
  type: string;
  titles: Titles;
  /** The CP with parameters in braces. */
  template?: string;
  /** The first command of its group. */
  parent?: string;
  since?: '2017' | '2025';
  until?: '2005';
  dangerous?: boolean;
}

/** Values of the dictionary of command types. */
export const [read, write, operate, readLog] = ['0', '1', '2', '4'];

export const period = 'BeginTime={BeginTime};EndTime={EndTime}';
export const factor = 'PolId={PolId}';
